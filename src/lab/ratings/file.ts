import { beliefOf, intervalOf } from './belief.ts';
import { itemKey, ratedItems, type RatedItem, type RatingScores } from './items.ts';
import type { RewriteOrigin, RatingPage } from './sheet.ts';
import { meanOf } from '../../core/metrics/summary.ts';
import { tsvTable } from '../tables/cells.ts';

/** Rounds a number to two decimals at most. */
const rounded = (value: number): number => Math.round(100 * value) / 100;

/** Returns a system by name: `parabank2-d1-3` is the third of ParaBank 2's rewrites at distance 1. */
export function originName({ system, distance, rank }: Pick<RewriteOrigin, 'system' | 'distance' | 'rank'>): string {
  return [system, ...(distance === null ? [] : [`d${distance}`]), ...(rank === null ? [] : [rank])].join('-');
}

/**
 * Returns every item of a sheet as a line of a table with a head, in the order in which they were shown; fields are parted by
 * tabs. `systems` names all that made the rewrite, parted by blanks, and `copy` for a control; `rating` is empty for what was not rated.
 *
 * The last columns say what all rounds together have of the item, the same on each of its lines: how many `ratings`,
 * their `mean`, and from `low` to `high` where EASL (Sakaguchi & Van Durme 2018) places it with a probability of 95 %.
 * Of what was never rated there are 0 ratings and nothing else.
 *
 * @param flags page by page; with it a last column `flagged` has 1 for what was called ungrammatical or without meaning, else 0
 */
export function ratingTable(pages: readonly RatingPage[], scores: RatingScores, flags?: readonly (readonly boolean[])[]): string {
  const head = [
    'page',
    'position',
    'sentence',
    'source',
    'candidate',
    'systems',
    'control',
    'rating',
    'predicted',
    'seed',
    'model',
    'round',
    'ratings',
    'mean',
    'low',
    'high',
    ...(flags ? ['flagged'] : []),
  ];
  const rated = ratedItems(pages, scores);
  return tsvTable([
    head,
    ...pages.flatMap((page, at) =>
      page.items.map((item, place) => [
        at + 1,
        place + 1,
        page.sentence + 1,
        page.source,
        item.text,
        item.control ? 'copy' : item.origins.map(originName).join(' '),
        item.control ? 1 : 0,
        scores[at]?.[place] ?? null,
        item.predicted,
        item.origins[0]?.seed ?? null,
        item.origins[0]?.model ?? null,
        page.round + 1,
        ...estimated(rated.get(itemKey(page, item))),
        ...(flags ? [flags[at]?.[place] ? 1 : 0] : []),
      ]),
    ),
  ]);
}

function estimated(rated: RatedItem | undefined): (number | null)[] {
  const mean = meanOf(rated?.ratings ?? []);
  if (rated === undefined || mean === undefined) return [0, null, null, null];
  const { low, high } = intervalOf(beliefOf(rated.ratings));
  return [rated.ratings.length, ...[mean, low, high].map(rounded)];
}

/**
 * Returns the sheet as the command `evaluate` reads it: a line for each sentence with `id`, `reference`, a column for each
 * system with its rewrite and one `human:<system>` with the mean of its ratings. Where a system has several rewrites of
 * a sentence under one name the first stands; controls are left out.
 */
export function evaluationTable(pages: readonly RatingPage[], scores: RatingScores): string {
  const lines = new Map<number, { source: string; cells: Map<string, { text: string; rating: number | null }> }>();
  for (const { sentence, source, item: { text, origins }, ratings } of ratedItems(pages, scores).values()) {
    const line = lines.get(sentence) ?? { source, cells: new Map<string, { text: string; rating: number | null }>() };
    lines.set(sentence, line);
    const mean = meanOf(ratings);
    for (const name of origins.map(originName))
      if (!line.cells.has(name)) line.cells.set(name, { text, rating: mean === undefined ? null : rounded(mean) });
  }
  const columns = [...new Set([...lines.values()].flatMap(({ cells }) => [...cells.keys()]))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const rows = [...lines].toSorted(([a], [b]) => a - b).map(([sentence, { source, cells }]) =>
    [sentence + 1, source, ...columns.flatMap((name) => [cells.get(name)?.text ?? null, cells.get(name)?.rating ?? null])]);
  return tsvTable([['id', 'reference', ...columns.flatMap((name) => [name, `human:${name}`])], ...rows]);
}
