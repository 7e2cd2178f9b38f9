import { visibleText } from '../core/text/clean.ts';
import { writeLabel } from './label.ts';
import { tidied } from './marks.ts';
import type { Block, Mark, RichText } from './rich.ts';

/** Line breaks between two blocks: a new line or a blank one; 0 within a block. */
export type Gap = 0 | 1 | 2;

/** The marks of words; where they stand is the writer's affair. */
export type MarkStyle = Omit<Mark, 'start' | 'end'>;

/**
 * The place of a word of a text in the source that it was read from. `start`, `length`: in the text. `at`, `size`: in the source; where
 * `literal` says so both hold the same characters, otherwise the source has other signs for them. All in UTF-16 code units.
 */
export interface SourcePlace {
  readonly start: number;
  readonly length: number;
  readonly at: number;
  readonly size: number;
  readonly literal: boolean;
}

/** The place of written words in the source. `size`: undefined where the source holds them as they are. */
export interface SourceOffset {
  readonly at: number;
  readonly size?: number | undefined;
}

/** Control characters that part words and are no white space to a regular expression: separators of files to units, and the next line. */
// eslint-disable-next-line no-control-regex -- control characters are the subject here
const separators = /[\u001c-\u001f\u0085]/gu;

/** Puts a rich text together from blocks and words as they come. Runs of white space are one space; lines neither begin nor end with it. */
export class RichWriter {
  #text = '';
  readonly #blocks: Block[] = [];
  readonly #marks: Mark[] = [];
  readonly #places: SourcePlace[] = [];
  #block: Block = 'p';
  #gap: Gap = 0;
  /** The label of an item that has no words yet. */
  #label = '';

  /** Begins a block of its own, so far from the words before. An item takes its first words from any block inside it. */
  begin(block: Block, gap: Gap): void {
    this.#part(gap);
    if (this.#label === '') this.#block = block;
  }

  /** Begins an item with the next words. `number`: undefined for a bullet. */
  beginItem(depth: number, number: number | undefined): void {
    this.#part(1);
    this.#block = 'li';
    this.#label = writeLabel(depth, number);
  }

  /** Ends an item; one that got no words is none. */
  endItem(): void {
    this.#label = '';
  }

  /** Breaks the line inside a block; two breaks part it. Headings and items are of one line: there a break is a space. */
  breakLine(): void {
    if (this.#block === 'p' || this.#block === 'quote') this.#gap = this.#gap === 0 ? 1 : 2;
    else this.words(' ', []);
  }

  /** Begins the next cell of a row. */
  nextCell(): void {
    if (this.#gap === 0 && this.#text !== '') this.#text = `${this.#text.trimEnd()}\t`;
  }

  /** Writes words. `origin`: where they stand in the source; undefined where that is not known. */
  words(text: string, styles: readonly MarkStyle[], origin?: SourceOffset): void {
    const fresh = this.#gap > 0 || this.#text === '';
    const folded = visibleText(text.replace(separators, ' ')).replace(/\s+/gu, ' ');
    const words = fresh || /\s$/u.test(this.#text) ? folded.replace(/^ /u, '') : folded;
    if (words === '') return;
    if (fresh) this.#openLine();
    const start = this.#text.length;
    this.#text += words;
    for (const style of styles) this.#marks.push({ ...style, start, end: this.#text.length });
    if (origin !== undefined) this.#places.push(...placesOf(text, { text: words, start }, origin));
  }

  /** The places of the written words in the source, in their order, as far as they are known. */
  get places(): readonly SourcePlace[] {
    return this.#places;
  }

  /** Returns the text that was written. */
  finish(): RichText {
    const text = this.#text.trimEnd();
    const marks = this.#marks.map((mark) => ({ ...mark, end: Math.min(mark.end, text.length) })).filter(({ start, end }) => start < end);
    return { text, blocks: this.#blocks.length === 0 ? ['p'] : this.#blocks, marks: tidied(marks) };
  }

  #part(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  #openLine(): void {
    this.#text = this.#text.trimEnd();
    if (this.#text !== '') {
      this.#text += '\n'.repeat(this.#gap);
      if (this.#gap === 2) this.#blocks.push('p');
    }
    this.#blocks.push(this.#block);
    this.#text += this.#label;
    this.#label = '';
    this.#gap = 0;
  }
}

/** Finds the places of a source's words that were written at `written.start`: none where they are not the same ones. */
function placesOf(source: string, written: { readonly text: string; readonly start: number }, { at, size }: SourceOffset): SourcePlace[] {
  const runs = [...written.text.matchAll(/\S+/gu)];
  const [first] = runs;
  if (first === undefined) return [];
  if (size !== undefined) {
    return [{ start: written.start + first.index, length: written.text.trim().length, at, size, literal: false }];
  }
  const own = [...source.matchAll(/\S+/gu)];
  if (own.length !== runs.length || runs.some(([run], index) => own[index]?.[0] !== run)) return [];
  return runs.map(({ 0: run, index }, which) => {
    const from = at + (own[which]?.index ?? 0);
    return { start: written.start + index, length: run.length, at: from, size: run.length, literal: true };
  });
}
