import { meanOf } from '../../core/metrics/summary.ts';
import { alpha } from './alpha.ts';
import type { Judgement } from './judgements.ts';
import { type MeanKind, meanRating } from './means.ts';

/** A rewrite with what its raters gave; several judgements of one rater are one, their mean. */
export interface MergedItem {
  readonly source: string;
  readonly text: string;
  readonly systems: readonly string[];
  readonly raters: number;
  /** The judgements of it by all raters. */
  readonly judgements: readonly Judgement[];
  /** The ratings, 0–100, one for each rater who gave one. */
  readonly ratings: readonly number[];
  /** Tells, for each rater who was asked, whether they flagged it. */
  readonly flags: readonly boolean[];
}

/** Returns every rewrite of a table of judgements, controls aside, in the order of first appearance. */
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
      source, text, systems: [...systems], raters: given.length, judgements: given.flat(),
      ratings: given.flatMap((some) => meanOf(some.map(({ rating }) => rating)) ?? []),
      flags: given.filter((some) => some.some(({ flagged }) => flagged !== undefined)).map((some) => some.some(({ flagged }) => flagged)),
    };
  });
}

/** The agreement of raters: Krippendorff's alpha of ratings and of flags, at most 1; undefined without any variety. */
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
  /** Mean of all ratings, 0–100, or of what `by` says. */
  readonly similarity: number | undefined;
  /** Per cent of the rewrites that no rater flagged (ParaBank §5.5, Table 5); undefined where nobody was asked. */
  readonly grammatical: number | undefined;
}

/** Returns the systems of some rewrites or judgements, by name. */
export const systemNames = (made: readonly { readonly systems: readonly string[] }[]): string[] =>
  [...new Set(made.flatMap(({ systems }) => systems))].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Returns every system, by name. A rewrite that several made counts for each. @param by what is averaged first */
export function systemFigures(items: readonly MergedItem[], by: MeanKind = 'judgement'): SystemFigures[] {
  return systemNames(items).map((system) => {
    const own = items.filter(({ systems }) => systems.includes(system));
    return {
      system, n: own.length, similarity: meanRating(own.flatMap(({ judgements }) => judgements), by),
      grammatical: meanOf(own.map(({ flags }) => (flags.length === 0 ? undefined : flags.includes(true) ? 0 : 100))),
    };
  });
}
