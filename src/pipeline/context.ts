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
}

/** One sentence of a request: rewrites are drawn of its core and read against the whole. */
export interface SentenceContext extends RequestContext {
  readonly source: string;
  readonly frame: Framed;
  /** Tokens of the core, and the core encoded. */
  readonly coreIds: readonly number[];
  readonly memory: Memory;
  readonly plan: ConstraintPlan;
}

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
