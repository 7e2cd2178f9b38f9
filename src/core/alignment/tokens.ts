import { apostrophes, foldWord } from '../text/words.ts';
import data from './data/stop-words.json' with { type: 'json' };

/** A token of a text with its place; `key` is the form in which tokens are compared. */
export interface AlignToken {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** One side of an alignment: its tokens, and how to give back a stretch of them. */
export interface Side {
  readonly tokens: readonly AlignToken[];
  /** The words from token `from` up to but not including `to`, as written. */
  slice(from: number, to: number): string;
}

// U+02BC is a letter to Unicode and an apostrophe to writers.
const inWord = '(?:(?!\\u02bc)[\\p{L}\\p{M}\\p{N}])';
/** The pattern of `'s` behind a word: a possessive, or short for *is* or *has*. */
const clitic = `[${apostrophes}][sS](?!${inWord}|[${apostrophes}-]${inWord})`;
const word = `(?!\\p{M})${inWord}(?:${inWord}|(?!${clitic})[${apostrophes}.,-](?=(?!\\p{M})${inWord}))*`;
const pattern = new RegExp(`(?<=${inWord})${clitic}|${word}|\\S`, 'gu');

/**
 * Makes a side. A text is split into words and single marks, as the corpora of the fragment paper are (a mark is a
 * token, a possessive too: `John's` is `John` and `'s`; any other hyphen or apostrophe inside a word is none), and
 * compared by `foldWord`; a token list is compared as it is and given back with single blanks.
 */
export function sideOf(side: string | readonly string[]): Side {
  if (typeof side === 'string') {
    const tokens = [...side.matchAll(pattern)].map((match) => ({
      text: match[0],
      key: foldWord(match[0]),
      start: match.index,
      end: match.index + match[0].length,
    }));
    return { tokens, slice: (from, to) => (from < to ? side.slice(tokens[from]?.start, tokens[to - 1]?.end) : '') };
  }
  const tokens = side.map((text, place) => ({ text, key: text, start: place, end: place + 1 }));
  return { tokens, slice: (from, to) => side.slice(from, to).join(' ') };
}

/** The compact English stop list, in its own order. */
export const stopWords: readonly string[] = data.words;

const stopWordSet: ReadonlySet<string> = new Set(stopWords);

/** Tells whether a token is on the stop list, in any casing. */
export const isStopWord = (token: string): boolean => stopWordSet.has(token.toLowerCase().replaceAll('’', "'"));
