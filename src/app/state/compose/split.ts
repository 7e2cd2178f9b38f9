import type { Excess } from '../../../core/errors.ts';
import { wordTokens } from '../../../core/text/words.ts';
import type { Announcement } from '../announcement.ts';
import type { DocumentState } from '../documents/document.svelte.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';

/** From so many words on a sentence is rewritten worse than its parts would be. */
const LONG = 40;
/** What the models take of English as it is mostly written, words: the engine says it of the sentence itself. */
const ABOUT = 200;

/** How many words a long sentence has, and the most where it is too long; undefined for any other sentence. */
export function lengthOf(sentence: string, told: Excess | undefined): { readonly words: number; readonly most?: number } | undefined {
  if (told !== undefined) return told;
  const words = wordTokens(sentence).length;
  if (sentence.length > LONGEST_SENTENCE) return { words, most: ABOUT };
  return words > LONG ? { words } : undefined;
}

/** Makes sentences of the clauses of the one in focus; `take` makes a change as a step. @returns what came of it */
export async function split(document: DocumentState, take: (change: () => void) => boolean): Promise<Announcement> {
  const code = await import('../../../core/text/split-long.ts').catch(() => undefined);
  if (code === undefined) return { kind: 'part-missing' };
  const parts = code.splitLong(document.current?.text ?? '');
  return { kind: parts.length > 0 && take(() => document.split(parts)) ? 'split' : 'not-split' };
}
