import type { Excess } from '../../../core/errors.ts';
import { wordTokens } from '../../../core/text/words.ts';
import type { Announcement } from '../announcement.ts';
import type { DocumentState } from '../documents/document.svelte.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';

/** The number of words from which on a sentence is rewritten worse than its parts would be. */
const LONG = 40;
/** The most words that the models take of usual English; for a given sentence the engine says the number. */
const ABOUT = 200;

/** Returns the number of words of a long sentence, and the most where it is too long; undefined for any other sentence. */
export function lengthOf(sentence: string, told: Excess | undefined): { readonly words: number; readonly most?: number } | undefined {
  if (told !== undefined) return told;
  const words = wordTokens(sentence).length;
  if (sentence.length > LONGEST_SENTENCE) return { words, most: ABOUT };
  return words > LONG ? { words } : undefined;
}

/** Splits the sentence in focus into its clauses; `take` makes a change as a step. @returns the outcome */
export async function split(document: DocumentState, take: (change: () => void) => boolean): Promise<Announcement> {
  const code = await import('../../../core/text/split-long.ts').catch(() => undefined);
  if (code === undefined) return { kind: 'part-missing' };
  const parts = code.splitLong(document.current?.text ?? '');
  return { kind: parts.length > 0 && take(() => document.split(parts)) ? 'split' : 'not-split' };
}
