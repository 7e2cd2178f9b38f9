import type { BansOnText } from './bans.ts';

/**
 * A required phrase for sampling: its text, and the token sequences that write it (casings, with and without the leading space, other
 * segmentations).
 */
export interface Demand {
  readonly phrase: string;
  readonly alternatives: readonly (readonly number[])[];
  /** For the first token of an alternative, the tokens of the source's words that the phrase can replace. */
  readonly replaces?: ReadonlyMap<number, readonly number[]>;
}

/** A constraint set; all sets of a request are sampled in one batch. */
export interface TokenConstraintSet {
  /** Control tokens at the start of its targets, in place of the request's and as many. */
  readonly tags?: readonly number[] | undefined;
  /** Random bans: these token sequences do not occur; other segmentations of the same words may (ParaBank 2 §2.1). */
  readonly avoid: readonly (readonly number[])[];
  /** Random bans that count at the beginning only. */
  readonly anchored?: readonly (readonly number[])[];
  readonly require?: readonly Demand[];
  /** Tells whether the required phrases have to come in the given order. */
  readonly ordered?: boolean;
}

export interface SampleRequest extends BansOnText {
  /** Control tokens at the start of the target. */
  readonly tags: readonly number[];
  readonly sets: readonly TokenConstraintSet[];
  /** The number of samples of each set. */
  readonly samples: number;
  /** Tells which samples are drawn, all by default. A sample does not depend on the others. */
  readonly only?: (set: number, index: number) => boolean;
  readonly topK: number;
  readonly temperature: number;
  readonly seed: number;
  /** The most tokens of a sample, the end token not counted. */
  readonly maxTokens: number;
  /** The length in tokens at which missing required phrases are pressed hard; the length of the source by default. */
  readonly expectedLength?: number;
  /**
   * Nats per token: a sample whose mean negative log-probability is above it after `patience` tokens or more is given up. It does not hold
   * in sets with required phrases, whose cost says nothing about the rest of the sample.
   */
  readonly giveUpAbove?: number;
  /**
   * Tells whether samples look ahead (default): at bans by a spare branch, at required phrases by two courses. Without it each token is
   * drawn from `constrainedTopK` and nothing else; the end stays closed until every required phrase is met.
   */
  readonly lookAhead?: boolean;
  /**
   * The share of the samples of a set, the first ones, that run a second course where the first ends without a required phrase; all by
   * default.
   */
  readonly pressed?: number;
  /** Tells whether samples with the same prefix share a row of the model (default); the results are the same either way. */
  readonly shareRows?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (ended: number, total: number, step: number) => void;
  /** Hears of each sample as soon as it has ended. */
  readonly onEnded?: (sample: Sampled) => void;
}

/** The number of tokens from which on `giveUpAbove` counts. */
export const patience = 6;

/**
 * The way a sample ended: with the end token; at `maxTokens`; because every token of the model's top was blocked; or because it was given
 * up as too improbable.
 */
export type Ending = 'finished' | 'length' | 'exhausted' | 'hopeless';

export interface Sampled {
  readonly set: number;
  readonly index: number;
  readonly tokens: readonly number[];
  /** Natural log-probabilities under the unconstrained model: one a token, and the end token's last when finished. */
  readonly logProbs: readonly number[];
  /** The reading of the model's estimator, mean over the positions where the tokens were drawn; absent without one. */
  readonly estimate?: number;
  readonly ending: Ending;
  readonly finished: boolean;
  /** Tells whether the text as it stands contains every required phrase of its set. */
  readonly satisfied: boolean;
}

export interface SampleResult {
  readonly samples: readonly Sampled[];
  readonly counts: Readonly<Record<Ending, number>>;
  /** The number of rows that the model computed, all steps together, and that it would have computed without sharing. */
  readonly rows: { readonly computed: number; readonly drawn: number };
}
