import type { InsertionPoint } from './insertion.ts';
import type { Prefix } from './prefix.ts';
import type { Random } from './random.ts';
import type { Course } from './steering.ts';

/** The state of a sample on its way. */
export interface Branch {
  readonly prefix: Prefix;
  /** The state of the automaton of random bans. */
  readonly avoid: number;
  readonly tokens: readonly number[];
  readonly logProbs: readonly number[];
  /** The sum of the estimator's readings where the tokens were drawn; NaN without an estimator. */
  readonly estimates: number;
  /** Tokens that come next without a draw: the rest of a required phrase, or of the script of a second course. */
  readonly script: readonly number[];
  /** Tells whether it has drawn the end token. Only a spare branch can have done so, while it waits whether it is needed. */
  readonly done: boolean;
}

export interface SampledRow {
  readonly set: number;
  readonly index: number;
  readonly random: Random;
  branch: Branch;
  /** The branch that the sample takes instead if a word that it has begun turns out to be banned. */
  spare: Branch | undefined;
  course: Course;
  /** The places for its required phrases, noted on the first course. */
  places: InsertionPoint[];
}

export const start = (prefix: Prefix, avoid: number, script: readonly number[]): Branch => ({
  prefix,
  avoid,
  tokens: [],
  logProbs: [],
  estimates: 0,
  script,
  done: false,
});

/** Returns the mean of the log-probabilities so far. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
