import type { Settings } from '../options.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import { comparisonKey } from '../text/normalise.ts';
import type { KnownSentence } from './known.ts';
import { Tally } from './tally.ts';

/** The next best may lie above the threshold by this factor when rewrites are missing. */
const NEAR = 1.4;

/** The candidates of a sentence by the step that they have reached, and the count of all samples. */
export class Pool {
  readonly accepted: Candidate<'scored'>[] = [];
  /** The candidates that satisfy the constraints. */
  readonly lawful: Candidate<'observed'>[] = [];
  /** The candidates that the adapter has read. */
  readonly read: Candidate<'observed'>[] = [];
  readonly tally = new Tally();
  /** Tells whether a rewrite was shown before the set is chosen. */
  isEarlyShown = false;
  /** The scored candidates above the threshold or below the reject threshold. None of them breaks an invariant. */
  private readonly reserve: Candidate<'scored'>[] = [];

  /** @param said the cache, which gets what is accepted */
  constructor(private readonly settings: Settings, private readonly said: KnownSentence) {}

  /** Accepts a candidate that is good enough, and keeps another one in reserve. */
  judge(candidate: Candidate<'scored'>): void {
    const { threshold, estimator } = this.settings;
    const isUnlikely = estimator && candidate.unlikely === true;
    const isAbove = !(scoreOf(candidate) <= threshold);
    if (!isAbove && !isUnlikely) return this.accept(candidate);
    this.reserve.push(candidate);
    this.tally.set(keyOf(candidate), isAbove ? 'aboveThreshold' : 'unlikely');
  }

  accept(candidate: Candidate<'scored'>): void {
    this.accepted.push(candidate);
    if (candidate.unlikely !== true) this.said.accept(this.settings, candidate);
    this.tally.set(keyOf(candidate), 'accepted');
  }

  /** Gives the candidates of the reserve that are not far above the threshold. */
  get near(): Candidate<'scored'>[] {
    const { threshold, strict } = this.settings;
    return this.reserve.filter((candidate) => scoreOf(candidate) <= (strict ? 1 : NEAR) * threshold);
  }
}

/** Returns the key of a candidate; each key is counted once. */
export const keyOf = ({ text, rank }: Candidate<'drawn'>): string => (rank === undefined ? comparisonKey(text) : `#${rank}`);
