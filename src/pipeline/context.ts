import type { ScoreMemo } from '../decoding/score-memo.ts';
import type { Memory, StepModel } from '../decoding/step-model.ts';
import { throwIfAborted } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { Framed } from '../text/frame.ts';
import type { KnownSentence, KnownSentences } from './known.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Tools } from './tools.ts';

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * What is known of sentences that were asked for before. Where it is given, a request with bans or demands is answered from what
   * the sentence gives without them and from a smaller draw with them (`chips.ts`); else from a whole draw with them.
   */
  readonly known?: KnownSentences | undefined;
  /** What scores pairs in the place of the model. */
  readonly memo?: ScoreMemo;
}

/** One sentence of a request: the core of it is rewritten, and its rewrites are set into the same frame. */
export interface SentenceContext extends RequestContext {
  readonly frame: Framed;
  /** The core, its tokens, and what the model made of them. */
  readonly source: string;
  readonly sourceIds: readonly number[];
  readonly memory: Memory;
  /** The model, with what it said of the sentence's rewrites. */
  readonly model: StepModel;
  readonly said: KnownSentence;
  readonly plan: ConstraintPlan;
}

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
