import { saveFile } from '../../platform/files.ts';
import { readTextFile } from '../../platform/read-file.ts';
import { phraseTable, readPhraseTable } from './phrase-table.ts';
import type { PhrasesState } from './phrases.ts';

/** Largest file of phrases, bytes. */
const MOST_BYTES = 1_000_000;

/** The outcome of opening a file of phrases. */
export type PhrasesOpened =
  | { readonly kind: 'too-large' | 'not-text' | 'none' }
  | { readonly kind: 'opened'; readonly count: number; readonly wrong: readonly number[] };

/** Saves the list as a file that `openPhrases` reads. */
export function savePhrases({ list }: PhrasesState): void {
  saveFile('phrases.tsv', phraseTable(list), 'text/tab-separated-values');
}

/** Adds the pairs of a file; what is on the list stays on it. */
export async function openPhrases(list: PhrasesState, file: Blob): Promise<PhrasesOpened> {
  const read = await readTextFile(file, MOST_BYTES);
  if ('refused' in read) return { kind: read.refused };
  const { phrases, wrong } = readPhraseTable(read.text);
  if (phrases.length === 0) return { kind: 'none' };
  list.add(phrases);
  return { kind: 'opened', count: phrases.length, wrong };
}
