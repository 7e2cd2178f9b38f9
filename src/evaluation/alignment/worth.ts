import type { AlignedPair, Fragment, Range } from './fragments.ts';
import type { AlignToken } from './tokens.ts';

/** Below two words a fragment is a word pair, which the paper leaves out. */
const LEAST_WORDS = 2;

/** Whether a token is a word and no mark; a possessive `'s` belongs to the word before it. */
export const isWord = (token: AlignToken | undefined): boolean => token !== undefined && /[\p{L}\p{N}]/u.test(token.text) && token.key !== "'s";

/** How many words a stretch has. */
export const wordCount = (tokens: readonly AlignToken[], { from, to }: Range): number => tokens.slice(from, to).filter(isWord).length;

/**
 * Whether a fragment is worth keeping (Wang & Callison-Burch 2011 §3.3): neither one word, nor equal sides, nor one that
 * holds the other. Sides are compared without punctuation, blanks and case, so that `self-defence` is `self defence`.
 */
export function isWorth(pair: Pick<AlignedPair, 'a' | 'b'>, { a, b }: Fragment): boolean {
  if (wordCount(pair.a, a) < LEAST_WORDS || wordCount(pair.b, b) < LEAST_WORDS) return false;
  const [left, right] = [letters(pair.a, a), letters(pair.b, b)];
  return !left.includes(right) && !right.includes(left);
}

const letters = (tokens: readonly AlignToken[], { from, to }: Range): string =>
  tokens.slice(from, to).map(({ text }) => text.normalize('NFC').toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')).join('');
