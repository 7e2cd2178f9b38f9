import { growDiagonal } from './grow-diagonal.ts';
import type { Link } from './lcs.ts';
import type { LexicalTable } from './lexical-table.ts';

/** Links in the order of the target, and one value a target token: how sure its link is (to 1), or how sure it has none (to −1). */
export interface Aligned {
  readonly links: readonly Link[];
  readonly values: readonly number[];
}

/**
 * What unlisted words together weigh beside the listed ones where a confidence is made of probabilities: a word that would
 * follow from another with one part in twenty is believed half.
 */
const UNLISTED = 0.05;

/**
 * Word alignment with a trained table: the best links of both directions of IBM Model 1, symmetrised. First those on which
 * both directions agree, again among the words that are left over, so that a word is linked once; then `growDiagonal` adds
 * those of one direction that lie beside a link. A word goes a second time only to a word other than itself: what is there
 * twice on one side and once on the other has no partner.
 */
export class WordAligner {
  constructor(private readonly table: LexicalTable) {}

  /** Aligns the tokens that `fixed` leaves free; fixed links are as they are, with the value 1. */
  align(target: readonly string[], source: readonly string[], fixed: readonly Link[] = []): Aligned {
    const pair = new SentencePair(this.table, target, source);
    const links: Link[] = [...fixed];
    const free = { a: target.map(() => true), b: source.map(() => true) };
    const take = ([i, j]: Link): void => {
      free.a[i] = false;
      free.b[j] = false;
    };
    links.forEach(take);
    for (let more = pair.agreed(free); more.length > 0; more = pair.agreed(free)) {
      links.push(...more);
      more.forEach(take);
    }
    const candidates = pair.either().filter(([i, j]) => target[i] !== source[j]);
    const grown = growDiagonal(links, candidates).toSorted(([i, j], [k, l]) => i - k || j - l);
    const isFixed = new Set(fixed.map(([i]) => i));
    const values = target.map((_, i) => {
      const linked = grown.filter(([k]) => k === i).map(([, j]) => pair.confidence(i, j));
      if (isFixed.has(i)) return 1;
      return linked.length > 0 ? Math.max(...linked) : Math.max(-1, ...source.map((_word, j) => pair.confidence(i, j) - 1));
    });
    return { links: grown, values };
  }
}

type Free = { readonly a: readonly boolean[]; readonly b: readonly boolean[] };

/** The probabilities of one sentence pair. */
class SentencePair {
  /** Of token i and j: p(a|b) and p(b|a). */
  private readonly entries: readonly (readonly { readonly forward: number; readonly backward: number }[])[];
  /** Sums over the different words of the other side, with what stands for nothing. */
  private readonly sums: { readonly a: readonly number[]; readonly b: readonly number[] };
  private readonly odds: number;

  constructor(private readonly table: LexicalTable, private readonly a: readonly string[], private readonly b: readonly string[]) {
    this.odds = table.nullShare / (1 - table.nullShare);
    this.entries = a.map((word) => b.map((other) => table.entry(word, other)));
    const [kinds, otherKinds] = [firsts(a), firsts(b)];
    this.sums = {
      a: a.map((_, i) => UNLISTED + this.nothing(i, 'a') + otherKinds.reduce((sum, j) => sum + this.forward(i, j), 0)),
      b: b.map((_, j) => UNLISTED + this.nothing(j, 'b') + kinds.reduce((sum, i) => sum + this.backward(i, j), 0)),
    };
  }

  private forward(i: number, j: number): number {
    return this.entries[i]?.[j]?.forward ?? 0;
  }

  private backward(i: number, j: number): number {
    return this.entries[i]?.[j]?.backward ?? 0;
  }

  /** What the null word weighs beside p(·|word) for a token of a side. */
  private nothing(at: number, side: 'a' | 'b'): number {
    if (side === 'a') return this.odds * this.b.length * this.table.fromNothing(this.a[at] ?? '').forward;
    return this.odds * this.a.length * this.table.fromNothing(this.b[at] ?? '').backward;
  }

  /** How sure it is that two tokens stand for each other, 0 to 1: the geometric mean of the posteriors of both directions. */
  confidence(i: number, j: number): number {
    return Math.sqrt((this.forward(i, j) / (this.sums.a[i] ?? 1)) * (this.backward(i, j) / (this.sums.b[j] ?? 1)));
  }

  /** Links between free tokens on which both directions agree. */
  agreed(free: Free): Link[] {
    return this.a.flatMap((_, i): Link[] => {
      if (!free.a[i]) return [];
      const j = this.bestSource(i, free.b);
      return j !== undefined && this.bestTarget(j, free.a) === i ? [[i, j]] : [];
    });
  }

  /** The best link of each token in either direction. */
  either(): Link[] {
    const all = { a: this.a.map(() => true), b: this.b.map(() => true) };
    return [
      ...this.a.flatMap((_, i): Link[] => { const j = this.bestSource(i, all.b); return j === undefined ? [] : [[i, j]]; }),
      ...this.b.flatMap((_, j): Link[] => { const i = this.bestTarget(j, all.a); return i === undefined ? [] : [[i, j]]; }),
    ];
  }

  private bestSource(i: number, free: readonly boolean[]): number | undefined {
    return best(free, (j) => this.forward(i, j), this.nothing(i, 'a'), (j) => this.closeness(i, j));
  }

  private bestTarget(j: number, free: readonly boolean[]): number | undefined {
    return best(free, (i) => this.backward(i, j), this.nothing(j, 'b'), (i) => this.closeness(i, j));
  }

  /** Between words that are equally likely: those with the same neighbours, then those nearest by place. */
  private closeness(i: number, j: number): number {
    const same = (step: number): number => Number(this.a[i + step] !== undefined && this.a[i + step] === this.b[j + step]);
    return same(-1) + same(1) - Math.abs(i / this.a.length - j / this.b.length);
  }
}

/** The first place of every word. */
const firsts = (words: readonly string[]): number[] => words.flatMap((word, at) => (words.indexOf(word) === at ? [at] : []));

/** The free place with the greatest weight above `least`; of equal ones the closest, then the first. */
function best(
  free: readonly boolean[],
  weight: (at: number) => number,
  least: number,
  closeness: (at: number) => number,
): number | undefined {
  let found: number | undefined;
  for (const [at, isFree] of free.entries()) {
    if (!isFree || weight(at) <= least) continue;
    if (found === undefined || weight(at) > weight(found) || (weight(at) === weight(found) && closeness(at) > closeness(found))) found = at;
  }
  return found;
}
