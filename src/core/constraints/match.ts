import { apostrophes } from '../text/words.ts';

const apostrophe = new RegExp(`[${apostrophes}]`, 'gu');
const hyphen = /[\u2010\u2011]/gu;
const letter = /^[\p{L}\p{M}]/u;
const wordCharacter = /^[\p{L}\p{M}\p{N}]/u;

/**
 * Folds a text for matching: full case folding (ß and SS agree, so do σ and ς), composed form, one apostrophe, one hyphen, white space
 * folded to one space. It is not trimmed: the ends of a tail matter.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').replace(apostrophe, "'").replace(hyphen, '-').toUpperCase().toLowerCase()
    .replace(/ς/gu, 'σ').replace(/i\u0307/gu, 'i').normalize('NFC').replace(/\s+/gu, ' ');
}

/** An answer about a text that may grow. `open`: it depends on the rest. */
export type Answer = 'yes' | 'no' | 'open';

const at = (text: string, index: number): string => {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
};
const before = (text: string, index: number): string => {
  const low = text.charCodeAt(index - 1);
  return low >= 0xdc00 && low <= 0xdfff ? at(text, index - 2) : index > 0 ? text.charAt(index - 1) : '';
};

/** Tells what the apostrophe at `index` of a folded text is: the start of a possessive 's, inside a word, or punctuation. */
function apostropheKind(text: string, index: number): 'possessive' | 'inner' | 'outside' | 'open' {
  const previous = before(text, index);
  if (!wordCharacter.test(previous)) return 'outside';
  const next = at(text, index + 1);
  if (next === '') return 'open';
  const inner = letter.test(previous) && letter.test(next) ? 'inner' : 'outside';
  if (next !== 's') return inner;
  const third = at(text, index + 2);
  if (third === '') return 'open';
  if (wordCharacter.test(third)) return inner;
  if (third !== "'") return 'possessive';
  const fourth = at(text, index + 3);
  if (fourth === '') return 'open';
  return letter.test(fourth) ? inner : 'possessive';
}

/**
 * Tells whether `index` of a folded text lies on a word boundary: every place where a letter, a digit or an apostrophe between letters
 * meets anything else; the possessive `'s` is set off by a boundary and is a word itself. The answer is `open` when characters that may
 * still follow the text decide it.
 */
export function boundary(text: string, index: number): Answer {
  if (index <= 0) return 'yes';
  const left = before(text, index);
  const right = at(text, index);
  if (left === "'") {
    const kind = apostropheKind(text, index - 1);
    if (kind === 'outside') return 'yes';
    if (kind === 'open') return 'open';
    return 'no';
  }
  if (!wordCharacter.test(left)) return 'yes';
  if (right === '') return 'open';
  if (right === "'") {
    const kind = apostropheKind(text, index);
    return kind === 'open' ? 'open' : kind === 'inner' ? 'no' : 'yes';
  }
  return wordCharacter.test(right) ? 'no' : 'yes';
}

/**
 * Finds the first occurrence of a folded, trimmed phrase between word boundaries of a folded text.
 * @param atEnd tells whether the text is complete; if not, an end that later characters could move does not count
 * @returns its start, or −1
 */
export function findFolded(text: string, phrase: string, atEnd: boolean, from = 0): number {
  if (phrase === '') return -1;
  // A space after a complete text closes every open place the way the end does.
  const whole = atEnd ? `${text} ` : text;
  for (let start = text.indexOf(phrase, from); start >= 0; start = text.indexOf(phrase, start + 1)) {
    if (boundary(whole, start) === 'yes' && boundary(whole, start + phrase.length) === 'yes') return start;
  }
  return -1;
}

/** Tells whether a text ends in the phrase and the phrase begins at a word boundary there; the rest of the text is left open. */
export function endsInPhrase(text: string, phrase: string): boolean {
  const [whole, wanted] = [foldText(text), foldText(phrase).trim()];
  return wanted !== '' && whole.endsWith(wanted) && boundary(whole, whole.length - wanted.length) === 'yes';
}

/** Returns the first avoided form that a phrase, or a text, contains between word boundaries, in any casing; undefined when it has none. */
export function conflictOf(phrase: string, banned: readonly string[]): string | undefined {
  const folded = foldText(phrase);
  return banned.find((form) => findFolded(folded, foldText(form).trim(), true) >= 0);
}
