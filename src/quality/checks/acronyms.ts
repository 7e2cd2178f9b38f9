import type { Reading, Token } from './reading.ts';

const isAcronym = (form: string): boolean => /^\p{Lu}{2,6}s?$/u.test(form);

/** Whether `letters` can be read out of the words from left to right, every word giving its first letter. */
function spells(letters: string, words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    if (word[0] !== letters[at]) return false;
    at++;
    for (const letter of word.slice(1)) {
      if (at < letters.length - (words.length - 1 - words.indexOf(word)) && letter === letters[at]) at++;
    }
  }
  return at >= letters.length;
}

/** Shortest word that may stand behind a whole acronym (UV: ultraviolet). */
const longWord = 8;

/** The words of `other` that spell out an acronym: MDGs, Millennium Development Goals; GHG, greenhouse gas. Empty when there are none. */
export function expansion(acronym: string, other: Reading): readonly Token[] {
  if (!isAcronym(acronym)) return [];
  const letters = acronym.replace(/s$/u, '').toLowerCase();
  const words = other.tokens.filter((token) => token.kind === 'word');
  for (let length = letters.length; length >= 1; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const window = words.slice(at, at + length);
      if ((length > 1 || (window[0]?.word.length ?? 0) >= longWord) && spells(letters, window.map((token) => token.word))) return window;
    }
  }
  return [];
}
