import { foldWord, wordTokens } from './words.ts';

/** Returns the different lower-cased words of a text. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(wordTokens(text).map(({ text: word }) => foldWord(word)));

/** Returns the Jaccard distance of two sets of words, 1 − |∩| / |∪|, 0–1; 0 for two empty ones. */
export function setDistance(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}

/** Returns the Jaccard distance of two texts by their lower-cased words, 0–1. */
export const wordDistance = (a: string, b: string): number => setDistance(wordSet(a), wordSet(b));
