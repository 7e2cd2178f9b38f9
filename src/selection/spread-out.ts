import { pieceOverlap } from '../metrics/overlap.ts';

export interface SpreadOptions {
  /** Most to choose. */
  readonly n: number;
  /** Nats that a rewrite costs which shares all its words with one already chosen; in proportion below that. */
  readonly diversity: number;
  /** How much of that it costs to share them with the source, 0 to 1. */
  readonly sourceShare: number;
  /** How many times as much sharing words costs the last one. */
  readonly last: number;
}

/**
 * Chooses candidates that are good and differ from the source and from each other by maximal marginal relevance (Carbonell and Goldstein 1998, eq. 2): one
 * after the other the candidate with the least cost + diversity · overlap, where overlap is the largest share of words (∩/∪) with one that is chosen
 * already, or with the source, which counts for `sourceShare`. The last of the n pays `last` times that: whoever looks through a list to its end wants
 * something else, and one bold rewrite makes the set more different than five half-bold ones, at a smaller price.
 *
 * A furthest-first traversal with the source as the first, frozen centroid, as that of ParaBank 2's clusters (§2.3), but one that minds how good a candidate is: there the
 * start picks the strangest candidates, and the best of a cluster around a strange one is seldom good.
 *
 * @param source its words
 * @param candidates the words of each
 * @param costs one for each, nats a piece, lower is better
 * @returns indices of at most n candidates in the order of their choice; ties go to the lower index
 */
export function spreadOut(source: readonly string[], candidates: readonly (readonly string[])[], costs: readonly number[], { n, diversity, sourceShare, last }: SpreadOptions): number[] {
  const overlap = (a: readonly string[], b: readonly string[]): number => (pieceOverlap(a, b) ?? 0) / 100;
  const nearest = candidates.map((words) => sourceShare * overlap(words, source));
  const chosen = new Set<number>();
  while (chosen.size < Math.min(n, candidates.length)) {
    const weight = chosen.size > 0 && chosen.size === n - 1 ? last * diversity : diversity;
    let [best, least] = [-1, Infinity];
    for (const index of candidates.keys()) {
      const cost = (costs[index] ?? 0) + weight * (nearest[index] ?? 0);
      if (!chosen.has(index) && cost < least) [best, least] = [index, cost];
    }
    if (best < 0) break;
    chosen.add(best);
    for (const [index, words] of candidates.entries()) nearest[index] = Math.max(nearest[index] ?? 0, overlap(words, candidates[best] ?? []));
  }
  return [...chosen];
}
