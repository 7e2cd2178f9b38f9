import { chooseBest } from '../choice/rank.ts';
import type { Candidate } from '../quality/candidate.ts';

/** What a finding counts for at first sight, in nats. */
const FINDING = 0.6;

/** How promising a candidate is before it is read backward; without an estimator the likelier and less noted is more so. */
export const promiseOf = ({ forward, broken, findings, first }: Candidate<'observed'>): number =>
  first ?? 1 / (1 + Math.exp(forward + FINDING * (broken.length + findings.length)));

/** The candidates that are most promising, as many as are wanted. */
export const likeliest = (sound: readonly Candidate<'observed'>[], most: number): ReadonlySet<Candidate<'observed'>> =>
  new Set(chooseBest(sound.map((candidate) => ({ candidate, score: -promiseOf(candidate) })), most).map(({ candidate }) => candidate));
