import * as v from 'valibot';
import { evaluationTable, ratingTable } from '../metrics/rating-file.ts';
import { ratingSheet, type RatingGroup, type RatingPage } from '../metrics/rating-sheet.ts';
import { ratingSummary, type RatingSummary } from '../metrics/rating-summary.ts';
import type { KeptValues } from '../platform/database.ts';
import { saveFile } from '../platform/files.ts';
import { fileNameOf } from './titles.ts';

export type { RatingPage, RatingSummary };
export { CONTROL_LEAST, MOST_MISSED } from '../metrics/rating-summary.ts';

const NAME = 'rating';
/** Writes wait for the hand to rest, ms. */
const SAVE_PAUSE = 300;
const TABLE = 'text/tab-separated-values';

const origin = v.object({ system: v.string(), rank: v.nullable(v.number()), distance: v.nullable(v.number()), seed: v.nullable(v.number()), model: v.nullable(v.string()) });
const item = v.object({ text: v.string(), control: v.boolean(), predicted: v.nullable(v.number()), origins: v.array(origin) });
const schema = v.pipe(
  v.object({
    version: v.literal(1),
    title: v.string(),
    pages: v.pipe(v.array(v.object({ sentence: v.number(), source: v.string(), items: v.array(item) })), v.minLength(1)),
    scores: v.array(v.array(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100))))),
    page: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    finished: v.boolean(),
  }),
  v.check(({ pages, scores, page }) => page < pages.length && scores.length === pages.length && scores.every((row, at) => row.length === pages[at]?.items.length)),
);

/** A rating under way: its pages, what was given, and where the rater is. */
export type Sheet = Readonly<v.InferOutput<typeof schema>>;

/** The one rating of this browser. It outlives the visit and the document it was made from, until it is discarded or another begins. */
export class RatingState {
  sheet = $state.raw<Sheet | undefined>(undefined);
  /** Whether the last ratings could not be stored. */
  unsaved = $state(false);
  opened = $state(false);
  readonly summary: RatingSummary | undefined = $derived.by(() => this.sheet && ratingSummary(this.sheet.pages, this.sheet.scores));
  readonly #kept: KeptValues;
  #dirty = false;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: KeptValues) {
    this.#kept = kept;
  }

  /** Brings back a rating of an earlier visit. What another build wrote otherwise is left alone until a new one begins. */
  async open(): Promise<void> {
    const stored = v.safeParse(schema, await this.#kept.get(NAME).catch(() => undefined));
    if (stored.success && this.sheet === undefined) this.sheet = stored.output;
    this.opened = true;
  }

  /** Begins a rating of at most `sentences` of the groups. @returns false when they hold nothing to rate */
  begin(title: string, groups: readonly RatingGroup[], sentences: number, seed: number): boolean {
    const pages = ratingSheet(groups, sentences, seed);
    if (pages.length === 0) return false;
    this.#change({ version: 1, title, pages: v.parse(schema.entries.pages, pages), scores: pages.map(({ items }) => items.map(() => null)), page: 0, finished: false });
    return true;
  }

  /** Rates an item of the open page, 0–100. */
  rate(place: number, score: number): void {
    const { sheet } = this;
    if (sheet === undefined || !(score >= 0 && score <= 100) || place >= (sheet.scores[sheet.page]?.length ?? 0)) return;
    this.#change({ ...sheet, scores: sheet.scores.map((row, at) => (at === sheet.page ? row.with(place, Math.round(score)) : row)) });
  }

  goTo(page: number): void {
    if (this.sheet !== undefined && page >= 0 && page < this.sheet.pages.length) this.#change({ ...this.sheet, page, finished: false });
  }

  /** Closes the sheet: only now is shown what made the rewrites. */
  finish(): void {
    if (this.sheet !== undefined) this.#change({ ...this.sheet, finished: true });
  }

  discard(): void {
    this.sheet = undefined;
    this.#dirty = true;
    void this.saveNow();
  }

  /** Writes what was given so far; also called when the page is hidden. */
  async saveNow(): Promise<void> {
    clearTimeout(this.#saving);
    if (!this.#dirty) return;
    this.#dirty = false;
    await this.#kept.set(NAME, this.sheet).then(
      () => (this.unsaved = false),
      () => (this.unsaved = true),
    );
  }

  /** Saves every item with its rating as a table. */
  saveRatings(): void {
    if (this.sheet) saveFile(`${fileNameOf(this.sheet.title)}-ratings.tsv`, ratingTable(this.sheet.pages, this.sheet.scores), TABLE);
  }

  /** Saves the ratings in the form that the command `evaluate` reads. */
  saveForEvaluate(): void {
    if (this.sheet) saveFile(`${fileNameOf(this.sheet.title)}-evaluate.tsv`, evaluationTable(this.sheet.pages, this.sheet.scores), TABLE);
  }

  #change(sheet: Sheet): void {
    this.sheet = sheet;
    this.#dirty = true;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => void this.saveNow(), SAVE_PAUSE);
  }
}
