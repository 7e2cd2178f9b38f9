import { meanOf } from '../../core/metrics/summary.ts';
import type { Judgement } from './judgements.ts';

/** The values that a mean of ratings is taken over: every judgement, a mean for each rater, or a mean for each rewrite. */
export const meanKinds = ['judgement', 'rater', 'rewrite'] as const;
export type MeanKind = (typeof meanKinds)[number];

/** The key by which judgements are averaged first; with `judgement` none are. */
const groupOf: Readonly<Record<Exclude<MeanKind, 'judgement'>, (one: Judgement) => string>> = {
  rater: ({ rater }) => rater,
  rewrite: ({ source, text }) => JSON.stringify([source, text]),
};

/**
 * Returns the mean rating of some judgements, 0–100; undefined where nobody gave one. The papers' tables are plain means of all
 * judgements. Of one rewrite several ratings of one rater count as one, their mean, with `rewrite`.
 */
export function meanRating(judgements: readonly Judgement[], by: MeanKind): number | undefined {
  if (by === 'judgement') return meanOf(judgements.map(({ rating }) => rating));
  const groups = new Map<string, Judgement[]>();
  for (const one of judgements) {
    const group = groups.get(groupOf[by](one));
    if (group) group.push(one);
    else groups.set(groupOf[by](one), [one]);
  }
  const inner = by === 'rater' ? 'judgement' : 'rater';
  return meanOf(Array.from(groups.values(), (some) => meanRating(some, inner)));
}
