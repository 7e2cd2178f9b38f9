import * as v from 'valibot';
import { OtherwiseError } from '../../../core/errors.ts';
import { withoutBlankEnd } from '../../../lab/corpus/lines.ts';
import {
  isAnswer, questions, type SheetAnswers, type SheetKind, sheetKinds, type SheetQuestion,
} from '../../../lab/sheets/kinds.ts';
import { type ReadSheet, readSheet, sheetTable } from '../../../lab/sheets/table.ts';
import { passing, type KeptValues } from '../../platform/database.ts';
import { saveFile } from '../../platform/files.ts';
import { readTextFile } from '../../platform/read-file.ts';
import { fileNameOf } from '../documents/titles.ts';

export type { SheetKind, SheetQuestion };

const NAME = 'judging';
const MOST_BYTES = 20_000_000;

const row = v.object({
  line: v.number(), page: v.number(), item: v.number(), source: v.string(), candidate: v.string(),
  contexts: v.optional(v.tuple([v.string(), v.string()])), answers: v.record(v.string(), v.string()), rater: v.optional(v.string()),
});
const schema = v.object({
  version: v.literal(1), name: v.string(), kind: v.picklist(sheetKinds), page: v.number(), rows: v.pipe(v.array(row), v.minLength(1)),
});

/** A sheet on which people rate the pairs of a file: its rows, the answers, and the page that is open, from 1. */
export interface OpenSheet {
  readonly name: string;
  readonly kind: SheetKind;
  readonly page: number;
  readonly rows: ReadSheet['rows'];
}

/** The reason why a file was not opened; `line` is the first that is no row, from 1. */
export type SheetProblem = { readonly kind: 'too-large' | 'not-text' | 'not-sheet' } | { readonly kind: 'line'; readonly line: number };

/**
 * The one sheet of a file that is judged in this browser, beside the rating of a document's rewrites. It outlives the visit
 * until it is closed; every answer is stored at once.
 */
export class JudgingState {
  sheet = $state.raw<OpenSheet | undefined>(undefined);
  problem = $state.raw<SheetProblem | undefined>(undefined);
  /** Tells whether the last answers could not be stored. */
  unsaved = $state(false);
  #kept: KeptValues = passing().values;
  #changed = false;

  /** Brings back the sheet of an earlier visit, unless one was opened meanwhile. */
  async open(kept: KeptValues): Promise<void> {
    this.#kept = kept;
    if (this.#changed) return;
    const stored = v.safeParse(schema, await kept.get(NAME).catch(() => undefined));
    if (stored.success && !this.#changed) this.sheet = stored.output as OpenSheet;
  }

  /** Opens a file as a sheet. @returns false where it is none; `problem` says why */
  async openFile(file: File): Promise<boolean> {
    const read = await readTextFile(file, MOST_BYTES);
    if ('refused' in read) this.problem = { kind: read.refused };
    else this.#take(file.name.replace(/\.tsv$/i, ''), read.text);
    return this.problem === undefined;
  }

  /** Answers a question of an item; an empty answer takes it back. */
  answer(item: number, { name }: SheetQuestion, answer: string): void {
    const { sheet } = this;
    const question = sheet && questions[sheet.kind].find((one) => one.name === name);
    if (!sheet || !question || (answer !== '' && !isAnswer(question, answer))) return;
    const rows = sheet.rows.map((one) => {
      if (one.item !== item) return one;
      const { [name]: _, ...others } = one.answers;
      return { ...one, answers: answer === '' ? others : { ...others, [name]: answer } };
    });
    this.#change({ ...sheet, rows });
  }

  goTo(page: number): void {
    if (this.sheet && this.pages.includes(page)) this.#change({ ...this.sheet, page });
  }

  /** Closes the sheet and forgets its answers. */
  discard(): void {
    this.#change(undefined);
  }

  /** Saves the sheet with its answers, as the command `ratings` reads it. */
  save(): void {
    if (this.sheet) saveFile(`${fileNameOf(this.sheet.name)}-ratings.tsv`, sheetTable(this.sheet.kind, this.sheet.rows),
      'text/tab-separated-values');
  }

  /** Numbers of the pages, ascending. */
  get pages(): number[] {
    return [...new Set(this.sheet?.rows.map(({ page }) => page))].toSorted((a, b) => a - b);
  }

  /** The questions that are asked about each item. */
  get questions(): readonly SheetQuestion[] {
    return this.sheet ? questions[this.sheet.kind] : [];
  }

  /** Items in all, and those of which every question that needs an answer has one. */
  get progress(): { readonly done: number; readonly total: number } {
    const needed = this.questions.filter(({ optional }) => !optional);
    const isDone = (answers: SheetAnswers): boolean => needed.every(({ name }) => answers[name] !== undefined);
    const rows = this.sheet?.rows ?? [];
    return { done: rows.filter(({ answers }) => isDone(answers)).length, total: rows.length };
  }

  #take(name: string, text: string): void {
    try {
      const lines = text.split(/\r?\n/).map((line, number) => ({ number, text: line }));
      const { kind, rows, errors } = readSheet(withoutBlankEnd(lines));
      const [wrong] = errors;
      this.problem = wrong ? { kind: 'line', line: wrong.line } : rows.length === 0 ? { kind: 'not-sheet' } : undefined;
      if (!this.problem) this.#change({ name, kind, page: Math.min(...rows.map(({ page }) => page)), rows });
    } catch (cause) {
      if (!(cause instanceof OtherwiseError)) throw cause;
      this.problem = { kind: 'not-sheet' };
    }
  }

  #change(sheet: OpenSheet | undefined): void {
    this.sheet = sheet;
    this.#changed = true;
    void this.#kept.set(NAME, sheet && { version: 1, ...sheet }).then(() => (this.unsaved = false), () => (this.unsaved = true));
  }
}
