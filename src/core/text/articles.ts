import type { Span } from './words.ts';

/** Words that are written with a vowel and spoken with a consonant: a European, a one-off, a unit, a use; not an unimportant one. */
const spokenWithConsonant = /^(?:eu|ewe|once|one(?!r)|u(?:bi|fo|ni(?!m|n[^ei])|nanim|r[aiu]|s[aeu]|t[eio]))/iu;
/** Words whose h is silent. */
const silentH = /^(?:heir|honest|honou?r|hour)/iu;
const article = /(?<![\p{L}\p{N}])(an?)(\s+)$/iu;

/** Gives the indefinite article before a word; undefined before a number or an abbreviation, whose sound its spelling does not tell. */
export function articleFor(word: string): 'a' | 'an' | undefined {
  if (!/^\p{L}/u.test(word) || /^\p{Lu}{2}/u.test(word)) return undefined;
  const isVowel = silentH.test(word) || (/^[aeiou]/iu.test(word) && !spokenWithConsonant.test(word));
  return isVowel ? 'an' : 'a';
}

/** A text with another word in a place; an article in front of it follows the word's sound (“a meeting”, “an event”). */
export function withWord(text: string, { start, end }: Pick<Span, 'start' | 'end'>, word: string): string {
  const [before, own] = [text.slice(0, start), text.slice(start, end)];
  const [, stands = '', space = ''] = article.exec(before) ?? [];
  const [was, is] = [articleFor(own), articleFor(word)];
  if (stands === '' || is === undefined || stands.toLowerCase() !== was) return before + word + text.slice(end);
  // The article's first letter keeps its casing: “An” becomes “A”.
  const fitting = stands.charAt(0) + is.slice(1);
  return before.slice(0, -(stands + space).length) + fitting + space + word + text.slice(end);
}
