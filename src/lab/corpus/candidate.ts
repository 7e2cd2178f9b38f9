import type { LabelledSpan } from '../../core/text/offsets.ts';

/** A rewrite of a source in a corpus, with the figures it is filtered by; a figure that is not known is absent. */
export interface CorpusCandidate {
  readonly text: string;
  /** Negative log-likelihood per token of the rewrite given the source, and of the source given the rewrite, nats. */
  readonly forward: number;
  readonly backward: number;
  /** The sum of both. */
  readonly score: number;
  /** The quality estimate: how probably a reader calls it right, 0–1. */
  readonly right?: number | undefined;
  /** The distance 1 − ∩/∪ of the lower-cased words of rewrite and source, 0–1. */
  readonly distance: number;
  /** The overlap ∩/∪ × 100 of the model's tokens. */
  readonly overlap?: number | undefined;
  /** Predicted human similarity, 0–100. */
  readonly meaning?: number | undefined;
  /** The places of the kept phrases of its row in it, in the order of `keep`; offsets in code points. */
  readonly kept?: readonly LabelledSpan[] | undefined;
  /** The share of its words that are not in the vocabulary, 0–1. */
  readonly outside?: number | undefined;
}
