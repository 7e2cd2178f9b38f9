import type { TextBan } from '../constraints/hard-ban.ts';

/**
 * A demand of sampling: its text, and the piece sequences that write it (casings, with and without the leading space,
 * other segmentations).
 */
export interface Demand {
  readonly phrase: string;
  readonly alternatives: readonly (readonly number[])[];
}

/** One constraint set; all sets of a request are sampled in one batch. */
export interface TokenConstraintSet {
  /** Control pieces at the start of its targets, in place of the request's and as many. */
  readonly tags?: readonly number[] | undefined;
  /** Soft bans: these piece sequences do not occur; other segmentations of the same words may (ParaBank 2 §2.1). */
  readonly avoid: readonly (readonly number[])[];
  /** Soft bans that count at the beginning only. */
  readonly anchored?: readonly (readonly number[])[];
  readonly require?: readonly Demand[];
  /** Demands in the given order. */
  readonly ordered?: boolean;
}

/** The text of pieces, for bans and demands that are read off the text. */
export interface PieceText {
  /** Text of one piece, its space included; U+FFFD where its bytes are no whole character. */
  pieceText(id: number): string;
  /** Text of a sequence; used after a piece with U+FFFD, whose characters only the sequence tells. */
  decode?(ids: readonly number[]): string;
}

export interface SampleRequest {
  /** Control pieces at the start of the target. */
  readonly tags: readonly number[];
  readonly sets: readonly TokenConstraintSet[];
  /** Samples of each set. */
  readonly samples: number;
  /** Which of them are drawn, all by default; what they are does not depend on the others. */
  readonly only?: (set: number, index: number) => boolean;
  readonly topK: number;
  readonly temperature: number;
  readonly seed: number;
  /** Most pieces of a sample, the end piece not counted. */
  readonly maxTokens: number;
  readonly hardBan?: TextBan;
  /** Needed when there are hard bans or demands. Where it is given, pieces with a line break are blocked: a unit of text is one line. */
  readonly text?: PieceText;
  /** Length in pieces at which unmet demands press hard; the length of the source by default. */
  readonly expectedLength?: number;
  /**
   * Nats per piece: a sample whose mean negative log-probability is above it after `patience` pieces or more is given
   * up. Not in sets with demands: what a demand costs says nothing about the rest of the sample.
   */
  readonly giveUpAbove?: number;
  /**
   * Whether samples look ahead (default): at bans by a spare branch, at demands by two courses. Without it each piece is
   * drawn from `constrainedTopK` and nothing else; the end stays closed until every demand is met.
   */
  readonly lookAhead?: boolean;
  /** The share of the samples of a set, the first ones, that run a second course where the first ends without a demand; all by default. */
  readonly pressed?: number;
  /** Whether samples with the same prefix ride on one row of the model (default); the results are the same either way. */
  readonly shareRows?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (ended: number, total: number, step: number) => void;
  /** Called for each sample as soon as it has ended. */
  readonly onEnded?: (sample: Sampled) => void;
}

/** Pieces before `giveUpAbove` counts. */
export const patience = 6;

/**
 * How a sample ended: with the end piece; at `maxTokens`; because every piece among the model's top was blocked; or because it was given up
 * as too improbable.
 */
export type Ending = 'finished' | 'length' | 'exhausted' | 'hopeless';

export interface Sampled {
  readonly set: number;
  /** Position within the set. */
  readonly index: number;
  /** Pieces without the end piece. */
  readonly tokens: readonly number[];
  /** Natural log-probabilities under the unconstrained model: one a piece, and the end piece's last when finished. */
  readonly logProbs: readonly number[];
  /** What the model's estimator of rewrites read, mean over the positions where these were drawn; absent without one. */
  readonly estimate?: number;
  readonly ending: Ending;
  readonly finished: boolean;
  /** Whether the text as it stands meets every demand of its set. */
  readonly satisfied: boolean;
}

export interface SampleResult {
  /** All samples, by set and index. */
  readonly samples: readonly Sampled[];
  readonly counts: Readonly<Record<Ending, number>>;
  /** Rows the model computed, all steps together, and rows it would have computed without sharing. */
  readonly rows: { readonly computed: number; readonly drawn: number };
}
