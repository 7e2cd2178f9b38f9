import { expect, type Page } from '@playwright/test';
import { unlessReloaded } from './page-object.ts';

/** The stores of the page's database that tests look into: settings, texts, and what could be made again. */
type StoreName = 'kept' | 'contents' | 'cache';

/** Reads all that a store of the page's database holds, by key; nothing where there is no database yet, or nobody to ask. */
const storedIn = async (page: Page, store: StoreName): Promise<Readonly<Record<string, unknown>>> =>
  (await unlessReloaded(page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase | undefined>((resolve) => {
      const request = indexedDB.open('otherwise');
      // Only the page itself makes one.
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    });
    if (database === undefined) return {};
    try {
      return await new Promise<Record<string, unknown>>((resolve, reject) => {
        const transaction = database.transaction(name);
        const [keys, values] = [transaction.objectStore(name).getAllKeys(), transaction.objectStore(name).getAll()];
        transaction.oncomplete = () => {
          resolve(Object.fromEntries(keys.result.map((key, at) => [key as string, values.result[at] as unknown])));
        };
        transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
      });
    } finally {
      database.close();
    }
  }, store))) ?? {};

/** Reads what could be made again and whose key begins so. */
const cached = async (page: Page, beginning: string): Promise<unknown[]> => {
  const entries = Object.entries(await storedIn(page, 'cache')).filter(([key]) => key.startsWith(beginning));
  return entries.map(([, entry]) => (entry as { value: unknown }).value);
};

/** Waits until each of the texts is stored with a document: a page may then go away without a word. */
export const stored = (page: Page, ...texts: readonly string[]): Promise<void> =>
  expect
    .poll(async () => Object.values(await storedIn(page, 'contents')).map((content) => (content as { text?: string }).text))
    .toEqual(expect.arrayContaining([...texts]));

/** Waits until the last step of a document that undo leads back to is stored: one that began from this text. */
export const stepStored = (page: Page, text: string): Promise<void> =>
  expect
    .poll(async () => {
      const steps = (await cached(page, 'steps/')) as { past: { snapshot: { text: string } }[] }[];
      return steps.map(({ past }) => past.at(-1)?.snapshot.text);
    })
    .toContain(text);

/** Waits until the settings are stored with these values. */
export const settingsStored = (page: Page, values: Readonly<Record<string, unknown>>): Promise<void> =>
  expect.poll(async () => (await storedIn(page, 'kept'))['settings'] ?? {}).toMatchObject(values);

/** The sentences of which rewrites are stored. */
export const rewrittenIn = async (page: Page): Promise<string[]> =>
  ((await cached(page, 'result ')) as { request: { text: string } }[]).map(({ request }) => request.text);

/** The paths of the files of models and runtime that the service worker has stored. */
export const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await (await caches.open('otherwise-files-1')).keys()).map(({ url }) => new URL(url).pathname));
