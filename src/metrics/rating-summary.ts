import { pearson, spearman } from './correlation.ts';
import type { Origin, RatingPage } from './rating-sheet.ts';
import { meanOf } from './summary.ts';

/** Scores of a sheet, 0–100, page by page and item by item; null: not rated. */
export type RatingScores = readonly (readonly (number | null)[])[];

/** An identical copy that is rated below this is missed. ParaBank names no limit; a little room is left for the hand. */
export const CONTROL_LEAST = 90;
/** A rater who misses more than this share of the controls is set aside (ParaBank §5). */
export const MOST_MISSED = 0.1;

/** The ratings of one system at one rank. */
export interface SystemRating {
  readonly system: string;
  readonly rank: number | null;
  readonly distance: number | null;
  /** Rated rewrites. */
  readonly n: number;
  /** Mean rating, 0–100. */
  readonly mean: number;
  /** Mean predicted score of the same rewrites that have one. */
  readonly predicted: number | undefined;
}

export interface RatingSummary {
  /** Items rated and items in all, controls included. */
  readonly rated: number;
  readonly total: number;
  readonly controls: { readonly rated: number; readonly missed: number; /** Whether more than `MOST_MISSED` of them were missed. */ readonly failed: boolean };
  /** By system, distance and rank. A rewrite that several made counts for each. */
  readonly systems: readonly SystemRating[];
  /** Rated rewrites that have a prediction. */
  readonly pairs: readonly { readonly text: string; readonly predicted: number; readonly rating: number }[];
  /** Between predictions and ratings; undefined for fewer than two or constant ones. */
  readonly pearson: number | undefined;
  readonly spearman: number | undefined;
}

/** Sums up the ratings of a sheet. */
export function ratingSummary(pages: readonly RatingPage[], scores: RatingScores): RatingSummary {
  const items = pages.flatMap((page, at) => page.items.map((item, place) => ({ item, rating: scores[at]?.[place] ?? null })));
  const rated = items.flatMap(({ item, rating }) => (rating === null ? [] : [{ item, rating }]));
  const controls = rated.filter(({ item }) => item.control);
  const missed = controls.filter(({ rating }) => rating < CONTROL_LEAST).length;
  const pairs = rated.flatMap(({ item: { text, predicted, control }, rating }) => (control || predicted === null ? [] : [{ text, predicted, rating }]));
  const [predictions, ratings] = [pairs.map(({ predicted }) => predicted), pairs.map(({ rating }) => rating)];
  return {
    rated: rated.length, total: items.length, controls: { rated: controls.length, missed, failed: missed > MOST_MISSED * controls.length },
    systems: bySystem(rated.flatMap(({ item, rating }) => item.origins.map((origin) => ({ origin, rating, predicted: item.predicted ?? undefined })))),
    pairs, pearson: pearson(predictions, ratings), spearman: spearman(predictions, ratings),
  };
}

function bySystem(judgements: readonly { readonly origin: Origin; readonly rating: number; readonly predicted: number | undefined }[]): SystemRating[] {
  const groups = new Map<string, { origin: Origin; ratings: number[]; predictions: (number | undefined)[] }>();
  for (const { origin, rating, predicted } of judgements) {
    const key = JSON.stringify([origin.system, origin.distance, origin.rank]);
    const group = groups.get(key) ?? { origin, ratings: [], predictions: [] };
    groups.set(key, group);
    group.ratings.push(rating);
    group.predictions.push(predicted);
  }
  return [...groups.values()]
    .map(({ origin: { system, rank, distance }, ratings, predictions }) => ({ system, rank, distance, n: ratings.length, mean: meanOf(ratings) ?? 0, predicted: meanOf(predictions) }))
    .toSorted((a, b) => a.system.localeCompare(b.system, 'en', { numeric: true }) || (a.distance ?? -1) - (b.distance ?? -1) || (a.rank ?? 0) - (b.rank ?? 0));
}
