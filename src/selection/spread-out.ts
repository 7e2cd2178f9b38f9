import { pieceOverlap } from '../metrics/overlap.ts';

export interface SpreadCandidate {
  readonly words: readonly string[];
  /** How bad it is, lower is better. */
  readonly cost: number;
  /** What rewrites are listed by, lower first. */
  readonly score: number;
}

export interface SpreadOptions {
  /** Most to choose. */
  readonly n: number;
  /** What a rewrite costs which shares all its words with one already chosen; in proportion below that. */
  readonly diversity: number;
  /** How much of that it costs to share them with the source, 0 to 1. */
  readonly sourceShare: number;
  /** How many times as much sharing words costs the last one. */
  readonly last: number;
}

/**
 * Chooses candidates that are good and differ from the source and from each other by maximal marginal relevance (Carbonell and Goldstein 1998, eq. 2): one
 * after the other the candidate with the least cost + diversity · overlap, where overlap is the largest share of words (∩/∪) with one that is chosen
 * already, or with the source, which counts for `sourceShare`. The last of the n is bold: it is to be listed last, if any can be, pays `last` times as
 * much, and for words of the first listed one and of the source alone. Whoever looks through a list to its end wants something else, and one bold rewrite makes
 * the set more different than five half-bold ones, at a smaller price.
 *
 * A furthest-first traversal with the source as the first, frozen centroid, as that of ParaBank 2's clusters (§2.3), but one that minds how good a candidate is: there the
 * start picks the strangest candidates, and the best of a cluster around a strange one is seldom good.
 *
 * @returns indices of at most n candidates in the order of their choice; ties go to the lower index
 */
export function spreadOut(source: readonly string[], candidates: readonly SpreadCandidate[], { n, diversity, sourceShare, last }: SpreadOptions): number[] {
  const overlap = (a: readonly string[], b: readonly string[]): number => (pieceOverlap(a, b) ?? 0) / 100;
  const ofSource = candidates.map(({ words }) => sourceShare * overlap(words, source));
  const nearest = [...ofSource];
  const chosen: number[] = [];
  const at = (index: number): SpreadCandidate => candidates[index] as SpreadCandidate;
  const cheapest = (indices: readonly number[], total: (index: number) => number): number => indices.reduce((best, index) => (total(index) < total(best) ? index : best));
  while (chosen.length < Math.min(n, candidates.length)) {
    const left = [...candidates.keys()].filter((index) => !chosen.includes(index));
    let best: number;
    if (chosen.length > 0 && chosen.length === n - 1) {
      const first = at(cheapest(chosen, (index) => at(index).score));
      const end = Math.max(...chosen.map((index) => at(index).score));
      const behind = left.filter((index) => at(index).score >= end);
      best = cheapest(behind.length > 0 ? behind : left, (index) => at(index).cost + last * diversity * Math.max(ofSource[index] ?? 0, overlap(at(index).words, first.words)));
    } else {
      best = cheapest(left, (index) => at(index).cost + diversity * (nearest[index] ?? 0));
    }
    chosen.push(best);
    for (const [index, { words }] of candidates.entries()) nearest[index] = Math.max(nearest[index] ?? 0, overlap(words, at(best).words));
  }
  return chosen;
}
