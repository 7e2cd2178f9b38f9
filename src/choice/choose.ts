import type { Settings } from '../options.ts';
import { type Scored, scoreOf } from '../quality/candidate.ts';
import { wordDistance } from '../text/word-distance.ts';
import { clusterCandidates } from './cluster.ts';
import { chooseDistinct, setCandidate } from './set.ts';

/** What a wrong rewrite costs in a set that is shown. */
const WRONG = 0.2;

/** A chosen candidate, and its cluster where clusters chose. */
export interface Chosen {
  readonly candidate: Scored;
  readonly cluster?: number;
}

/**
 * The rewrites of a sentence, at most n, in the order they are listed.
 * - `parabank`: the beam's first ones, in the beam's order.
 * - `parabank2`, and with diversity 0: the winners of ParaBank 2's clusters, best score first (§2.3, §3.3).
 * - ours: the set with the largest expected number of distinct right ones less what wrong ones cost (`set.ts`), from
 *   close to bold or the likeliest first.
 * @param candidates accepted ones of one sentence, in the order drawn
 * @param wrong what a wrong one costs in our set, a right and wholly distinct one being worth 1
 */
export function chooseSet(source: string, candidates: readonly Scored[], settings: Settings, wrong = WRONG): Chosen[] {
  const { mode, diversity, n, clusters } = settings;
  if (mode === 'parabank') return candidates.slice(0, n).map((candidate) => ({ candidate }));
  return diversity > 0 ? distinct(source, candidates, settings, wrong) : clustered(source, candidates, clusters).slice(0, n);
}

function clustered(source: string, candidates: readonly Scored[], clusters: number): Chosen[] {
  const { assignment, winners } = clusterCandidates(source, candidates.map(({ text }) => text), candidates.map(scoreOf), clusters);
  return winners.map((index) => ({ candidate: candidates[index] as Scored, cluster: assignment[index] ?? 0 }));
}

/** How probably a candidate is right; without estimator the lower score is the likelier, and the fewer findings. */
export const rightOf = (candidate: Scored): number => candidate.right ?? 1 / (1 + scoreOf(candidate) + candidate.findings.length);

/** A set in the order of its list: clusters' winners best score first, ours from close to bold or the likeliest first. */
export function listed(source: string, chosen: readonly Chosen[], { mode, diversity, order }: Settings): Chosen[] {
  if (mode === 'parabank') return [...chosen];
  const likeliest = (one: Scored): number => -rightOf(one);
  const closest = (one: Scored): number => wordDistance(source, one.text);
  const place = diversity === 0 ? scoreOf : order === 'right' ? likeliest : closest;
  return chosen.toSorted((a, b) => place(a.candidate) - place(b.candidate));
}

/** Something is shown all the same where no rewrite is worth its cost, or nobody says how probably one is right. */
function distinct(source: string, candidates: readonly Scored[], settings: Settings, cost: number): Chosen[] {
  const { n, diversity: apart } = settings;
  const weighed = candidates.map((candidate) => setCandidate(candidate.text, rightOf(candidate)));
  const setAt = (wrong: number): number[] => chooseDistinct(setCandidate(source, 1).words, weighed, { n, apart, wrong });
  const worthwhile = candidates.some(({ right }) => right !== undefined) ? setAt(cost) : [];
  const chosen = worthwhile.length > 0 ? worthwhile : setAt(0);
  return listed(source, chosen.map((index) => ({ candidate: candidates[index] as Scored })), settings);
}
