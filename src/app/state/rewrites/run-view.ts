import type { ParaphraseProgress, Rewrite } from '../../../core/protocol.ts';

/** The progress of the running request; `share` from 0 to 1, undefined before the first step. */
export interface RunView {
  readonly stage: 'encode' | 'sample' | 'score';
  readonly share: number | undefined;
  /** Rewrites that are good enough, before the best of them are chosen. */
  readonly early: readonly Rewrite[];
}

export const begin: RunView = { stage: 'encode', share: undefined, early: [] };

/** Gives the view of a run after an event. */
export function shown(view: RunView, event: ParaphraseProgress): RunView {
  if (event.kind === 'encode') return { ...view, stage: 'encode', share: undefined };
  // Sampling is three quarters of the work with the default budget, scoring the rest.
  if (event.kind === 'sample') return { ...view, stage: 'sample', share: 0.75 * share(event.finished, event.total) };
  if (event.kind === 'score') return { ...view, stage: 'score', share: 0.75 + 0.25 * share(event.done, event.total) };
  return { ...view, early: [...view.early, event.rewrite] };
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
