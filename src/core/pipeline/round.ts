import type { Candidate } from '../quality/candidate.ts';

/** What a round of decoding brought. */
export interface Round {
  readonly rows: number;
  /** Those that ended with every demand met. */
  readonly candidates: readonly Candidate<'drawn'>[];
  /** How many came to their end, or to the greatest length, without a demand. */
  readonly unmet: number;
  /** Which sample of which set each candidate of a sampled round is. */
  readonly places?: readonly SampleIndex[];
  /** Most candidates that are read backward, in place of the request's. */
  readonly scored?: number;
}

export interface SampleIndex {
  readonly set: number;
  readonly index: number;
}
