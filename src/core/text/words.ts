/** A stretch of a text; `start` and `end` are UTF-16 offsets, `text === whole.slice(start, end)`. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The characters that serve as an apostrophe, as the inside of a character class: ' ’ ʼ and the full-width form. */
export const apostrophes = "'\\u2019\\u02bc\\uff07";

// A word character is a letter, a digit or a mark that follows one; U+02BC is a letter to Unicode and an apostrophe to writers.
const letter = '(?:(?!\\u02bc)[\\p{L}\\p{M}])';
const wordCharacter = '(?:(?!\\u02bc)[\\p{L}\\p{M}\\p{N}])';
const clitic = `[${apostrophes}][sS](?!${wordCharacter}|[${apostrophes}]${letter})`;
const inner = `(?!${clitic})(?<=${letter})[${apostrophes}](?=${letter})`;
const token = new RegExp(`(?<=${wordCharacter})${clitic}|(?:${wordCharacter}|${inner})+`, 'gu');

const wordStart = new RegExp(`^${wordCharacter}`, 'u');
const wordEnd = new RegExp(`${wordCharacter}$`, 'u');

/**
 * Splits a text into words. A boundary is every place where a letter, a digit or an apostrophe between letters meets anything else; a
 * hyphen is a boundary (`well-known` is two words) and so is a possessive: `plan's` is `plan` and `'s`. Other apostrophes inside a word are
 * not (`don't` is one word). Punctuation, symbols and emoji are in no token; every letter and digit is in exactly one.
 */
export function wordTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(token)) {
    spans.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

const apostrophe = new RegExp(`[${apostrophes}]`, 'gu');

/** Folds a word for comparison: lower case, every apostrophe as `'`, composed form (NFC). */
export function foldWord(word: string): string {
  return word.normalize('NFC').replace(apostrophe, "'").toLowerCase();
}

/** Tells whether `index` (UTF-16) lies on a word boundary of `text` in the sense of `wordTokens`; both ends of the text do. */
export function isWordBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  return !wordTokens(text).some((span) => span.start < index && index < span.end);
}

/**
 * Finds `phrase` in `text` between word boundaries, in any casing and with any apostrophe: UTF-16 spans of `text`, overlapping ones
 * included. Words must follow each other with the same punctuation between them; runs of white space count as one. '' occurs nowhere.
 */
export function findPhrase(text: string, phrase: string): Span[] {
  const trimmed = phrase.trim();
  if (trimmed === '') return [];
  const source = [...trimmed].map((character) => {
    if (new RegExp(`[${apostrophes}]`, 'u').test(character)) return `[${apostrophes}]`;
    return /\s/u.test(character) ? '\\s' : character.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  }).join('').replace(/(?:\\s)+/gu, '\\s+');
  const spans = wordTokens(text);
  const insides = new Set(spans.flatMap((span) => Array.from({ length: span.end - span.start - 1 }, (_, k) => span.start + k + 1)));
  const [opens, closes] = [wordStart.test(trimmed), wordEnd.test(trimmed)];
  const pattern = new RegExp(source, 'giuy');
  const places: Span[] = [];
  for (let at = 0; at < text.length; at += 1) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const end = at + match[0].length;
    if ((opens && insides.has(at)) || (closes && insides.has(end))) continue;
    places.push({ text: match[0], start: at, end });
  }
  return places;
}

/**
 * Gives the words for metrics and clustering (ParaBank §5.4, footnote 6): lower-case, every Unicode P* and S* character deleted, split on
 * white space. `didn't` becomes `didnt`. With `keepCase` the case stays as it is.
 */
export function plainWords(text: string, keepCase = false): string[] {
  return (keepCase ? text : text.toLowerCase()).replace(/[\p{P}\p{S}]/gu, '').split(/\s+/u).filter((word) => word !== '');
}
