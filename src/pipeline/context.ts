import type { Memory } from '../decoding/step-model.ts';
import { throwIfAborted } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { ParaphraseProgress } from '../protocol.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Tools } from './tools.ts';

/** One request: what it is answered with, what was asked, and who listens. */
export interface RequestContext {
  readonly tools: Tools;
  readonly settings: Settings;
  readonly progress?: ((event: ParaphraseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One sentence of a request, encoded. */
export interface SentenceContext extends RequestContext {
  readonly source: string;
  readonly sourceIds: readonly number[];
  readonly memory: Memory;
  readonly plan: ConstraintPlan;
}

/** The distance tag under which sources are scored given their rewrites, and rewrites given their sources. */
const SCORING_DISTANCE = 1;
export const scoringTags = ({ tools }: RequestContext): number[] => tools.tags(SCORING_DISTANCE);

/** @throws OtherwiseError `aborted` or `superseded` when the request was stopped */
export const throwIfStopped = ({ signal }: RequestContext): void => { throwIfAborted(signal); };
