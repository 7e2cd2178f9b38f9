import { plainWords } from '../language/words.ts';

/**
 * The key under which two candidates count as the same: lower-case, Unicode punctuation (P*) and symbols (S*) deleted, white space folded to one
 * blank (ParaBank §5.4, footnote 6; ParaBank 2 §2.3 compares candidates in this form).
 *
 * Two candidates with one key are duplicates; a candidate with the source's key is a copy. The key of text without words is empty.
 */
export function comparisonKey(text: string): string {
  return plainWords(text).join(' ');
}
