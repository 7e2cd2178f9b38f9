import type { SheetControl } from './kinds.ts';

/** Two texts that may be judged. */
export interface SheetPair {
  readonly source: string;
  readonly candidate: string;
  /** The systems that made the candidate, or that found the pair. */
  readonly systems: readonly string[];
  /** The sentences that fragments stand in. */
  readonly contexts?: readonly [source: string, candidate: string] | undefined;
  /** The paraphrase score, cosine of the embeddings, or the comparability of documents or sentences. */
  readonly score?: number | undefined;
  /** Word-trigram overlap, 0–1; undefined where a side has fewer than three words. */
  readonly overlap?: number | undefined;
}

/** A pair in its place on a sheet. */
export interface SheetItem extends SheetPair {
  /** The page and the item on it, both from 1. */
  readonly page: number;
  readonly item: number;
  /** The range of scores it was drawn from; '' where the kind has none. */
  readonly group: string;
  readonly control?: SheetControl | undefined;
}
