import { capitalised } from '../text/casing.ts';
import { findPhrase, foldWord, plainWords } from '../text/words.ts';
import type { Segmenter } from './segmented.ts';

/** A table of words that mean the same. */
export interface Equivalents {
  /** Gives words that mean the same as a word, in its inflection. */
  alternatives(word: string, filter: { readonly relation: 'equivalence' }): readonly { readonly word: string }[];
}

/** The spellings of a word: with a space before it or not, as given or with a capital. */
const spellings: readonly ((word: string) => string)[] = [
  (word) => ` ${word}`, (word) => word, (word) => ` ${capitalised(word)}`, capitalised,
];

/**
 * Finds the words of a source that a required word can replace, by a table, as tokens. A word counts where it is a single token, because
 * the first token of a longer one begins other words too. A required word that the source contains replaces nothing.
 * @returns a map from the first token of the required word, in each spelling, to the tokens of the replaced words in that spelling
 */
export function replaceableTokens(source: string, required: string, pieces: Segmenter, table: Equivalents): Map<number, number[]> {
  const tokens = new Map<number, number[]>();
  if (findPhrase(source, required).length > 0) return tokens;
  const words = equivalentWords(source, foldWord(required), table);
  for (const write of spellings) {
    const [first] = pieces.encode(write(required));
    const replaced = words.map((word) => pieces.encode(write(word))).filter(({ length }) => length === 1).flat();
    if (first !== undefined && replaced.length > 0) tokens.set(first, [...tokens.get(first) ?? [], ...replaced]);
  }
  return tokens;
}

const equivalentWords = (source: string, folded: string, table: Equivalents): string[] => [...new Set(plainWords(source))].filter(
  (word) => table.alternatives(word, { relation: 'equivalence' }).some((other) => foldWord(other.word) === folded),
);
