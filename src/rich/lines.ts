import type { Span } from '../core/text/words.ts';
import { labelOf } from './label.ts';
import type { Block, RichText } from './rich.ts';

/** Returns the lines of a text without their breaks; at least one. */
export function linesOf(text: string): Span[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return { text: line, start, end: start + line.length };
  });
}

/** Returns a text without formatting: lines with a label are list items, all others paragraphs. */
export function plain(text: string): RichText {
  return { text, blocks: linesOf(text).map((line) => guessed(line.text)), marks: [] };
}

/** Says what a line is of which nothing is known but its words. */
export function guessed(line: string): Block {
  return labelOf(line) === undefined ? 'p' : 'li';
}
