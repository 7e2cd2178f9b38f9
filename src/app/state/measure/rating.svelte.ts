import * as v from 'valibot';
import { evaluationTable, ratingTable } from '../../../lab/ratings/file.ts';
import { nextRound } from '../../../lab/ratings/round.ts';
import { ratingSheet, type RatingGroup, type RatingPage } from '../../../lab/ratings/sheet.ts';
import { ratingSummary, type RatingSummary } from '../../../lab/ratings/summary.ts';
import { passing, type KeptValues } from '../../platform/database.ts';
import { saveFile } from '../../platform/files.ts';
import { RescueShelf } from '../../platform/rescue.ts';
import { fileNameOf } from '../documents/titles.ts';

export type { RatingPage, RatingSummary };
export { CONTROL_LEAST, MOST_MISSED } from '../../../lab/ratings/summary.ts';

const NAME = 'rating';
const shelf = new RescueShelf('otherwise-rating-');
const TABLE = 'text/tab-separated-values';

const origin = v.object({
  system: v.string(),
  rank: v.nullable(v.number()),
  distance: v.nullable(v.number()),
  seed: v.nullable(v.number()),
  model: v.nullable(v.string()),
});
const VERSION = 3;
const item = v.object({ text: v.string(), control: v.boolean(), predicted: v.nullable(v.number()), origins: v.array(origin) });
type Origin = v.InferOutput<typeof origin>;
type Item = v.InferOutput<typeof item>;
const schema = v.pipe(
  v.object({
    // The first version knew one round only, the first two called our own mode `parabank2`.
    version: v.picklist([1, 2, 3]),
    title: v.string(),
    pages: v.pipe(
      v.array(
        v.object({
          round: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
          sentence: v.number(),
          source: v.string(),
          items: v.array(item),
        }),
      ),
      v.minLength(1),
    ),
    scores: v.array(v.array(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))))),
    /** Rewrites that were called ungrammatical or without meaning; absent in sheets of earlier versions. */
    flags: v.optional(v.array(v.array(v.boolean()))),
    page: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    finished: v.boolean(),
  }),
  v.check(
    ({ pages, scores, page }) =>
      page < pages.length && scores.length === pages.length && scores.every((row, at) => row.length === pages[at]?.items.length),
  ),
  v.transform((sheet) => (sheet.version === VERSION ? sheet : { ...sheet, version: VERSION, pages: sheet.pages.map(renamed) })),
);

/** Gives a page with its makers named as in this version. */
function renamed<P extends { readonly items: readonly Item[] }>(page: P): P {
  const origin = (one: Origin): Origin => (one.system === 'parabank2' ? { ...one, system: 'otherwise' } : one);
  return { ...page, items: page.items.map((one) => ({ ...one, origins: one.origins.map(origin) })) };
}

/** A rating that was begun: its pages, the ratings, and where the rater is. */
export type Sheet = Readonly<v.InferOutput<typeof schema>>;

/** One round of a sheet. */
export interface RatingRound {
  /** The number of the round, from 0. */
  readonly number: number;
  /** The places of its first and its last page among all pages. */
  readonly first: number;
  readonly last: number;
  /** The number of sliders that are set, and of all sliders. */
  readonly rated: number;
  readonly total: number;
}

/** A rating that a page left without storing it; without a sheet where it was discarded. */
const leftSchema = v.object({ sheet: v.optional(schema) });

/**
 * The one rating of this browser. It outlives the visit and the document it was made from, until it is discarded or
 * another begins. Every change is stored at once; one that comes while the store is at work is stored next.
 */
export class RatingState {
  sheet = $state.raw<Sheet | undefined>(undefined);
  /** Tells whether the last ratings could not be stored. */
  unsaved = $state(false);
  /** Tells whether the store was read: before that, nothing is known about a rating. */
  opened = $state(false);
  readonly summary: RatingSummary | undefined = $derived.by(() => this.sheet && ratingSummary(this.sheet.pages, this.sheet.scores));
  /** The round the open page is in, from 0: where its pages lie among all, and how far it is rated. */
  readonly round: RatingRound | undefined = $derived.by(() => this.sheet && roundOf(this.sheet));
  #kept: KeptValues = passing().values;
  #dirty = false;
  #writing: Promise<void> | undefined;

