import { countNgrams } from '../../core/metrics/bleu.ts';

/** A sentence with its n-grams. */
export interface MinedSentence {
  readonly text: string;
  /** The number of times that each n-gram occurs. */
  readonly ngrams: ReadonlyMap<string, number>;
  /** The number of all n-grams, repeated ones counted each time. */
  readonly total: number;
}

/** Places of two sentences, each in its document, and their comparability, 0 to 1. */
export interface SentencePair {
  readonly i: number;
  readonly j: number;
  readonly score: number;
}

/** Returns a sentence with its n-grams of 1 to `orders` words, counted over `words`. */
export function minedSentence(text: string, words: readonly string[], orders: number): MinedSentence {
  const ngrams = new Map(Array.from({ length: orders }, (_, at) => [...countNgrams(words, at + 1)]).flat());
  return { text, ngrams, total: Array.from(ngrams.values()).reduce((sum, count) => sum + count, 0) };
}

/**
 * Returns the pairs of a sentence of `a` and one of `b` whose comparability lies between `min` and `max`, both
 * included, and is above 0: the n-grams that both have, as multisets, over those of the sentence that has fewer (Wang & Callison-Burch
 * 2011 §3.2, which leaves the formula open). In the order of `a`, then of `b`.
 */
export function comparableSentences(
  a: readonly MinedSentence[],
  b: readonly MinedSentence[],
  { min, max }: { readonly min: number; readonly max: number },
): SentencePair[] {
  const index = new Map<string, { j: number; count: number }[]>();
  for (const [j, { ngrams }] of b.entries()) {
    for (const [ngram, count] of ngrams) {
      const having = index.get(ngram);
      if (having) having.push({ j, count });
      else index.set(ngram, [{ j, count }]);
    }
  }
  return a.flatMap(({ ngrams, total }, i) => {
    const shared = new Array<number>(b.length).fill(0);
    for (const [ngram, count] of ngrams)
      for (const { j, count: others } of index.get(ngram) ?? []) shared[j] = (shared[j] ?? 0) + Math.min(count, others);
    return shared.flatMap((number, j): SentencePair[] => {
      const score = number / Math.min(total, b[j]?.total ?? 0);
      return number > 0 && score >= min && score <= max ? [{ i, j, score }] : [];
    });
  });
}
