import type { Link } from './lcs.ts';
import type { AlignToken } from './tokens.ts';

/** Tokens from `from` up to but not including `to`. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Stretches of the two sides that mean about the same. */
export interface Fragment {
  readonly a: TokenRange;
  readonly b: TokenRange;
}

/** An aligned sentence pair, from which fragments are cut. */
export interface AlignedPair {
  /** The tokens of target and source. */
  readonly a: readonly AlignToken[];
  readonly b: readonly AlignToken[];
  readonly links: readonly Link[];
  /** The value of each token of a; above 0 it may be part of a fragment. */
  readonly scores: readonly number[];
}

/** Longest phrases, in words of either side: that of the paper's Figure 3 has ten, few have more (§3.3). */
export const MOST_WORDS = 10;

/** The fewest words of a fragment: with fewer it is a word pair, which the paper leaves out. */
const LEAST_WORDS = 2;

/** Tells whether a token is a word and no mark; a possessive `'s` belongs to the word before it. */
export const isWord = (token: AlignToken | undefined): boolean =>
  token !== undefined && /[\p{L}\p{N}]/u.test(token.text) && token.key !== "'s";

/** Counts the words of a stretch. */
export const wordCount = (tokens: readonly AlignToken[], { from, to }: TokenRange): number => tokens.slice(from, to).filter(isWord).length;

/**
 * Tells whether a fragment is worth keeping (Wang & Callison-Burch 2011 §3.3): neither one word, nor equal sides, nor one that holds the
 * words of the other one after the other. Sides are compared without case and marks: `self-defence` is `self defence` and `selfdefence`.
 */
export function isWorth(pair: Pick<AlignedPair, 'a' | 'b'>, { a, b }: Fragment): boolean {
  if (wordCount(pair.a, a) < LEAST_WORDS || wordCount(pair.b, b) < LEAST_WORDS) return false;
  const [left, right] = [textOf(pair.a, a), textOf(pair.b, b)];
  const readings = [' ', ''].map((instead) => [left, right].map((text) => bareWords(text, instead)) as [string, string]);
  if (readings.some(([one, other]) => one.includes(other) || other.includes(one))) return false;
  const [one, other] = [left, right].map((text) => bareWords(text, '').replaceAll(' ', ''));
  return one !== other;
}

const marks = /[^\p{L}\p{M}\p{N}\s]/gu;

const textOf = (tokens: readonly AlignToken[], { from, to }: TokenRange): string =>
  tokens.slice(from, to).map(({ text }) => text.normalize('NFC').toLowerCase()).join(' ');

/** The words of a text with a blank before and behind each. @param instead of every mark */
const bareWords = (text: string, instead: string): string => ` ${text.replace(marks, instead).trim().replace(/\s+/gu, ' ')} `;

/** Returns a stretch of the target with the smallest of the source that covers what it is linked to, marks at the ends left out. */
export function covering({ b, links }: AlignedPair, a: TokenRange): Fragment | undefined {
  const linked = links.filter(([i, j]) => i >= a.from && i < a.to && isWord(b[j])).map(([, j]) => j);
  return linked.length === 0 ? undefined : { a, b: { from: Math.min(...linked), to: Math.max(...linked) + 1 } };
}

/** Tells whether no word of either stretch is linked to one outside the other. */
export function isConsistent({ a: target, links }: AlignedPair, { a, b }: Fragment): boolean {
  return links.every(([i, j]) => !isWord(target[i]) || (i >= a.from && i < a.to) === (j >= b.from && j < b.to));
}