  /**
   * Brings back the rating of an earlier visit, or as another tab left it. Ratings that are not stored yet are newer and stay. A rating in
   * another build's format is left alone until a new one begins.
   */
  async open(kept: KeptValues): Promise<void> {
    this.#kept = kept;
    if (!this.#settled) return;
    const before = this.sheet;
    const left = shelf.all().map(({ value }) => v.safeParse(leftSchema, value)).find(({ success }) => success);
    // The first task after the browser closed the database fails, the next one opens it anew.
    const stored = v.safeParse(schema, await kept.get(NAME).catch(() => kept.get(NAME)).catch(() => undefined));
    if (this.#settled && this.sheet === before) {
      if (left?.success) this.#change(left.output.sheet);
      else {
        this.sheet = stored.success ? stored.output : undefined;
        this.#clearShelf();
      }
    }
    this.opened = true;
  }

  /** Begins a rating of at most `sentences` of the groups. @returns false when they hold nothing to rate */
  begin(title: string, groups: readonly RatingGroup[], sentences: number, seed: number): boolean {
    const pages = ratingSheet(groups, sentences, seed);
    if (pages.length === 0) return false;
    this.#change({
      version: VERSION,
      title,
      pages: v.parse(schema.entries.pages, pages),
      scores: pages.map(({ items }) => items.map(() => null)),
      page: 0,
      finished: false,
    });
    return true;
  }

  /** Begins another round with the items that the ratings leave most open, as EASL does. */
  another(seed: number): void {
    const { sheet } = this;
    if (sheet === undefined) return;
    const next = nextRound(sheet.pages, sheet.scores, seed);
    if (next.length === 0) return;
    const pages = [...sheet.pages, ...v.parse(schema.entries.pages, next)];
    this.#change({
      ...sheet,
      version: VERSION,
      pages,
      scores: [...sheet.scores, ...next.map(({ items }) => items.map(() => null))],
      page: sheet.pages.length,
      finished: false,
    });
  }

  /** Rates an item of the open page, 0–100. */
  rate(place: number, score: number): void {
    const { sheet } = this;
    if (sheet === undefined || !(score >= 0 && score <= 100) || place >= (sheet.scores[sheet.page]?.length ?? 0)) return;
    this.#change({ ...sheet, scores: sheet.scores.map((row, at) => (at === sheet.page ? row.with(place, Math.round(score)) : row)) });
  }

  /** Calls an item of the open page ungrammatical or without meaning, or takes that back. */
  flag(place: number, flagged: boolean): void {
    const { sheet } = this;
    if (sheet === undefined || place >= (sheet.scores[sheet.page]?.length ?? 0)) return;
    const flags = sheet.pages.map(({ items }, at) =>
      items.map((_, one) => (at === sheet.page && one === place ? flagged : sheet.flags?.[at]?.[one] ?? false)));
    this.#change({ ...sheet, flags });
  }

  /** Tells whether an item of the open page is flagged. */
  isFlagged(place: number): boolean {
    return this.sheet?.flags?.[this.sheet.page]?.[place] ?? false;
  }

  goTo(page: number): void {
    if (this.sheet !== undefined && page >= 0 && page < this.sheet.pages.length) this.#change({ ...this.sheet, page, finished: false });
  }

  /** Closes the sheet: only now is shown what made the rewrites. */
  finish(): void {
    if (this.sheet !== undefined) this.#change({ ...this.sheet, finished: true });
  }

  discard(): void {
    this.#change(undefined);
  }

  /**
   * Puts ratings that are not stored into a place for them at once, because the page is hidden or goes away, perhaps before the store
   * answers.
   */
  leave(): void {
    if (this.#settled) return;
    shelf.keep(NAME, { sheet: this.sheet });
    this.#dirty = true;
    this.#save();
  }

  /** Saves every item with its rating as a table. */
  saveRatings(): void {
    if (!this.sheet) return;
    const { title, pages, scores, flags = [] } = this.sheet;
    saveFile(`${fileNameOf(title)}-ratings.tsv`, ratingTable(pages, scores, flags), TABLE);
  }

  /** Saves the ratings in the form that the command `evaluate` reads. */
  saveForEvaluate(): void {
    if (this.sheet) saveFile(`${fileNameOf(this.sheet.title)}-evaluate.tsv`, evaluationTable(this.sheet.pages, this.sheet.scores), TABLE);
  }

  /** Tells whether the store has all ratings. */
  get #settled(): boolean {
    return !this.#dirty && this.#writing === undefined && !this.unsaved;
  }

  #change(sheet: Sheet | undefined): void {
    this.sheet = sheet;
    this.#dirty = true;
    this.#save();
  }

  #save(): void {
    this.#writing ??= this.#write();
  }

  /** Writes until nothing changed meanwhile. A failure is reported, and the next change tries again. */
  async #write(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      this.unsaved = await this.#kept.set(NAME, this.sheet).then(() => false, () => true);
    }
    this.#writing = undefined;
    if (this.#settled) this.#clearShelf();
  }

  #clearShelf(): void {
    for (const { key } of shelf.all()) shelf.forget(key);
  }
}

function roundOf({ pages, scores, page }: Sheet): RatingRound {
  const number = pages[page]?.round ?? 0;
  const places = pages.flatMap(({ round }, at) => (round === number ? [at] : []));
  const given = places.flatMap((at) => scores[at] ?? []);
  return {
    number,
    first: places[0] ?? page,
    last: places.at(-1) ?? page,
    rated: given.filter((score) => score !== null).length,
    total: given.length,
  };
}
