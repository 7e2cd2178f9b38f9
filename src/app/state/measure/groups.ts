import type { RateableRewrite, RatingGroup } from '../../../lab/ratings/sheet.ts';
import type { ParaphraseResult, Rewrite } from '../../../core/protocol.ts';
import type { Maker, Measured } from './measured.ts';

/** The facts about one sentence before it is rated. */
interface Sentence {
  /** Place in the text, from 0. */
  readonly sentence: number;
  readonly source: string;
  /** The rewrites of every maker; `rank` from 1. */
  readonly made: readonly { readonly rewrite: Rewrite; readonly rank: number; readonly maker: Maker; readonly result: ParaphraseResult }[];
  /** The text in its place. */
  readonly taken: readonly Measured[];
  /** Predicted meaning of a rewrite, 0–100. */
  readonly predicted: (rewrite: Rewrite) => number | undefined;
}

/** Returns a sentence with its rewrites as candidates for rating; one in the text that no maker's result holds is `in-text`. */
export function ratingGroup({ sentence, source, made, taken, predicted }: Sentence): RatingGroup {
  const candidates = made.map(({ rewrite, rank, maker, result }): RateableRewrite => ({
    text: rewrite.text,
    predicted: predicted(rewrite) ?? null,
    origins: [{ system: String(maker.approach), rank, distance: maker.distance, seed: result.seed, model: result.model }],
  }));
  const standing = taken
    .filter(({ text }) => !made.some(({ rewrite }) => rewrite.text === text))
    .map(({ text, meaning }): RateableRewrite => ({
      text,
      predicted: meaning ?? null,
      origins: [{ system: 'in-text', rank: null, distance: null, seed: null, model: null }],
    }));
  return { sentence, source, candidates: [...candidates, ...standing] };
}
