import { OtherwiseError } from '../errors.ts';

interface Node {
  readonly children: Map<number, number>;
  /** The node of the longest proper suffix of this node's path that is a node as well. */
  failure: number;
  /** Tells whether this node's path, or a suffix of it, is a banned phrase. */
  banned: boolean;
}

/** The number that precedes the first token, so that an anchored phrase is an ordinary one that begins with it. */
const beginning = -1;

/**
 * Negative constraints over token ids (ParaBank §2.3, Post & Vilar 2018): it tells which tokens would complete a banned phrase. It is an
 * Aho–Corasick automaton: its failure links see every banned phrase that has begun, also those that overlap, where a walker with one
 * position in a trie is blind (bans 1 2 4 and 2 3: after 1 2 both 4 and 3 are blocked).
 */
export class AvoidAutomaton {
  private readonly nodes: Node[] = [{ children: new Map(), failure: 0, banned: false }];
  private readonly blockedOf = new Map<number, readonly number[]>();
  /** The state before the first token. */
  readonly start: number;

  /**
   * @param phrases banned token sequences; each counts wherever it occurs
   * @param anchored banned token sequences that count at the beginning only (systems 32–34)
   * @throws OtherwiseError `bad-request` for an empty phrase
   */
  constructor(phrases: readonly (readonly number[])[], anchored: readonly (readonly number[])[] = []) {
    for (const phrase of phrases) this.insert(phrase, 0);
    if (anchored.length > 0) {
      const root = this.child(0, beginning);
      for (const phrase of anchored) this.insert(phrase, root);
    }
    this.link();
    this.start = this.next(0, beginning);
  }

  /** Gives the state after one more token. */
  next(state: number, id: number): number {
    for (let at = state; ; at = this.node(at).failure) {
      const child = this.node(at).children.get(id);
      if (child !== undefined) return child;
      if (at === 0) return 0;
    }
  }

  /** The ids, ascending, that would complete a banned phrase if they came next. */
  blocked(state: number): readonly number[] {
    let ids = this.blockedOf.get(state);
    if (ids === undefined) {
      const blockedIds = new Set<number>();
      for (let at = state; ; at = this.node(at).failure) {
        for (const [id, child] of this.node(at).children) if (id !== beginning && this.node(child).banned) blockedIds.add(id);
        if (at === 0) break;
      }
      ids = [...blockedIds].sort((a, b) => a - b);
      this.blockedOf.set(state, ids);
    }
    return ids;
  }

  /** Tells whether the token `id` would complete a banned phrase. */
  isBlocked(state: number, id: number): boolean {
    return this.node(this.next(state, id)).banned;
  }

  private node(state: number): Node {
    const node = this.nodes[state];
    if (node === undefined) throw new RangeError(`no state ${state} in an automaton of ${this.nodes.length}`);
    return node;
  }

  private child(parent: number, id: number): number {
    const { children } = this.node(parent);
    let child = children.get(id);
    if (child === undefined) {
      child = this.nodes.push({ children: new Map(), failure: 0, banned: false }) - 1;
      children.set(id, child);
    }
    return child;
  }

  private insert(phrase: readonly number[], root: number): void {
    if (phrase.length === 0) throw new OtherwiseError('bad-request', 'A banned phrase has no pieces. Leave it out.');
    let at = root;
    for (const id of phrase) at = this.child(at, id);
    this.node(at).banned = true;
  }

  /** Sets the failure links breadth first: those of shorter paths exist before they are used. */
  private link(): void {
    const queue = [...this.node(0).children.values()];
    for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
      for (const [id, child] of this.node(state).children) {
        const failure = this.next(this.node(state).failure, id);
        this.node(child).failure = failure;
        if (this.node(failure).banned) this.node(child).banned = true;
        queue.push(child);
      }
    }
  }
}
