import { pieceOverlap } from '../metrics/overlap.ts';

export interface SpreadOptions {
  /** Most to choose. */
  readonly n: number;
  /** Nats that a rewrite costs which shares all its words with one already chosen; in proportion below that. */
  readonly diversity: number;
  /** How much of that it costs to share them with the source, 0 to 1. */
  readonly sourceShare: number;
  /** Nats that a further rewrite of a cluster costs, the source's cluster included. */
  readonly sameCluster: number;
}

/**
 * Chooses candidates that are good and differ from the source and from each other: maximal marginal relevance (Carbonell and Goldstein 1998), one
 * after the other the candidate with the least cost + diversity · overlap, where overlap is the largest share of words (∩/∪) with the source or with one that
 * is chosen already (the source counting for `sourceShare`), + sameCluster when its cluster has been drawn from. The source belongs to the chosen from the start, as it is the frozen
 * centroid of ParaBank 2's clusters (§2.3); with a large `sameCluster` and no `diversity` this is their choice of one of each other cluster.
 *
 * @param source its words
 * @param candidates the words of each
 * @param costs one for each, nats a piece, lower is better
 * @param clusters the cluster of each, 0 the source's
 * @returns indices of at most n candidates in the order of their choice; ties go to the lower index
 */
export function spreadOut(source: readonly string[], candidates: readonly (readonly string[])[], costs: readonly number[], clusters: readonly number[], { n, diversity, sourceShare, sameCluster }: SpreadOptions): number[] {
  const overlap = (a: readonly string[], b: readonly string[]): number => (pieceOverlap(a, b) ?? 0) / 100;
  const nearest = candidates.map((words) => sourceShare * overlap(words, source));
  const [chosen, used] = [new Set<number>(), new Set([0])];
  while (chosen.size < Math.min(n, candidates.length)) {
    let [best, least] = [-1, Infinity];
    for (const index of candidates.keys()) {
      if (chosen.has(index)) continue;
      const cost = (costs[index] ?? 0) + diversity * (nearest[index] ?? 0) + (used.has(clusters[index] ?? 0) ? sameCluster : 0);
      if (cost < least) [best, least] = [index, cost];
    }
    if (best < 0) break;
    chosen.add(best);
    used.add(clusters[best] ?? 0);
    for (const [index, words] of candidates.entries()) nearest[index] = Math.max(nearest[index] ?? 0, overlap(words, candidates[best] ?? []));
  }
  return [...chosen];
}
