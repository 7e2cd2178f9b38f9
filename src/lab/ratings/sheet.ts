import { plainWords } from '../../core/text/words.ts';
import { Shuffler } from '../shuffle.ts';

/** The system that made a rewrite, and its figures for it. */
export interface RewriteOrigin {
  /** The name: `parabank2`, a number of ParaBank's, or `in-text` for a rewrite of which only the text is left. */
  readonly system: string;
  /** Place among that system's rewrites of the sentence, from 1; null where it is not known, as is what follows. */
  readonly rank: number | null;
  readonly distance: number | null;
  readonly seed: number | null;
  readonly model: string | null;
}

/** A rewrite that may be rated. */
export interface RateableRewrite {
  readonly text: string;
  readonly origins: readonly RewriteOrigin[];
  /** Predicted human similarity, 0–100, for comparison; never shown while rating. */
  readonly predicted: number | null;
}

/** Something to be rated: a rewrite, or the source itself as a control. */
export interface RatingItem extends RateableRewrite {
  readonly control: boolean;
}

/** A page to rate at once: one sentence and rewrites of it from all systems, in no order. */
export interface RatingPage {
  /** The round, from 0. The first shows every rewrite; what further ones show again, `nextRound` chooses. */
  readonly round: number;
  /** Place of the sentence in the text, from 0. */
  readonly sentence: number;
  readonly source: string;
  readonly items: readonly RatingItem[];
}

/** A sentence with its rewrites. */
export interface RatingGroup {
  readonly sentence: number;
  readonly source: string;
  readonly candidates: readonly RateableRewrite[];
}

/** Rewrites on a page at most, a handful as in EASL (Sakaguchi & Van Durme 2018); a control may come on top. */
export const PAGE_ITEMS = 5;

/**
 * Pages of the first round of a rating in the style of EASL: at most `sentences` of the groups, chosen and ordered by
 * the seed; of each every different rewrite, shuffled, so that nobody sees which system it is from; and on every other
 * page (at least one) an identical copy of the source as a control (ParaBank §5).
 *
 * Rewrites with the same text are one item with all their origins. A rewrite with the source's own words in their order
 * is no item: it would be a control that nobody counts. More than `PAGE_ITEMS` rewrites of a sentence are spread evenly over pages.
 */
export function ratingSheet(groups: readonly RatingGroup[], sentences: number, seed: number): RatingPage[] {
  const shuffler = new Shuffler(seed);
  const usable = groups.map((group) => ({ ...group, candidates: distinct(group) })).filter(({ candidates }) => candidates.length > 0);
  const pages = shuffler
    .shuffled(usable)
    .slice(0, Math.max(0, sentences))
    .flatMap(({ sentence, source, candidates }): RatingPage[] =>
      spread(shuffler.shuffled(candidates), PAGE_ITEMS).map((some) => ({
        round: 0,
        sentence,
        source,
        items: some.map((candidate) => ({ ...candidate, control: false })),
      })),
    );
  return withControls(pages, shuffler);
}

/** Shuffles pages, with an identical copy of the source on every other one (at least on one). */
export function withControls(pages: readonly RatingPage[], shuffler: Shuffler): RatingPage[] {
  const controlled = new Set(shuffler.shuffled(pages.map((_, at) => at)).slice(0, Math.ceil(pages.length / 2)));
  return shuffler.shuffled(pages.map((page, at) => (controlled.has(at) ? withControl(page, shuffler) : page)));
}

function withControl(page: RatingPage, shuffler: Shuffler): RatingPage {
  const control: RatingItem = { text: page.source, origins: [], predicted: null, control: true };
  const at = shuffler.below(page.items.length + 1);
  return { ...page, items: [...page.items.slice(0, at), control, ...page.items.slice(at)] };
}

function distinct({ source, candidates }: RatingGroup): RateableRewrite[] {
  const own = plainWords(source).join(' ');
  const byText = new Map<string, RateableRewrite>();
  for (const candidate of candidates) {
    if (plainWords(candidate.text).join(' ') === own) continue;
    const known = byText.get(candidate.text);
    byText.set(
      candidate.text,
      known === undefined
        ? candidate
        : { text: known.text, origins: [...known.origins, ...candidate.origins], predicted: known.predicted ?? candidate.predicted },
    );
  }
  return [...byText.values()];
}

/** Splits items into as few lists of at most `most` as will do, of nearly equal length. */
function spread<T>(items: readonly T[], most: number): T[][] {
  const lists = Math.ceil(items.length / most);
  return Array.from({ length: lists }, (_, at) =>
    items.slice(Math.round((at * items.length) / lists), Math.round(((at + 1) * items.length) / lists)),
  );
}
