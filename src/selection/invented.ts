import { foldWord, wordTokens } from '../language/words.ts';
import { drop, quoted, type Slip } from './guards/slip.ts';

/**
 * Words that the model made up (“postpane”): lower-case words of the rewrite that neither the source has nor the tables of English know. A word
 * with an apostrophe or a digit, or of one or two letters, is left alone.
 * @param known whether a lower-case word is in the tables
 */
export function inventedWordSlips(source: string, rewrite: string, known: (word: string) => boolean): Slip[] {
  const own = new Set(wordTokens(source).map(({ text }) => foldWord(text)));
  return wordTokens(rewrite)
    .filter(({ text }) => /^\p{Ll}{3,}$/u.test(text) && !own.has(foldWord(text)) && !known(foldWord(text)))
    .map(({ text }) => drop('word', `invents ${quoted(text)}`));
}
