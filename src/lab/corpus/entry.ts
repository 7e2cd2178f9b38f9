import type { LabelledSpan } from '../../core/text/offsets.ts';
import type { CorpusCandidate } from './candidate.ts';
import type { FilterName } from './filters.ts';
import type { OwnSystem } from './systems.ts';

export type { CorpusCandidate } from './candidate.ts';

/** The origin of a rewrite: a system and the rank it gave, from 1. */
export interface Origin {
  readonly system: OwnSystem;
  readonly rank: number;
}

/** A rewrite with every system that made it. */
export interface CorpusRewrite extends CorpusCandidate {
  readonly systems: readonly Origin[];
  /** Dual conditional cross-entropy of rewrite and source, nats per token (`dualCrossEntropy`). */
  readonly crossEntropy: number;
}

/** A constraint of a row that no rewrite of a system meets. */
export interface CorpusUnmet {
  readonly system: OwnSystem;
  readonly phrase: string;
  readonly reason: string;
}

/** The result of one row. */
export interface CorpusEntry {
  /** The line of the input, from 1. */
  readonly line: number;
  /** The row's name, where a column of names was chosen. */
  readonly id?: string;
  /** The row's other columns, as they are. */
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly source: string;
  /** The stretches of the source that every rewrite keeps; offsets in code points of `source`. */
  readonly keep?: readonly LabelledSpan[];
  /** The share of the source's words that are not in the vocabulary, 0–1; where there is one. */
  readonly outside?: number;
  readonly rewrites: readonly CorpusRewrite[];
  /** Distinct rewrites that a filter left out, by the first that did. */
  readonly dropped: Readonly<Partial<Record<FilterName, number>>>;
  /** The constraints that no rewrite meets; absent where every constraint is met. */
  readonly unmet?: readonly CorpusUnmet[];
  /** The hash of the model's weights. */
  readonly model: string;
  readonly seed: number;
  /** The library that computed it, and the device; absent in entries that were kept before these were written down. */
  readonly runtime?: string;
  readonly device?: string;
}
