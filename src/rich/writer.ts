import { visibleText } from '../text/clean.ts';
import { writeLabel } from './label.ts';
import { tidied } from './marks.ts';
import type { Block, Mark, RichText } from './rich.ts';

/** Line breaks between two blocks: a new line or a blank one; 0 within a block. */
export type Gap = 0 | 1 | 2;

/** What words are marked as; where they stand is the writer's affair. */
export type Style = Omit<Mark, 'start' | 'end'>;

/** Puts a rich text together from blocks and words as they come. Runs of white space are one space; lines neither begin nor end with it. */
export class RichWriter {
  #text = '';
  readonly #blocks: Block[] = [];
  readonly #marks: Mark[] = [];
  #block: Block = 'p';
  #gap: Gap = 0;
  /** Of an item that has no words yet. */
  #label = '';

  /** The next words stand in a block of their own, so far from those before. An item takes its first words from any block inside it. */
  begin(block: Block, gap: Gap): void {
    this.#part(gap);
    if (this.#label === '') this.#block = block;
  }

  /** The next words are an item's. `number`: undefined for a bullet. */
  beginItem(depth: number, number: number | undefined): void {
    this.#part(1);
    this.#block = 'li';
    this.#label = writeLabel(depth, number);
  }

  /** An item that got no words is none. */
  endItem(): void {
    this.#label = '';
  }

  /** A line break inside a block; two of them part it. Headings and items are of one line: there it is a space. */
  breakLine(): void {
    if (this.#block === 'p' || this.#block === 'quote') this.#gap = this.#gap === 0 ? 1 : 2;
    else this.words(' ', []);
  }

  /** The next words stand in the next cell of a row. */
  nextCell(): void {
    if (this.#gap === 0 && this.#text !== '') this.#text = `${this.#text.trimEnd()}\t`;
  }

  words(text: string, styles: readonly Style[]): void {
    const fresh = this.#gap > 0 || this.#text === '';
    const folded = visibleText(text).replace(/\s+/gu, ' ');
    const words = fresh || /\s$/u.test(this.#text) ? folded.replace(/^ /u, '') : folded;
    if (words === '') return;
    if (fresh) this.#openLine();
    const start = this.#text.length;
    this.#text += words;
    for (const style of styles) this.#marks.push({ ...style, start, end: this.#text.length });
  }

  /** What was written. */
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
