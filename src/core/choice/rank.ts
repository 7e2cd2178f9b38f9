/**
 * The n best items by score (lower is better), best first; equal scores keep their order.
 *
 * Used on the winners of the clusters (ParaBank 2 §3.3: seven winners, the best five are returned). Fewer than n are
 * returned as they are: a repeated rewrite would be no rewrite.
 */
export function chooseBest<T extends { readonly score: number }>(items: readonly T[], n: number): T[] {
  return items.toSorted((a, b) => a.score - b.score).slice(0, Math.max(0, n));
}
