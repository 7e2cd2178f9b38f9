import type { FilterName } from './filters.ts';
import type { OwnSystem } from './systems.ts';

/** A rewrite of a source with the figures it is filtered by; a figure that is not known is absent. */
export interface Candidate {
  readonly text: string;
  /** Negative log-likelihood per token of the rewrite given the source, and of the source given the rewrite, nats. */
  readonly forward: number;
  readonly backward: number;
  /** Their sum. */
  readonly score: number;
  /** How probably a reader calls it right, 0–1. */
  readonly right?: number | undefined;
  /** 1 − ∩/∪ of the lower-cased words of rewrite and source, 0–1. */
  readonly distance: number;
  /** ∩/∪ × 100 of the model's tokens. */
  readonly overlap?: number | undefined;
  /** Predicted human similarity, 0–100. */
  readonly meaning?: number | undefined;
}

/** Where a rewrite comes from: a system and the rank it gave, from 1. */
export interface Origin {
  readonly system: OwnSystem;
  readonly rank: number;
}

/** A rewrite with every system that made it. */
export interface CorpusRewrite extends Candidate {
  readonly systems: readonly Origin[];
  /** Dual conditional cross-entropy of rewrite and source, nats per token (`dualCrossEntropy`). */
  readonly crossEntropy: number;
}

/** What became of one row. */
export interface CorpusEntry {
  /** Of the input, from 1. */
  readonly line: number;
  /** As the row has it, where a column of names was chosen. */
  readonly id?: string;
  readonly source: string;
  readonly rewrites: readonly CorpusRewrite[];
  /** Distinct rewrites that a filter left out, by the first that did. */
  readonly dropped: Readonly<Partial<Record<FilterName, number>>>;
  /** Hash of the model's weights. */
  readonly model: string;
  readonly seed: number;
}
