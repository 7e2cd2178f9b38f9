import { pearson, spearman } from '../../core/metrics/correlation.ts';
import { beliefOf, varianceOf } from './belief.ts';
import { ratedItems, type RatingScores } from './items.ts';
import type { RewriteOrigin, RatingPage } from './sheet.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** An identical copy that is rated below this is missed. ParaBank names no limit; a little room is left for the hand. */
export const CONTROL_LEAST = 90;
/** A rater who misses more than this share of the controls is set aside (ParaBank §5). */
export const MOST_MISSED = 0.1;
/** The standard deviations to either side of the mean that hold 95 % of a normal distribution. */
const NORMAL_LIMIT = 1.96;

/** The ratings of one system at one rank. */
export interface SystemRating {
  readonly system: string;
  readonly rank: number | null;
  readonly distance: number | null;
  /** The number of rated rewrites. */
  readonly n: number;
  /** Mean of the rewrites' estimates, 0–100. */
  readonly mean: number;
  /**
   * Half of the 95 % interval around it, 0–100: of the mean of EASL's beliefs about the rewrites, taken as independent
   * and their mean as normal.
   */
  readonly margin: number;
  /** Mean predicted score of the same rewrites that have one. */
  readonly predicted: number | undefined;
}

export interface RatingSummary {
  /** Rounds that have begun. */
  readonly rounds: number;
  /** Sliders set and sliders in all, those of all rounds and of the controls included. */
  readonly rated: number;
  readonly total: number;
  readonly controls: {
    readonly rated: number;
    readonly missed: number;
    /** Tells whether more than `MOST_MISSED` of them were missed. */ readonly failed: boolean;
  };
  /** The ratings by system, distance and rank. A rewrite that several made counts for each. */
  readonly systems: readonly SystemRating[];
  /**
   * Rated rewrites that have a prediction, with their estimates: the mean of an item's ratings, which is the mode of its belief in EASL.
   */
  readonly pairs: readonly { readonly text: string; readonly predicted: number; readonly rating: number }[];
  /** The correlation of predictions and ratings, Pearson's and Spearman's; undefined for fewer than two or constant ones. */
  readonly pearson: number | undefined;
  readonly spearman: number | undefined;
}

/** Sums up the ratings of a sheet: a rewrite that was rated in several rounds counts once, with its estimate. */
export function ratingSummary(pages: readonly RatingPage[], scores: RatingScores): RatingSummary {
  const items = [...ratedItems(pages, scores).values()];
  const controls = items.flatMap(({ item, ratings }) => (item.control ? ratings : []));
  const missed = controls.filter((rating) => rating < CONTROL_LEAST).length;
  const rated = items.flatMap(({ item, ratings }) => {
    const rating = meanOf(ratings);
    return item.control || rating === undefined ? [] : [{ item, rating, variance: varianceOf(beliefOf(ratings)) }];
  });
  const pairs = rated.flatMap(({ item: { text, predicted }, rating }) => (predicted === null ? [] : [{ text, predicted, rating }]));
  const [predictions, ratings] = [pairs.map(({ predicted }) => predicted), pairs.map(({ rating }) => rating)];
  return {
    rounds: Math.max(0, ...pages.map(({ round }) => round + 1)),
    rated: items.reduce((sum, { ratings }) => sum + ratings.length, 0),
    total: pages.reduce((sum, page) => sum + page.items.length, 0),
    controls: { rated: controls.length, missed, failed: missed > MOST_MISSED * controls.length },
    systems: bySystem(
      rated.flatMap(({ item, rating, variance }) =>
        item.origins.map((origin) => ({ origin, rating, variance, predicted: item.predicted ?? undefined })),
      ),
    ),
    pairs,
    pearson: pearson(predictions, ratings),
    spearman: spearman(predictions, ratings),
  };
}

function bySystem(
  judgements: readonly {
    readonly origin: RewriteOrigin;
    readonly rating: number;
    readonly variance: number;
    readonly predicted: number | undefined;
  }[],
): SystemRating[] {
  const groups = new Map<string, { origin: RewriteOrigin; ratings: number[]; variances: number[]; predictions: (number | undefined)[] }>();
  for (const { origin, rating, variance, predicted } of judgements) {
    const key = JSON.stringify([origin.system, origin.distance, origin.rank]);
    const group = groups.get(key) ?? { origin, ratings: [], variances: [], predictions: [] };
    groups.set(key, group);
    group.ratings.push(rating);
    group.variances.push(variance);
    group.predictions.push(predicted);
  }
  return [...groups.values()]
    .map(({ origin: { system, rank, distance }, ratings, variances, predictions }) => ({
      system,
      rank,
      distance,
      n: ratings.length,
      mean: meanOf(ratings) ?? 0,
      margin: marginOf(variances),
      predicted: meanOf(predictions),
    }))
    .toSorted(
      (a, b) =>
        a.system.localeCompare(b.system, 'en', { numeric: true }) ||
        (a.distance ?? -1) - (b.distance ?? -1) ||
        (a.rank ?? 0) - (b.rank ?? 0),
    );
}

/** @param variances of shares, on the scale 0–1 */
function marginOf(variances: readonly number[]): number {
  return (100 * NORMAL_LIMIT * Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0))) / variances.length;
}
