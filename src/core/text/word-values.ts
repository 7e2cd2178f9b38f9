import { OtherwiseError } from '../errors.ts';
import { entryCounter, type StepwiseWork } from './in-pieces.ts';
import { wordTokens } from './words.ts';

/**
 * Reads the values of lower-case words from a table of `models/lexical`: lines `value TAB word word …`, comments with #.
 * @param name of the table in messages
 * @throws OtherwiseError `model-corrupt` for a line of another form
 */
export function* readWordValues(table: string, name: string): StepwiseWork<ReadonlyMap<string, number>> {
  const full = entryCounter();
  const values = new Map<string, number>();
  for (const line of table.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const tab = line.indexOf('\t');
    const value = Number(line.slice(0, tab));
    if (tab < 1 || !Number.isFinite(value)) {
      throw new OtherwiseError('model-corrupt', `The ${name} table has a line without a value: "${line.slice(0, 60)}". Load it again.`);
    }
    for (const word of line.slice(tab + 1).split(' ')) {
      values.set(word, value);
      if (full()) yield;
    }
  }
  return values;
}

/** Returns the key of a word in such a table: lower case, typographic apostrophes as plain ones. */
export const valueKey = (word: string): string => word.toLowerCase().replaceAll('’', "'");

/** Returns the mean value of the words of a text; 0 for a text without words. @param valueOf gives that of a word as written */
export function meanValue(text: string, valueOf: (word: string) => number): number {
  const words = wordTokens(text);
  return words.reduce((sum, word) => sum + valueOf(word.text), 0) / Math.max(1, words.length);
}
