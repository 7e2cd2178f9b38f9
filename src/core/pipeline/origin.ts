import { type Reader, ScoreMemo } from '../decoding/score-memo.ts';
import type { Memory, StepModel } from '../decoding/step-model.ts';
import type { Tools } from './tools.ts';

/** What scores rewrites given their origin, and origins given their rewrite. */
export interface Readers {
  readonly forward: Reader;
  readonly backward: Reader;
}

/**
 * What rewrites are written from: the source itself or, with a pair of translators, one of its best translations into the
 * pivot language (ParaBank 2 §2; ParaNMT §3). From there on the pipeline is the same.
 */
export interface DecoderInput {
  /** Tokens of it, as the model reads them that writes rewrites. */
  readonly ids: readonly number[];
  /** The same text in the tokens of the model that reads rewrites backward. */
  readonly target: readonly number[];
}

/** An origin after encoding, and the model with what it said of what may follow it. */
export interface Encoded {
  readonly memory: Memory;
  readonly model: StepModel;
}

/** The models of the tools as those that score, each request once; one and the same where a model rewrites the source itself. */
export function readersOf({ model, pivot }: Pick<Tools, 'model' | 'pivot'>): Readers {
  const forward = new ScoreMemo(model);
  return { forward, backward: pivot ? new ScoreMemo(pivot.model) : forward };
}
