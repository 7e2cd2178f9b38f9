import type { ScoreMemo } from '../decoding/score-memo.ts';
import type { Memory } from '../decoding/step-model.ts';
import { throwIfAborted } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { Framed } from '../text/frame.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Tools } from './tools.ts';

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
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
  readonly plan: ConstraintPlan;
}

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
