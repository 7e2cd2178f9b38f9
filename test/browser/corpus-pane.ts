import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { corpusOf, type CorpusState } from '../../src/app/state/corpus/corpus.svelte.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp } from './mount-app.ts';

/** Forgets every corpus of earlier tests. */
export async function forgetCorpora(): Promise<void> {
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('otherwise-corpora');
    request.onsuccess = request.onerror = resolve;
  });
}

export const tableFile = (): File =>
  new File(
    ['id\tsentence\nfirst\tThe first sentence is here.\nsecond\tAnother sentence came.\nbroken line\nthird\tThe third one is there.\n'],
    'sentences.tsv',
  );

/** Lets a file fall on the page. */
export function drop(file: File): void {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

/** The page with a file that waits in the pane, to be told how it is read. */
export async function chosen(
  file = tableFile(), client = new FakeClient(),
): Promise<{ app: AppState; corpus: CorpusState; client: FakeClient }> {
  await forgetCorpora();
  const { app } = await mountApp('', client);
  app.settings.change({ automatic: false });
  drop(file);
  await expect.element(page.getByRole('dialog', { name: 'Many sentences' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: `How to read “${file.name}”` })).toBeVisible();
  return { app, corpus: corpusOf(app), client };
}

/** The same when all is done. */
export async function finished(file?: File, client?: FakeClient): ReturnType<typeof chosen> {
  const opened = await chosen(file, client);
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect.poll(() => opened.corpus.current?.run.phase).toBe('done');
  return opened;
}
