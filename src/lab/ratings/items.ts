import type { RatingItem, RatingPage } from './sheet.ts';

/** Scores of a sheet, 0–100, page by page and item by item; null: not rated. */
export type RatingScores = readonly (readonly (number | null)[])[];

/** One rewrite, or the copies of one sentence, over all rounds. */
export interface RatedItem {
  readonly sentence: number;
  readonly source: string;
  readonly item: RatingItem;
  /** The ratings given, 0–100, in the order of the rounds. */
  readonly ratings: readonly number[];
}

/** Returns the name of an item in its sheet: rounds show the same again. */
export function itemKey({ sentence }: Pick<RatingPage, 'sentence'>, { text, control }: Pick<RatingItem, 'text' | 'control'>): string {
  return JSON.stringify([sentence, control, text]);
}

/** Returns every different item of a sheet with its ratings, by `itemKey`, in the order in which they were first shown. */
export function ratedItems(pages: readonly RatingPage[], scores: RatingScores): ReadonlyMap<string, RatedItem> {
  const items = new Map<string, RatedItem & { ratings: number[] }>();
  for (const [at, page] of pages.entries()) {
    for (const [place, item] of page.items.entries()) {
      const key = itemKey(page, item);
      const rated = items.get(key) ?? { sentence: page.sentence, source: page.source, item, ratings: [] };
      items.set(key, rated);
      const score = scores[at]?.[place] ?? null;
      if (score !== null) rated.ratings.push(score);
    }
  }
  return items;
}
