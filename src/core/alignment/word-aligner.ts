import { distance } from 'fastest-levenshtein';
import { gapLinks, isLone } from './gap-links.ts';
import { growDiagonal } from './grow-diagonal.ts';
import type { Link } from './lcs.ts';
import type { LexicalEntry, LexicalTable } from './lexical-table.ts';

/** Links in the order of the target, and one value a target token: how sure its link is (to 1), or how sure it has none (to −1). */
export interface Aligned {
  readonly links: readonly Link[];
  readonly values: readonly number[];
}

/**
 * The weight of all unlisted words beside the listed ones where a confidence is made of probabilities: a word that would follow from
 * another with one part in twenty is believed half.
 */
const UNLISTED = 0.05;
/** The value of a place alone: of words alone between the same two links, and of others in a gap. */
const PLACE = { lone: 0.25, gap: 0.05 };
/** The probability that a word outside the table stands for one that is spelled nearly the same. */
const ALIKE: LexicalEntry = { forward: 0.2, backward: 0.2 };
const NONE: LexicalEntry = { forward: 0, backward: 0 };

/**
 * Word alignment with a trained table: the best links of both directions of IBM Model 1, symmetrised. First those on which
 * both directions agree, again among the words that are left over, so that a word is linked once; then `growDiagonal` adds
 * what the table lists beside a link, and last come known words of the same gap between links (`gapLinks`). A word that is
 * linked with its like is never linked again: what is there twice on one side and once on the other has no partner.
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
    const grown = growDiagonal(links, pair.listed(links.filter(([i, j]) => target[i] === source[j])));
    const placed = gapLinks(grown, target, source, (word) => this.table.knows(word));
    const isFixed = new Set(fixed.map(([i]) => i));
    const placeValues = new Map(placed.map((link) => [link[0], isLone(link, grown) ? PLACE.lone : PLACE.gap]));
    const values = target.map((_, i) => {
      if (isFixed.has(i)) return 1;
      const placeValue = placeValues.get(i);
      if (placeValue !== undefined) return placeValue;
      const linked = grown.filter(([k]) => k === i).map(([, j]) => pair.confidence(i, j));
      return linked.length > 0 ? Math.max(...linked) : Math.max(-1, ...source.map((_word, j) => pair.confidence(i, j) - 1));
    });
    return { links: [...grown, ...placed].toSorted(([i, j], [k, l]) => i - k || j - l), values };
  }
}

/** A mark, which stands for marks alone; `%`, `$` and the like are read as words. */
const mark = /^(?:[\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]|[.,;:!?"'…`])+$/u;

function entryOf(table: LexicalTable, a: string, b: string): LexicalEntry {
  if (mark.test(a) !== mark.test(b)) return NONE;
  const entry = table.entry(a, b);
  const isUnknown = a !== b && !(table.knows(a) && table.knows(b));
  return entry.forward === 0 && isUnknown && isAlike(a, b) ? ALIKE : entry;
}

/** Tells whether two longer words are spelled nearly the same, hyphens aside: a quarter of the letters may differ. */
function isAlike(x: string, y: string): boolean {
  const [one, other] = [x, y].map((word) => word.replaceAll('-', '')) as [string, string];
  const longer = Math.max(one.length, other.length);
  if (longer < 6 || !/^[\p{L}\p{M}']+$/u.test(one + other)) return false;
  return distance(one, other) <= longer / 4;
}

type Free = { readonly a: readonly boolean[]; readonly b: readonly boolean[] };

/** The probabilities of one sentence pair. */
class SentencePair {
  /** The entry of tokens i and j: p(a|b) and p(b|a). */
  private readonly entries: readonly (readonly LexicalEntry[])[];
  /** Sums over the different words of the other side, with what stands for nothing. */
  private readonly sums: { readonly a: readonly number[]; readonly b: readonly number[] };
  private readonly odds: number;

  constructor(private readonly table: LexicalTable, private readonly a: readonly string[], private readonly b: readonly string[]) {
    this.odds = table.nullShare / (1 - table.nullShare);
    this.entries = a.map((word) => b.map((other) => entryOf(table, word, other)));
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

  /** The weight of the null word beside p(·|word) for a token of a side. */
  private nothing(at: number, side: 'a' | 'b'): number {
    if (side === 'a') return this.odds * this.b.length * this.table.fromNothing(this.a[at] ?? '').forward;
    return this.odds * this.a.length * this.table.fromNothing(this.b[at] ?? '').backward;
  }

  /** The confidence that two tokens stand for each other, 0 to 1: the geometric mean of the posteriors of both directions. */
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

  /** Gives every two tokens of which the table lists something, but those of the links given. */
  listed(but: readonly Link[]): Link[] {
    const [ofA, ofB] = [new Set(but.map(([i]) => i)), new Set(but.map(([, j]) => j))];
    return this.a.flatMap((_, i) => this.b.flatMap((_word, j): Link[] =>
      (!ofA.has(i) && !ofB.has(j) && this.forward(i, j) > 0 && this.backward(i, j) > 0 ? [[i, j]] : [])));
  }

  private bestSource(i: number, free: readonly boolean[]): number | undefined {
    return best(free, (j) => this.forward(i, j), this.nothing(i, 'a'), (j) => this.closeness(i, j));
  }

  private bestTarget(j: number, free: readonly boolean[]): number | undefined {
    return best(free, (i) => this.backward(i, j), this.nothing(j, 'b'), (i) => this.closeness(i, j));
  }

  /** Tells how close two words are, to choose among equally likely ones: by the same neighbours, then by place. */
  private closeness(i: number, j: number): number {
    const same = (step: number): number => Number(this.a[i + step] !== undefined && this.a[i + step] === this.b[j + step]);
    return same(-1) + same(1) - Math.abs(i / this.a.length - j / this.b.length);
  }
}

const firsts = (words: readonly string[]): number[] => words.flatMap((word, at) => (words.indexOf(word) === at ? [at] : []));

/** The free place with the greatest weight above `least`; of equal ones the closest, then the first. */
function best(
  free: readonly boolean[],
  weight: (at: number) => number,
  least: number,
  closeness: (at: number) => number,
): number | undefined {
  let top: number | undefined;
  for (const [at, isFree] of free.entries()) {
    if (!isFree || weight(at) <= least) continue;
    if (top === undefined || weight(at) > weight(top) || (weight(at) === weight(top) && closeness(at) > closeness(top))) top = at;
  }
  return top;
}
