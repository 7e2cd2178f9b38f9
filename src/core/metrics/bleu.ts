import { OtherwiseError } from '../errors.ts';
import { plainWords } from '../text/words.ts';

export const smoothings = ['none', 'exp', 'one'] as const;
export type Smoothing = (typeof smoothings)[number];

export interface BleuOptions {
  /** Tells whether short candidates are penalised; off by default, as ParaBank §5.4 measures lexical diversity without it. */
  readonly brevityPenalty?: boolean;
  /**
   * `exp` halves the precision of each further order without a match (1/2, 1/4, … of one n-gram); `one` adds one match
   * and one n-gram to each order above the first (Lin & Och 2004, for single sentences); `none` makes the score 0.
   */
  readonly smoothing?: Smoothing;
  /** Longest n-grams that count, 4 unless given; with 1 and no brevity penalty BLEU is unigram precision. */
  readonly orders?: number;
}

/** The options of the BLEU of texts. */
export interface TextBleuOptions extends BleuOptions {
  /** Tells whether words that differ in case alone are different; ParaBank lower-cases them. */
  readonly keepCase?: boolean | undefined;
}

/** A candidate and its references, all in tokens. */
export interface TokenPair {
  readonly references: readonly (readonly string[])[];
  readonly candidate: readonly string[];
}

/** A candidate and its reference, or several references, as text. */
export type ReferencePair = readonly [reference: string | readonly string[], candidate: string];

/** The counts of BLEU, summed over pairs: entry k − 1 of a list is for the n-grams of k tokens. */
export interface BleuCounts {
  readonly pairs: number;
  /** Clipped matches, and n-grams of the candidates. */
  readonly matches: readonly number[];
  readonly totals: readonly number[];
  /** The numbers of tokens. */
  readonly candidateLength: number;
  readonly referenceLength: number;
}

/**
 * Computes corpus BLEU, 0–100: clipped matches and lengths are summed over all pairs before precisions are taken. Of several references
 * each n-gram is clipped by the one that has most of it, and the length of the one closest in length counts (the shorter in a tie).
 *
 * It is 0 when no n-gram of some order matches (without smoothing), when no order matches at all, or when no candidate has as many tokens
 * as the longest n-gram (but with `one`, which needs a token that matches). It is undefined for no pairs.
 */
export function corpusBleu(pairs: readonly TokenPair[], { orders = 4, ...options }: BleuOptions = {}): number | undefined {
  return bleuOf(sumOf(pairs.map((pair) => bleuCounts(pair, orders)), orders), options);
}

/** Returns the counts of one pair, n-grams up to `orders` tokens. */
export function bleuCounts({ references, candidate }: TokenPair, orders = 4): BleuCounts {
  const each = Array.from({ length: orders }, (_, at) => at + 1);
  return {
    pairs: 1,
    matches: each.map((order) => clippedMatches(candidate, references, order)),
    totals: each.map((order) => Math.max(0, candidate.length - order + 1)),
    candidateLength: candidate.length,
    referenceLength: closestLength(candidate.length, references),
  };
}

/** Counts of many pairs in one, all of n-grams up to `orders` tokens. */
export function sumOf(counts: readonly BleuCounts[], orders = 4): BleuCounts {
  const over = (value: (one: BleuCounts) => number): number => counts.reduce((sum, one) => sum + value(one), 0);
  const overOrders = (list: 'matches' | 'totals'): number[] => Array.from({ length: orders },
    (_, at) => over((one) => one[list][at] ?? 0));
  return {
    pairs: over(({ pairs }) => pairs),
    matches: overOrders('matches'),
    totals: overOrders('totals'),
    candidateLength: over(({ candidateLength }) => candidateLength),
    referenceLength: over(({ referenceLength }) => referenceLength),
  };
}

