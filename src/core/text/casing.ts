/**
 * Returns the word with its first character in upper case, the rest untouched; characters whose upper case is longer (ß) stay as they are.
 */
export function capitalised(word: string): string {
  const first = [...word][0] ?? '';
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + word.slice(first.length) : word;
}

/** Returns the word with its first character in lower case; 'I' and words with a capital further on (NATO, iPhone) stay as they are. */
export function decapitalised(word: string): string {
  if (casingOf(word) !== 'capitalised' || word === 'I' || /^I['’]/u.test(word)) return word;
  const first = [...word][0] ?? '';
  return first.toLowerCase() + word.slice(first.length);
}

export type Casing = 'lower' | 'capitalised' | 'upper' | 'mixed';

/** Says how a word is written; a single capital letter counts as `capitalised`, a word without letters as `lower`. */
export function casingOf(word: string): Casing {
  const letters = [...word].filter((character) => character.toLowerCase() !== character.toUpperCase());
  const isUpper = (character: string): boolean => character === character.toUpperCase();
  if (!letters.some(isUpper)) return 'lower';
  if (letters.length > 1 && letters.every(isUpper)) return 'upper';
  return isUpper(letters[0] ?? '') && !letters.slice(1).some(isUpper) ? 'capitalised' : 'mixed';
}

/**
 * Writes `word` the way `pattern` is written: 'DELAY' after 'POSTPONE', 'Delay' after 'Postpone'; after a lower-case or mixed pattern
 * unchanged.
 */
export function applyCasing(pattern: string, word: string): string {
  const casing = casingOf(pattern);
  if (casing === 'upper') return word.toUpperCase();
  return casing === 'capitalised' ? capitalised(word) : word;
}
