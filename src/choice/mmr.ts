import { pieceOverlap } from '../evaluation/metrics/overlap.ts';

export interface SpreadCandidate {
  readonly words: readonly string[];
  /** How bad it is, lower is better. */
  readonly cost: number;
  /** What rewrites are listed by, lower first. */
  readonly score: number;
  /** Whether it carries a note that it may not say the same. */
  readonly doubtful: boolean;
}

export interface SpreadOptions {
  /** Most to choose. */
  readonly n: number;
  /** What a rewrite costs which shares all its words with one already chosen; in proportion below that. */
  readonly diversity: number;
  /** How much of that it costs to share them with the source, 0 to 1. */
  readonly sourceShare: number;
  /** How many times as much sharing words costs the bold one. */
  readonly bold: number;
  /** How much more a doubtful one costs as the bold one. */
  readonly caution: number;
  /** How much more than the first one a candidate may cost that is listed before it. */
  readonly nearly: number;
}

/**
 * Chooses candidates that are good and differ from the source and from each other by maximal marginal relevance
 * (Carbonell and Goldstein 1998, eq. 2): one after the other the candidate with the least cost + diversity · overlap,
 * where overlap is the largest share of words (∩/∪) with one that is chosen already, or with the source, which counts for `sourceShare`.
 *
 * Rewrites are listed by their score, which is not the best measure of how good they are, so the first two choices are
 * those to be listed first and last:
 * - the first one by least score + cost, so that little is shut out by the rule that the others are listed behind it;
 * - then the bold one, for which sharing words costs `bold` times as much, and doubtful ones `caution` more; it scores
 *   high enough that the others can be listed before it. Whoever looks through a list to its end
 *   wants something else, and one bold rewrite makes the set more different than five half-bold ones, at a smaller price.
 * The others are listed between these two, or before the first if they cost at most `nearly` more than it and are not
 * doubtful where it is not, as long as there are such; else behind the first, else anywhere.
 *
 * A furthest-first traversal with the source as the first, frozen centroid, as that of ParaBank 2's clusters (§2.3),
 * but one that minds how good a candidate is: there the start picks the strangest candidates, and the best of a cluster
 * around a strange one is seldom good.
 *
 * @returns indices of at most n candidates in the order of their choice; ties go to the lower index
 */
export function spreadOut(
  source: readonly string[],
  candidates: readonly SpreadCandidate[],
  { n, diversity, sourceShare, bold, caution, nearly }: SpreadOptions,
): number[] {
  const overlap = (a: readonly string[], b: readonly string[]): number => (pieceOverlap(a, b) ?? 0) / 100;
  const at = (index: number): SpreadCandidate => candidates[index] as SpreadCandidate;
  const nearest = candidates.map(({ words }) => sourceShare * overlap(words, source));
  const chosen: number[] = [];
  while (chosen.length < Math.min(n, candidates.length)) {
    const left = [...candidates.keys()].filter((index) => !chosen.includes(index));
    const [first, last] = chosen.map(at);
    const isBehind = (index: number): boolean => !first || at(index).score >= first.score;
    const isNearlyAsGood = (index: number): boolean =>
      !first || (at(index).cost <= first.cost + nearly && (!at(index).doubtful || first.doubtful));
    const behind = left.filter(isBehind);
    const between = left.filter((index) => (isBehind(index) || isNearlyAsGood(index)) && (!last || at(index).score <= last.score));
    // The bold one leaves room before it for the others.
    const room = behind.map((index) => at(index).score).sort((a, b) => a - b)[Math.max(0, Math.min(n - 2, behind.length - 1))] ?? 0;
    const roomy = behind.filter((index) => at(index).score >= room);
    const fits = [chosen.length === 1 ? roomy : between, behind].find((some) => some.length > 0) ?? left;
    const weight = chosen.length === 1 ? bold * diversity : diversity;
    const extra = ({ score, doubtful }: SpreadCandidate): number =>
      chosen.length === 0 ? score : chosen.length === 1 && doubtful ? caution : 0;
    const total = (index: number): number => at(index).cost + extra(at(index)) + weight * (nearest[index] ?? 0);
    const best = fits.reduce((least, index) => (total(index) < total(least) ? index : least));
    chosen.push(best);
    for (const [index, { words }] of candidates.entries()) nearest[index] = Math.max(nearest[index] ?? 0, overlap(words, at(best).words));
  }
  return chosen;
}
