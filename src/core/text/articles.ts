import type { Span } from './words.ts';

/** Words that are written with a vowel and spoken with a consonant: a European, a one-off, a use. */
const spokenWithConsonant = /^(?:eu|ewe|once|one(?!r)|oui|u(?:yg|bi|fo|ga|k|ly|nanim|r[aeiou]|s[aeiu]|t[aeio]|v))/iu;
/** Words in uni- of one (a unit, a unimodal one), but no negation of a word that begins with i (an unidentified, an unimportant one). */
const ofOne = /^uni(?!d(?:e|io)|ll|m(?!an|o[dl])|n(?!om|uc)|r(?:on|r)|ss|tali)/iu;
/** A single letter before a hyphen is called by its name: an X-ray, a U-turn, an e-mail. */
const namedLetter = /^\p{L}-/u;
const namedWithVowel = /^[aefhilmnorsx]/iu;
/** Words whose h is silent. */
const silentH = /^(?:heir|honest|honou?r|hour)/iu;
/** An article at the end of a text. A capital A is a label (vitamin A) but at the beginning of the text, a sentence or a quotation. */
const article = /(?<![\p{L}\p{N}])(an?|An|AN|(?<=(?:^|[.!?…:"“”‘’'([«»–—•*])\s*)A)(\s+)$/u;

/** Gives the indefinite article before a word; undefined before a number or an abbreviation, whose sound its spelling does not tell. */
export function articleFor(word: string): 'a' | 'an' | undefined {
  if (!/^\p{L}/u.test(word) || /^\p{Lu}{2}/u.test(word)) return undefined;
  if (namedLetter.test(word)) return namedWithVowel.test(word) ? 'an' : 'a';
  const isVowel = silentH.test(word) || (/^[aeiou]/iu.test(word) && !spokenWithConsonant.test(word) && !ofOne.test(word));
  return isVowel ? 'an' : 'a';
}

/** Puts another word into a place of a text; an article in front of it follows the word's sound (“a meeting”, “an event”). */
export function withWord(text: string, { start, end }: Pick<Span, 'start' | 'end'>, word: string): string {
  const [before, own] = [text.slice(0, start), text.slice(start, end)];
  const [, stands = '', space = ''] = article.exec(before) ?? [];
  const [was, is] = [articleFor(own), articleFor(word)];
  if (stands === '' || is === undefined || stands.toLowerCase() !== was) return before + word + text.slice(end);
  // The article's first letter keeps its casing: “An” becomes “A”.
  const fitting = stands.charAt(0) + is.slice(1);
  return before.slice(0, -(stands + space).length) + fitting + space + word + text.slice(end);
}
