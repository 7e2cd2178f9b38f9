import type { Reader } from '../decoding/score-memo.ts';
import type { Memory } from '../decoding/step-model.ts';
import { throwIfAborted } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { Framed } from '../text/frame.ts';
import type { ConstraintPlan } from './plan.ts';
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
export interface Origin {
  /** Tokens of it, as the model reads them that writes rewrites. */
  readonly ids: readonly number[];
  /** The same text in the tokens of the model that reads rewrites backward. */
  readonly target: readonly number[];
}

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What scores pairs in the place of the models. */
  readonly readers?: Readers;
}

/** One sentence of a request: the core of it is rewritten, and its rewrites are set into the same frame. */
export interface SentenceContext extends RequestContext {
  readonly frame: Framed;
  /** The core and its tokens. */
  readonly source: string;
  readonly sourceIds: readonly number[];
  /** What it is rewritten from, and what the model made of each. */
  readonly origins: readonly Origin[];
  readonly memories: readonly Memory[];
  readonly plan: ConstraintPlan;
}

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
