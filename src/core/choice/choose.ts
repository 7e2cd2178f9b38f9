import type { Settings } from '../options.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import { wordDistance } from '../text/word-distance.ts';
import { clusterCandidates } from './cluster.ts';
import { bestPlace, inOrder, type Placed } from './order.ts';
import { chooseDistinct, setCandidate } from './set.ts';

/** The costs of a wrong rewrite in a set that is shown. Each is tried in turn, until a set is worth its cost. */
const COSTS = [0.4, 0];
/** The costs of a wrong rewrite where the request has an aim. They are higher, because candidates for an aim are less often right. */
const AIMED_COSTS = [1, 0.6, ...COSTS];

/** A chosen candidate, and its cluster where clusters chose. */
export interface Chosen {
  readonly candidate: Candidate<'scored'>;
  readonly cluster?: number;
}

/**
 * Chooses the rewrites of a sentence, at most n, in the order in which they are listed.
 * - with diversity 0: the winners of ParaBank 2's clusters, best score first (§2.3, §3.3).
 * - else the set with the largest expected number of distinct right ones less the cost of wrong ones (`set.ts`), in the requested order.
 * @param candidates accepted ones of one sentence, in the order drawn
 * @param costs the costs of a wrong rewrite with diversity, where a right and fully distinct rewrite is worth 1
 */
export function chooseSet(
  source: string, candidates: readonly Candidate<'scored'>[], settings: Settings, costs = costsOf(settings),
): Chosen[] {
  const { diversity, n, clusters } = settings;
  if (diversity > 0) return distinct(source, candidates, settings, costs);
  return listed(source, clustered(source, candidates, clusters).slice(0, n), settings);
}

const costsOf = ({ aim }: Settings): readonly number[] => (aim === 'any' ? COSTS : AIMED_COSTS);

function clustered(source: string, candidates: readonly Candidate<'scored'>[], clusters: number): Chosen[] {
  const { assignment, winners } = clusterCandidates(source, candidates.map(({ text }) => text), candidates.map(scoreOf), clusters);
  return winners.map((index) => ({ candidate: candidates[index] as Candidate<'scored'>, cluster: assignment[index] ?? 0 }));
}

/** Says how probably a candidate is right; without an estimator it counts score and findings. */
export const rightOf = (candidate: Candidate<'scored'>): number =>
  candidate.right ?? 1 / (1 + scoreOf(candidate) + candidate.findings.length);

/** Returns the figures that decide the place of a candidate in a list. */
export const placeOf = (source: string, candidate: Candidate<'scored'>): Placed => ({
  right: rightOf(candidate), distance: wordDistance(source, candidate.text),
});

/**
 * Sorts a set for listing by `order`. Cluster winners (`diversity` 0) are sorted by score, best first, if `order` has its default.
 */
export function listed(source: string, chosen: readonly Chosen[], { diversity, order }: Settings): Chosen[] {
  if (diversity === 0 && order === 'distance') return chosen.toSorted((a, b) => scoreOf(a.candidate) - scoreOf(b.candidate));
  return inOrder(chosen, order, ({ candidate }) => placeOf(source, candidate));
}

/**
 * Chooses a set of distinct rewrites. It chooses something even where no rewrite is worth its cost, or where there is no quality estimate.
 * Where the best one is listed first, the set is chosen around it.
 */
function distinct(source: string, candidates: readonly Candidate<'scored'>[], settings: Settings, costs: readonly number[]): Chosen[] {
  const { n, diversity: apart, order } = settings;
  const weighed = candidates.map((candidate) => setCandidate(candidate.text, rightOf(candidate)));
  const first = order === 'best' ? bestPlace(candidates.map((candidate) => placeOf(source, candidate))) : -1;
  const setAt = (wrong: number): number[] => chooseDistinct(setCandidate(source, 1).words, weighed, { n, apart, wrong, first });
  const tried = candidates.some(({ right }) => right !== undefined) ? costs : [0];
  const chosen = tried.reduce<number[]>((set, cost) => (set.length > 0 ? set : setAt(cost)), []);
  return listed(source, chosen.map((index) => ({ candidate: candidates[index] as Candidate<'scored'> })), settings);
}

/**
 * Gives the n best items by score (lower is better), best first; equal scores keep their order.
 *
 * It serves the winners of the clusters (ParaBank 2 §3.3: seven winners, the best five are returned). Fewer than n are returned as they
 * are: a repeated rewrite would be no rewrite.
 */
export function chooseBest<T extends { readonly score: number }>(items: readonly T[], n: number): T[] {
  return items.toSorted((a, b) => a.score - b.score).slice(0, Math.max(0, n));
}
