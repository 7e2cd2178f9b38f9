import { meanOf } from '../../core/metrics/summary.ts';
import { alpha } from './alpha.ts';
import type { Judgement } from './judgements.ts';

/** A rewrite with what its raters gave; several judgements of one rater are one, their mean. */
export interface MergedItem {
  readonly source: string;
  readonly text: string;
  readonly systems: readonly string[];
  readonly raters: number;
  /** One for each rater who gave a rating, 0–100. */
  readonly ratings: readonly number[];
  /** One for each rater who was asked: whether they flagged it. */
  readonly flags: readonly boolean[];
}

/** Every rewrite of a table of judgements, controls aside, in the order of first appearance. */
export function mergedItems(judgements: readonly Judgement[]): MergedItem[] {
  const items = new Map<string, { first: Judgement; systems: Set<string>; byRater: Map<string, Judgement[]> }>();
  for (const one of judgements) {
    if (one.control) continue;
    const key = JSON.stringify([one.source, one.text]);
    const item = items.get(key) ?? { first: one, systems: new Set<string>(), byRater: new Map<string, Judgement[]>() };
    items.set(key, item);
    for (const system of one.systems) item.systems.add(system);
    item.byRater.set(one.rater, [...(item.byRater.get(one.rater) ?? []), one]);
  }
  return Array.from(items.values(), ({ first: { source, text }, systems, byRater }) => {
    const given = [...byRater.values()];
    return {
      source, text, systems: [...systems], raters: given.length,
      ratings: given.flatMap((some) => meanOf(some.map(({ rating }) => rating)) ?? []),
      flags: given.filter((some) => some.some(({ flagged }) => flagged !== undefined)).map((some) => some.some(({ flagged }) => flagged)),
    };
  });
}

/** How raters agree: Krippendorff's alpha of ratings and of flags, at most 1; undefined without any variety. */
export interface RaterAgreement {
  /** Rewrites with at least two raters. */
  readonly items: number;
  readonly ratings: number | undefined;
  readonly flags: number | undefined;
}

export const raterAgreement = (items: readonly MergedItem[]): RaterAgreement => ({
  items: items.filter(({ raters }) => raters > 1).length,
  ratings: alpha(items.map(({ ratings }) => ratings)),
  flags: alpha(items.map(({ flags }) => flags.map(Number))),
});

/** A system over the rewrites it made. */
export interface SystemFigures {
  readonly system: string;
  readonly n: number;
  /** Mean of the rewrites' mean ratings, 0–100. */
  readonly similarity: number | undefined;
  /** Per cent of the rewrites that no rater flagged (ParaBank §5.5, Table 5); undefined where nobody was asked. */
  readonly grammatical: number | undefined;
}

/** Every system, by name. A rewrite that several made counts for each. */
export function systemFigures(items: readonly MergedItem[]): SystemFigures[] {
  const names = [...new Set(items.flatMap(({ systems }) => systems))].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return names.map((system) => {
    const own = items.filter(({ systems }) => systems.includes(system));
    return {
      system, n: own.length, similarity: meanOf(own.map(({ ratings }) => meanOf(ratings))),
      grammatical: meanOf(own.map(({ flags }) => (flags.length === 0 ? undefined : flags.includes(true) ? 0 : 100))),
    };
  });
}
