import { visibleText } from '../../../core/text/clean.ts';

/** Cleans typed or pasted text: one kind of line break, no invisible characters; `caret` moves with it, UTF-16 units. */
export function typed(value: string, caret: number): { readonly text: string; readonly caret: number } {
  const tidy = (text: string): string => visibleText(text.replace(/\r\n?/gu, '\n'));
  return { text: tidy(value), caret: tidy(value.slice(0, caret)).length };
}

/** The most characters of a sentence that the engine takes. */
export const LONGEST_SENTENCE = 2000;

/** Tells whether there is anything in a sentence to rewrite, and no more than the engine takes. */
export function canBeRewritten(sentence: string): boolean {
  return sentence.length <= LONGEST_SENTENCE && /\p{L}/u.test(sentence);
}

/** Returns the entry of a record under a key that may be any text; what every object inherits (`valueOf`, `constructor`) is none. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
