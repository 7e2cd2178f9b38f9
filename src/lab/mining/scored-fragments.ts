import { alignedPair, type AlignOptions, extract } from '../../core/alignment/align.ts';
import { wordCount } from '../../core/alignment/fragment.ts';
import { sideOf } from '../../core/alignment/tokens.ts';

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

/** Returns the fragments of a sentence pair (`align`) with their scores, in the order of `a`, the target side. */
export function scoredFragments(a: string, b: string, { threshold, minWords, ...options }: FragmentOptions): ScoredFragment[] {
  const [target, source] = [sideOf(a), sideOf(b)];
  const pair = alignedPair(target, source, options);
  const above = { ...pair, scores: pair.scores.map((score) => score - threshold) };
  return extract(above, options).flatMap((fragment): ScoredFragment[] => {
    if (wordCount(pair.a, fragment.a) < minWords || wordCount(pair.b, fragment.b) < minWords) return [];
    const values = pair.scores.slice(fragment.a.from, fragment.a.to);
    return [{
      a: target.slice(fragment.a.from, fragment.a.to), b: source.slice(fragment.b.from, fragment.b.to),
      score: values.reduce((sum, value) => sum + value, 0) / values.length,
    }];
  });
}
