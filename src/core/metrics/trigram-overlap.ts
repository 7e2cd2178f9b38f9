import { countNgrams } from './bleu.ts';

/**
 * Returns the word-trigram overlap of two sentences, 0–1 (ParaNMT-50M §5.4, footnote 6): shared trigrams, as multisets, over the trigrams
 * of the side that has fewer. Words are lower-cased and split on white space, punctuation stays. Undefined when a side has fewer than three
 * words.
 */
export function trigramOverlap(a: string, b: string): number | undefined {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const fewer = Math.min(left.length, right.length) - 2;
  if (fewer < 1) return undefined;
  const others = countNgrams(right, 3);
  let shared = 0;
  for (const [trigram, count] of countNgrams(left, 3)) shared += Math.min(count, others.get(trigram) ?? 0);
  return shared / fewer;
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/u).filter((word) => word !== '');
