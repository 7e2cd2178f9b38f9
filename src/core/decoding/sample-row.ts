import type { InsertionPoint } from './insertion.ts';
import type { Prefix } from './prefix.ts';
import type { Random } from './random.ts';
import type { Course } from './steering.ts';

/** How far a sample has come. */
export interface Branch {
  readonly prefix: Prefix;
  /** State of the avoid automaton. */
  readonly avoid: number;
  readonly tokens: readonly number[];
  readonly logProbs: readonly number[];
  /** Sum of what the estimator read where each of these was drawn; NaN without one. */
  readonly estimates: number;
  /** Pieces that come next without a draw: the rest of a demand, or of a second course's script. */
  readonly script: readonly number[];
  /** Whether it has drawn the end piece: only a spare one, which waits whether it is needed. */
  readonly done: boolean;
}

/** One sample of the batch. */
export interface SampledRow {
  readonly set: number;
  readonly index: number;
  readonly random: Random;
  branch: Branch;
  /** The way it goes instead if a word that it has begun turns out to be banned. */
  spare: Branch | undefined;
  course: Course;
  /** Places for its demands, noted on the first course. */
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

/** Running mean of the log-probabilities. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