/** Returns BLEU from counts, 0–100; undefined for no pairs. */
export function bleuOf(counts: BleuCounts, options: Omit<BleuOptions, 'orders'> = {}): number | undefined {
  if (counts.pairs === 0) return undefined;
  const { brevityPenalty = false, smoothing = 'none' } = options;
  const { candidateLength, referenceLength } = counts;
  const more = (list: readonly number[]): number[] => list.map((count, at) => (smoothing === 'one' && at > 0 ? count + 1 : count));
  const mean = counts.matches[0] === 0 ? 0 : geometricMean(more(counts.matches), more(counts.totals), smoothing);
  return mean * (brevityPenalty && candidateLength < referenceLength ? Math.exp(1 - referenceLength / candidateLength) : 1);
}

/**
 * Returns the BLEU of texts in `plainWords` (lower-case, punctuation and symbols deleted).
 *
 * `corpus`: sentence by sentence, as ParaBank 2 pools it (§3.6). `paragraph`: all references in one paragraph
 * and all candidates in another, as ParaBank §5.4, footnote 6 puts it; n-grams cross sentence borders and clipping is by paragraph.
 *
 * @throws OtherwiseError `bad-request` for a pair without a reference, or, in a paragraph, pairs with different numbers of references
 */
export function textBleu(pairs: readonly ReferencePair[], mode: 'corpus' | 'paragraph',
  options: TextBleuOptions = {}): number | undefined {
  const wordsOf = (text: string): string[] => plainWords(text, options.keepCase);
  const words = pairs.map(([reference, candidate]) => ({
    references: (typeof reference === 'string' ? [reference] : reference).map(wordsOf), candidate: wordsOf(candidate),
  }));
  return mode === 'corpus' ? corpusBleu(words, options) : corpusBleu(paragraph(words), options);
}

/** Joins all pairs into one. */
function paragraph(pairs: readonly TokenPair[]): TokenPair[] {
  const width = pairs[0]?.references.length;
  if (width === undefined) return [];
  if (pairs.some((pair) => pair.references.length !== width)) {
    throw new OtherwiseError(
      'bad-request',
      'A paragraph needs the same number of references in every pair; use the mode "corpus" for uneven ones.',
    );
  }
  return [{
    references: Array.from({ length: width }, (_, which) => pairs.flatMap((pair) => pair.references[which] ?? [])),
    candidate: pairs.flatMap((pair) => pair.candidate),
  }];
}

function closestLength(length: number, references: readonly (readonly string[])[]): number {
  if (references.length === 0) throw new OtherwiseError('bad-request', 'BLEU needs at least one reference for each candidate.');
  return references.map((reference) => reference.length).reduce((best, other) => {
    const [near, far] = [Math.abs(other - length), Math.abs(best - length)];
    return near < far || (near === far && other < best) ? other : best;
  });
}

function clippedMatches(candidate: readonly string[], references: readonly (readonly string[])[], order: number): number {
  const allowed = new Map<string, number>();
  for (const reference of references) {
    for (const [ngram, count] of countNgrams(reference, order)) allowed.set(ngram, Math.max(count, allowed.get(ngram) ?? 0));
  }
  let matched = 0;
  for (const [ngram, count] of countNgrams(candidate, order)) matched += Math.min(count, allowed.get(ngram) ?? 0);
  return matched;
}

/** Counts each n-gram; keys are unambiguous for any tokens. */
export function countNgrams(tokens: readonly string[], order: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + order <= tokens.length; start++) {
    const ngram = JSON.stringify(tokens.slice(start, start + order));
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function geometricMean(matches: readonly number[], totals: readonly number[], smoothing: Smoothing): number {
  if (matches.every((count) => count === 0) || totals.some((total) => total === 0)) return 0;
  let [share, logs] = [1, 0];
  for (const [place, count] of matches.entries()) {
    if (count === 0 && smoothing !== 'exp') return 0;
    if (count === 0) share /= 2;
    logs += Math.log((count === 0 ? share : count) / (totals[place] ?? 1));
  }
  return 100 * Math.exp(logs / matches.length);
}
