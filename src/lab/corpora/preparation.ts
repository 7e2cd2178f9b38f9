import { Shuffler } from '../shuffle.ts';

/** Encodings of one byte that a corpus may be limited to; ParaBank 2 (§3.1) keeps English in the first, Czech in the second. */
export const charsets = ['ascii', 'latin-1', 'latin-2'] as const;
export type Charset = (typeof charsets)[number];

/** The upper half of ISO 8859-2, from 0xA0. */
const latin2 = new Set(
  '\u00a0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
);
/** Greatest code points that each encoding holds without gaps. */
const upTo: Readonly<Record<Charset, number>> = { 'ascii': 0x7f, 'latin-1': 0xff, 'latin-2': 0x9f };

/** Tells whether every character of a text, in composed form, is one of an encoding. */
export const isEncodable = (text: string, charset: Charset): boolean =>
  [...text.normalize('NFC')].every((character) =>
    (character.codePointAt(0) ?? 0) <= upTo[charset] || (charset === 'latin-2' && latin2.has(character)));

const marks: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛ʼ`´′]/gu, "'"], [/[“”„‟«»″〝〞]/gu, '"'], [/[\u2010-\u2013\u2212]/gu, '-'], [/\s*[\u2014\u2015]\s*/gu, ' - '], [/…/gu, '...'],
  [/[、，]/gu, ','], [/。/gu, '.'],
  // Full-width forms of ASCII's marks stand 0xFEE0 above them.
  [/[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/gu, ''],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu, ' '],
];
const FULL_WIDTH = 0xfee0;

/**
 * Returns a text with its punctuation in ASCII's marks, as ParaBank 2 (§3.1) normalises its training data: quotation marks, dashes, dots,
 * full-width forms, kinds of blanks. Letters stay as they are. Idempotent.
 */
export function plainPunctuation(text: string): string {
  const plain = marks.reduce((whole, [from, to]) => whole.replace(from, (mark) =>
    (to === '' ? String.fromCodePoint((mark.codePointAt(0) ?? 0) - FULL_WIDTH) : to)), text);
  return plain.replace(/ {2,}/gu, ' ').trim();
}

/** Returns the first of all that have the same key, in their order. */
export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns of all that have the same key the one of the highest value, the first of several; in their order. */
export function bestOfEach<T>(items: readonly T[], keyOf: (item: T) => string, valueOf: (item: T) => number): T[] {
  const best = new Map<string, { readonly item: T; readonly value: number }>();
  for (const item of items) {
    const [key, value] = [keyOf(item), valueOf(item)];
    if (value > (best.get(key)?.value ?? -Infinity)) best.set(key, { item, value });
  }
  const kept = new Set(Array.from(best.values(), ({ item }) => item));
  return items.filter((item) => kept.has(item));
}

/**
 * Returns at most `count` items of each group, drawn without replacement by the seed; in their order. What is in no group is not drawn.
 * What is drawn of a group depends on the group's own items and the seed alone.
 */
export function drawOfEach<T>(items: readonly T[], groupOf: (item: T, at: number) => string | undefined, count: number,
  seed: number): T[] {
  const groups = new Map<string, T[]>();
  for (const [at, item] of items.entries()) {
    const name = groupOf(item, at);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  const drawn = new Set(Array.from(groups.values(), (group) => new Shuffler(seed).shuffled(group).slice(0, count)).flat());
  return items.filter((item) => drawn.has(item));
}
