import { median as middle } from '../../../src/core/metrics/histogram.ts';
import type { Execution } from '../../../src/core/protocol.ts';
import type { System } from '../contest/contestant.ts';

/** A task on one device; medians over `times` runs after one that doesn't count. */
export interface Row {
  readonly name: string;
  readonly model: string;
  /** The arithmetic of the graph. */
  readonly form: string;
  readonly threads: number;
  /** The runtime; WebAssembly if undefined. */
  readonly runtime?: Execution['runtime'];
  /** Rows of a step, targets that are scored, or rows sampled for a sentence. */
  readonly batch: number;
  /** Milliseconds by the wall, and of processor time (that of the wall where a process's own can't be told). */
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
}

/** A row of the comparison. */
export interface ContestRow extends Row {
  readonly name: 'sampling' | 'scoring';
  /** The place: `node-wasm`, `chromium-wasm` or `chromium-webgpu`. */
  readonly place: string;
  readonly system: System;
  /** Forced steps; the length of the candidates that are scored. */
  readonly steps: number;
  readonly tokensPerSecond: number;
  /** Bytes handed to JavaScript, counted, over the forced steps (of scoring: over the candidates). */
  readonly readBackBytesPerStep: number;
  /** The most its process or page held until then, MiB. */
  readonly peakMiB: number;
  /** The milliseconds until the first rewrite was complete. */
  readonly firstMilliseconds: number;
  readonly times: number;
  /** Rows that were computed in each run; fewer than `batch` where the rest would be the same again, and the figures are those of all. */
  readonly computed: number;
  /** A step's calls of the graphics interface; zero on WASM. */
  readonly mapAsyncPerStep: number;
  readonly dispatchesPerStep: number;
}

export const isContest = (row: Row): row is ContestRow => 'system' in row;

/** Returns the middle of some numbers, the mean of both middle ones of an even count; NaN of none. */
export const median = (values: readonly number[]): number => middle(values) ?? NaN;

/** A number with so many digits behind the point. */
export const rounded = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;
