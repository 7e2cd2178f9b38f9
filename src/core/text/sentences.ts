import { goesOn, starters } from './borders.ts';
import { markupSpans } from './markup.ts';
import type { Span } from './words.ts';

/**
 * The UTF-16 units around a border that are looked at. No abbreviation is longer, and looking at more would take quadratic time where
 * everything is joined.
 */
const [LOOK_BACK, LOOK_AHEAD] = [160, 80];

/**
 * Further borders: before sentences that begin without a space behind the last one, with a word that is never in capitals, with a number
 * behind a word that is no abbreviation, or with a dash.
 */
const others = new RegExp(
  [
    '(?<=\\p{Ll}{2}[.!?]["”’)]?|\\p{N}{3}\\.)(?=["“‘(]?\\p{Lu}\\p{Ll}+)',
    '(?<=[.!?]["”’)]*\\s)(?=\\p{Ll}{1,2}\\p{Lu}\\p{Ll}+)',
    '(?<=(?:\\p{Ll}{5}|\\d{4})[.!?]["”’)]*\\s)(?=\\p{N})',
    '(?<=[.!?…]["”’)]*\\s)(?=[–—]\\s?\\p{Lu})',
  ].join('|'),
  'gu',
);
/** The borders in a text without capitals, where each word behind a full stop may begin a sentence. */
const smallOnes = /(?<=(?:\p{Ll}{2}|\p{N})[.…]["”’)]*\s)(?=\p{Ll})/gu;
/** Tells whether a text has no capitals, so that they tell no beginning of a sentence. */
export const isSmall = (text: string): boolean => !/\p{Lu}/u.test(text);
/** The number or letter of an item of a list, in front of a capital. */
const item = /(?<=^|\s)(?:[•⁃]\s?)?(?:(\d{1,3})(?:\.\)|[.)])|([a-z])[.)])(?=\s+\p{Lu})/gu;

/**
 * Splits a text into sentences, trimmed, in order, with their places: everything between them is white space. Intl.Segmenter proposes the
 * borders, and rules add those that lack a space and those between the items of a list. `goesOn` takes back those where no sentence ends,
 * and none lies within markup. A single line break inside a sentence (wrapped text) is no border when a lower-case word follows, except
 * after the greeting or farewell of a letter and between the items of a list. Blank text gives [].
 * @param small tells whether the whole text, of which this may be a part, has no capitals
 */
export function splitSentences(text: string, small = isSmall(text)): Span[] {
  // The segmenter ends a sentence at three dots, but never at a typographic ellipsis: treat both alike.
  const plain = text.replaceAll('…', '.');
  const pieces: { readonly start: number; end: number; blank: boolean; worded: boolean }[] = [];
  const [certain, borders] = [new Set(itemStarts(text)), proposed(plain, small)];
  for (const [i, index] of borders.entries()) {
    const end = borders[i + 1] ?? text.length;
    const piece = text.slice(index, end);
    const part = { start: index, end, blank: piece.trim() === '', worded: /\p{L}/u.test(piece) };
    const last = pieces.at(-1);
    const left = last && text.slice(Math.max(last.start, last.end - LOOK_BACK), last.end);
    const sides = { left: left ?? '', right: text.slice(index, Math.max(end, index + LOOK_AHEAD)), worded: last?.worded === true, small };
    const isFollowed = /[\p{L}\p{N}]/u.test(piece);
    if (last && (last.blank || (!certain.has(index) && goesOn({ ...sides, isFollowed })))) {
      Object.assign(last, { end, blank: last.blank && part.blank, worded: last.worded || part.worded });
    } else pieces.push(part);
  }
  return pieces.flatMap(({ start, end }) => trimmed(text, start, end));
}

/** Finds the places where a sentence may begin, the beginning first, none within markup. */
function proposed(text: string, small: boolean): number[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const places = new Set([...segmenter.segment(text)].map(({ index }) => index));
  const spans = markupSpans(text);
  const isInside = (place: number): boolean => spans.some(({ start, end }) => place > start && place < end);
  // Without a space behind it a mark ends no sentence, unless the next one is glued to it.
  for (const place of places) if (place > 0 && /[^\s\p{Lo}。！？]/u.test(text.charAt(place - 1))) places.delete(place);
  for (const { index } of text.matchAll(others)) if (!isAttribution(text, index)) places.add(index);
  if (small) for (const { index } of text.matchAll(smallOnes)) places.add(index);
  for (const index of itemStarts(text)) places.add(index);
  return [...places].filter((place) => !isInside(place)).toSorted((a, b) => a - b);
}

/** Tells an attribution, “Life is short. — Seneca”: the speaker is named behind a dash, unless the line is one of a dialogue. */
const isAttribution = (text: string, place: number): boolean => {
  const word = /^[–—]\s?(\p{L}+)/u.exec(text.slice(place))?.[1];
  return word !== undefined && !/^\s*[–—-]/u.test(lineBefore(text, place)) && !starters.has(word);
};

/** Gives the text of a line before a place. */
const lineBefore = (text: string, place: number): string => text.slice(text.lastIndexOf('\n', place - 1) + 1, place);

/** Finds the beginnings of list items, line by line, so that a part of a text has the borders of the whole. */
function itemStarts(text: string): number[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const starts = itemsIn(line).map((at) => start + at);
    start += line.length + 1;
    return starts;
  });
}

/** Finds the beginnings of list items in one line that counts on from its first: “1) … 2) …”, “a. … b. …”. */
function itemsIn(text: string): number[] {
  const marks = [...text.matchAll(item)].map(({ index, 1: digits, 2: letter }) => ({
    index, number: digits === undefined ? (letter?.charCodeAt(0) ?? 0) - 96 : Number(digits), isDigits: digits !== undefined,
  }));
  const [first] = marks;
  if (!first || text.slice(0, first.index).trim() !== '') return [];
  let { number } = first;
  return marks.slice(1).flatMap((mark) => {
    if (mark.isDigits !== first.isDigits || mark.number !== number + 1) return [];
    ({ number } = mark);
    return [mark.index];
  });
}

function trimmed(text: string, start: number, end: number): Span[] {
  const piece = text.slice(start, end);
  const inner = piece.trim();
  if (inner === '') return [];
  const at = start + piece.indexOf(inner);
  return [{ text: inner, start: at, end: at + inner.length }];
}
