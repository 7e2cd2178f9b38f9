import { OtherwiseError } from '../errors.ts';
import type { RequireMachine } from './require-machine.ts';

interface Node {
  readonly children: Map<number, number>;
  readonly parent: number;
  /** The number of phrases that end here. */
  ends: number;
  /** The number of phrases that end here or below. */
  through: number;
}

/**
 * A place in the trie and the counts of its nodes: `generated` counts how often its path was read (complete or begun), `completed` the
 * phrases that end in it.
 */
export interface UnorderedState {
  readonly node: number;
  readonly generated: readonly number[];
  readonly completed: readonly number[];
}

const root = 0;

/**
 * Required phrases in any order: a trie with counts. An edge is open while phrases below it are left.
 *
 * Transitions on reading a token:
 * 1. an open child of the current node: go there, its path counts as met;
 * 2. else the phrase breaks: the longest prefix of its path that is a phrase still unmet is completed and keeps its tokens, the others are
 *   given back; then the same token is tried as a fresh start at the root;
 * 3. a phrase that nothing open continues is completed at once and the place is the root again.
 */
export class UnorderedRequire implements RequireMachine<UnorderedState> {
  readonly start: UnorderedState;
  readonly total: number;
  private readonly nodes: Node[] = [{ children: new Map(), parent: root, ends: 0, through: 0 }];

  constructor(phrases: readonly (readonly number[])[]) {
    for (const phrase of phrases) {
      if (phrase.length === 0) throw new OtherwiseError('bad-request', 'A demanded phrase has no pieces. Leave it out.');
      let at = root;
      for (const id of phrase) {
        at = this.child(at, id);
        this.node(at).through += 1;
      }
      this.node(at).ends += 1;
    }
    this.total = phrases.reduce((sum, phrase) => sum + phrase.length, 0);
    const zeros = this.nodes.map(() => 0);
    this.start = { node: root, generated: zeros, completed: zeros };
  }

  next(state: UnorderedState, id: number): UnorderedState {
    return this.descend(state, id) ?? this.descend(this.rewind(state), id) ?? this.rewind(state);
  }

  met({ generated }: UnorderedState): number {
    return generated.reduce((sum, count) => sum + count, 0);
  }

  advancing(state: UnorderedState): readonly number[] {
    const ids = new Set(this.open(state));
    // At the end of a phrase that could still grow into a longer one, others may begin as well.
    if (state.node !== root && this.endsUnmet(state, state.node)) for (const id of this.open(this.rewind(state))) ids.add(id);
    return [...ids].sort((a, b) => a - b);
  }

  satisfied(state: UnorderedState): boolean {
    return this.rewind(state).completed.every((count, node) => count === this.node(node).ends);
  }

  key({ node, generated, completed }: UnorderedState): string {
    return `${node}|${generated.join()}|${completed.join()}`;
  }

  private node(index: number): Node {
    const node = this.nodes[index];
    if (node === undefined) throw new RangeError(`no node ${index} in a trie of ${this.nodes.length}`);
    return node;
  }

  private child(parent: number, id: number): number {
    const { children } = this.node(parent);
    let child = children.get(id);
    if (child === undefined) {
      child = this.nodes.push({ children: new Map(), parent, ends: 0, through: 0 }) - 1;
      children.set(id, child);
    }
    return child;
  }

  private endsUnmet(state: UnorderedState, node: number): boolean {
    return (state.completed[node] ?? 0) < this.node(node).ends;
  }

  /** Gives the tokens with an open edge from the state's node. */
  private open({ node, generated }: UnorderedState): number[] {
    return [...this.node(node).children].filter(([, child]) => (generated[child] ?? 0) < this.node(child).through).map(([id]) => id);
  }

  /** Makes transition 1, and 3 where it applies; undefined when no open edge has the token. */
  private descend(state: UnorderedState, id: number): UnorderedState | undefined {
    const child = this.node(state.node).children.get(id);
    if (child === undefined || (state.generated[child] ?? 0) >= this.node(child).through) return undefined;
    const generated = state.generated.map((count, node) => (node === child ? count + 1 : count));
    const there = { node: child, generated, completed: state.completed };
    return this.open(there).length === 0 ? this.rewind(there) : there;
  }

  /** Makes transition 2: back to the root, keeping the longest prefix that is an unmet phrase. */
  private rewind(state: UnorderedState): UnorderedState {
    const generated = [...state.generated];
    const completed = [...state.completed];
    for (let at = state.node; at !== root; at = this.node(at).parent) {
      if (this.endsUnmet(state, at)) {
        completed[at] = (completed[at] ?? 0) + 1;
        break;
      }
      generated[at] = (generated[at] ?? 0) - 1;
    }
    return { node: root, generated, completed };
  }
}
