import { characterDistance } from './edit-distance.ts';
import { isSlip } from './slips.ts';
import { type Span, wordTokens } from './words.ts';

/** A dictionary, which also suggests words, as of nspell. */
export interface Dictionary {
  correct(word: string): boolean;
  suggest(word: string): readonly string[];
}

/** A word that no dictionary has, with its place and suggestions, the likeliest first. */
export interface Misspelling extends Span {
  readonly instead: readonly string[];
}

const SHORTEST = 3;
const OFFERED = 3;
/** The most words of a text that are reported: suggestions take long. */
const MOST = 10;
const address = /\S*(?::\/\/|www\.|@|\.\w{2,}\/)\S*/giu;
/** A text of so many unknown words, and so large a share of them, is of another language, or no text at all. */
const FOREIGN = { words: 3, share: 0.65 };
/** The cost of a slip of the pen, and the rarity of a word that is in no table, bits. */
const [SLIP, UNHEARD] = [6, 20];
/** A word of fewer bits is so common that others are slips of it. */
const COMMON = 14;

/**
 * Finds misspelt words in small letters, ten at most, the first ones. Names, abbreviations, web and mail addresses are left out, and so is
 * a text of which most words are neither known nor one slip from it. Suggestions are ordered by the letters that have to change and by how
 * usual they are.
 * @param rarity of a word, bits; undefined where it is unknown
 */
export function misspellings(
  text: string,
  dictionaries: readonly Dictionary[],
  rarity: (word: string) => number | undefined,
): Misspelling[] {
  const bare = text.replace(address, (match) => ' '.repeat(match.length));
  const words = wordTokens(bare).filter(({ text: word }) => word.length >= SHORTEST && /^[\p{Ll}'’]+$/u.test(word));
  const unknown = words.filter(({ text: word }) => !dictionaries.some((dictionary) => dictionary.correct(plain(word))));
  if (isForeign(unknown, words.length, rarity)) return [];
  return unknown.slice(0, MOST).map((span) => {
    const suggestions = [...new Set(dictionaries.flatMap((dictionary) => dictionary.suggest(plain(span.text))))];
    const cost = (word: string): number => SLIP * slips(plain(span.text), word) + (rarity(word) ?? UNHEARD);
    return { ...span, instead: suggestions.toSorted((a, b) => cost(a) - cost(b)).slice(0, OFFERED) };
  });
}

/** Tells whether so many of a text's words are unknown that it is no English, or no text at all; slips of the pen do not count. */
function isForeign(unknown: readonly Span[], count: number, rarity: (word: string) => number | undefined): boolean {
  if (unknown.length < FOREIGN.words || unknown.length <= FOREIGN.share * count) return false;
  const isCommon = (word: string): boolean => (rarity(word) ?? UNHEARD) < COMMON;
  const slips = unknown.filter(({ text }) => isSlip(plain(text), isCommon)).length;
  return unknown.length - slips > count / 2;
}

const plain = (word: string): string => word.replaceAll('’', "'");
const letters = (word: string): string => [...word].toSorted().join('');

/** Counts the letters to change; the same ones in another order are one slip. */
const slips = (word: string, other: string): number => (letters(word) === letters(other) ? 1 : characterDistance(word, other));
