import { align, type AlignOptions } from '../alignment/align.ts';
import { chunkFragments, ngramFragments } from '../alignment/fragments.ts';
import { sideOf } from '../alignment/tokens.ts';

/** Stretches of two sentences that mean about the same. */
export interface ScoredFragment {
  readonly a: string;
  readonly b: string;
  /** Mean of the smoothed values of a's tokens, above the threshold, to 1. */
  readonly score: number;
}

export interface FragmentOptions extends Omit<AlignOptions, 'stopWords'> {
  /** A token's value must be above it (the paper: 0). */
  readonly threshold: number;
  /** Fewest words of each side; the extraction asks for two in any case. */
  readonly minWords: number;
  readonly stopWords?: boolean;
}

/** The fragments of a sentence pair (`align`) with their scores, in the order of `a`, the target side. */
export function scoredFragments(a: string, b: string, { threshold, minWords, ...options }: FragmentOptions): ScoredFragment[] {
  const { links, scores } = align(a, b, options);
  const [target, source] = [sideOf(a), sideOf(b)];
  const [left, right] = [target.tokens.map(({ key }) => key), source.tokens.map(({ key }) => key)];
  const words = (tokens: readonly string[]): number => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  const extract = options.extract === 'chunk' ? chunkFragments : ngramFragments;
  return extract(left, right, links, scores.map((score) => score - threshold)).flatMap((fragment): ScoredFragment[] => {
    const { a: { from, to }, b: stretch } = fragment;
    if (words(left.slice(from, to)) < minWords || words(right.slice(stretch.from, stretch.to)) < minWords) return [];
    const values = scores.slice(from, to);
    return [{
      a: target.slice(from, to), b: source.slice(stretch.from, stretch.to),
      score: values.reduce((sum, value) => sum + value, 0) / values.length,
    }];
  });
}
