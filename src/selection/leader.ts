import { chooseBest } from './rank.ts';

/**
 * The candidates that may be shown with the best one in front of them. Rewrites are listed by their score, which is not the best measure of how good they
 * are: what scores lower than the best one is left out unless it is nearly as good. The best one has the least score + cost.
 *
 * @param scores what rewrites are listed by, one a candidate, lower first
 * @param costs how bad each is, lower is better
 * @param n at least so many are left, if there are, the cheapest of those left out coming back first
 * @param nearly how much more than the best one a candidate may cost that is listed before it
 * @returns indices, ascending
 */
export function behindLeader(scores: readonly number[], costs: readonly number[], n: number, nearly: number): number[] {
  const all = scores.map((score, index) => ({ index, own: score, cost: costs[index] ?? Infinity, score: score + (costs[index] ?? Infinity) }));
  const [leader] = chooseBest(all, 1);
  if (!leader) return [];
  const fits = ({ own, cost }: (typeof all)[number]): boolean => own >= leader.own || cost <= leader.cost + nearly;
  const behind = all.filter(fits);
  const back = chooseBest(all.filter((candidate) => !fits(candidate)).map(({ index, cost }) => ({ index, score: cost })), n - behind.length);
  return [...behind, ...back].map(({ index }) => index).toSorted((a, b) => a - b);
}
