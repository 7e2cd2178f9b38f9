import type { Candidate } from '../quality/candidate.ts';

/** The result of one round of decoding. */
export interface Round {
  readonly rows: number;
  /** The candidates that ended and contain every required phrase. */
  readonly candidates: readonly Candidate<'drawn'>[];
  /** The number of samples that reached their end, or the greatest length, without a required phrase. */
  readonly unmet: number;
  /** The set and the sample of each candidate of a sampled round. */
  readonly places?: readonly SampleIndex[];
  /** The most candidates that are scored backward, in place of the request's number. */
  readonly scored?: number;
}

export interface SampleIndex {
  readonly set: number;
  readonly index: number;
}
