import type { Settings } from '../options.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import { comparisonKey } from '../text/normalise.ts';
import type { KnownSentence } from './known.ts';
import { Tally } from './tally.ts';

/** How far above the threshold, as a factor, the next best may lie when rewrites are missing. */
const NEAR = 1.4;

/** All candidates of a sentence by how far they came, and where every row went. */
export class Pool {
  readonly accepted: Candidate<'scored'>[] = [];
  /** Candidates that break neither ban nor demand. */
  readonly lawful: Candidate<'observed'>[] = [];
  readonly tally = new Tally();
  /** Whether a rewrite was shown before the set is chosen. */
  isEarlyShown = false;
  /** Scored, but above the threshold or hardly right by the estimator; what breaks an invariant is not among them. */
  private readonly reserve: Candidate<'scored'>[] = [];

  /** @param said remembers what is accepted */
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

/** The key under which a candidate has one fate. */
export const keyOf = ({ text, rank }: Candidate<'drawn'>): string => (rank === undefined ? comparisonKey(text) : `#${rank}`);
