import { corpusWords } from '../corpora/pairs.ts';
import { comparisonKey } from '../../core/text/normalise.ts';
import type { CorpusCandidate } from './candidate.ts';

/** The limits that a rewrite must satisfy to stay; an absent one lets everything through. All limits are inclusive. */
export interface CorpusFilters {
  /** Words of each side, source and rewrite. */
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** The overlap ∩/∪ × 100 of the model's tokens (ParaBank 2 §3.7 keeps up to 70). */
  readonly maxOverlap?: number | undefined;
  /** The sum of forward and backward score, nats per token (ParaBank 2 §2.2: 3.5). */
  readonly maxScore?: number | undefined;
  /** The `dualCrossEntropy` with the source, nats per token (ParaBank 2 §3.1: 3.5). */
  readonly maxCrossEntropy?: number | undefined;
  /** Predicted human similarity, 0–100. */
  readonly minMeaning?: number | undefined;
  /** Tells whether rewrites with the source's words in its order stay, which they do unless this is false. */
  readonly copies?: boolean | undefined;
}

export const filterNames = ['copies', 'length', 'overlap', 'score', 'crossEntropy', 'meaning'] as const;
export type FilterName = (typeof filterNames)[number];

/**
 * Dual conditional cross-entropy |f − b| + (f + b) / 2 of a pair, nats per token (Junczys-Dowmunt 2018, as ParaBank 2
 * §3.1 filters its training data): low where both directions are likely, and equally so.
 */
export const dualCrossEntropy = ({ forward, backward }: Pick<CorpusCandidate, 'forward' | 'backward'>): number =>
  Math.round((Math.abs(forward - backward) + (forward + backward) / 2) * 1e4) / 1e4;

/** Tells whether a rewrite with the words of its source in their order says nothing else, casing and punctuation aside. */
export const isCopy = (source: string, text: string): boolean => comparisonKey(source) === comparisonKey(text);

/** Returns the first filter that leaves a rewrite out; undefined when it stays. A limit on a figure that is not known leaves it out. */
export function leftOutBy(source: string, candidate: CorpusCandidate, filters: CorpusFilters): FilterName | undefined {
  const tests: Readonly<Record<FilterName, () => boolean>> = {
    copies: () => filters.copies !== false || !isCopy(source, candidate.text),
    length: () => isWithinLength(source, filters) && isWithinLength(candidate.text, filters),
    overlap: () => isAtMost(candidate.overlap, filters.maxOverlap),
    score: () => isAtMost(candidate.score, filters.maxScore),
    crossEntropy: () => isAtMost(dualCrossEntropy(candidate), filters.maxCrossEntropy),
    meaning: () => filters.minMeaning === undefined || (candidate.meaning ?? -Infinity) >= filters.minMeaning,
  };
  return filterNames.find((name) => !tests[name]());
}

const isAtMost = (value: number | undefined, most: number | undefined): boolean => most === undefined || (value ?? Infinity) <= most;

/** Tells whether a text has as many words as a corpus wants. */
export function isWithinLength(text: string, { minLength = 0, maxLength = Infinity }: CorpusFilters): boolean {
  if (minLength === 0 && maxLength === Infinity) return true;
  const { length } = corpusWords(text);
  return length >= minLength && length <= maxLength;
}
