import { plainWords } from '../text/words.ts';

/**
 * Returns the words of all candidates over the words of all references (ParaBank 2 §3.6, corpus level). Above 1: the candidates are
 * longer. Undefined when the references have no words.
 */
export function lengthRatio(pairs: readonly (readonly [reference: string, candidate: string])[]): number | undefined {
  const count = (side: 0 | 1): number => pairs.reduce((sum, pair) => sum + plainWords(pair[side]).length, 0);
  const references = count(0);
  return references === 0 ? undefined : count(1) / references;
}
