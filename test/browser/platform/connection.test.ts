import { afterEach, expect, it, vi } from 'vitest';
import { openCorpusStore } from '../../../src/app/platform/corpus-store.ts';
import { openPageStore } from '../../../src/app/platform/database.ts';

const unheard: unknown[] = [];
/** The reason of the rejection that nobody handles on purpose, as the last one. */
const last = new Error('the last one');
const hear = (event: PromiseRejectionEvent): void => {
  unheard.push(event.reason);
  if (event.reason === last) event.stopImmediatePropagation();
};
/** Listens before the test runner does, which takes every such rejection for a failure. */
const listen = (): void => { globalThis.addEventListener('unhandledrejection', hear, { capture: true }); };

/** Expects that no rejection is without a handler: the browser tells of them in turn, and one on purpose comes first. */
async function expectNoneUnheard(): Promise<void> {
  void Promise.reject(last);
  await expect.poll(() => unheard).toEqual([last]);
}

afterEach(() => {
  vi.restoreAllMocks();
  globalThis.removeEventListener('unhandledrejection', hear, { capture: true });
  unheard.length = 0;
});

/** Lets the browser abort every transaction as soon as something was asked in it, as it does when site data are cleared. */
function abortAll(): void {
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function opened(this: IDBDatabase, ...asked) {
    const made = transaction.apply(this, asked);
    setTimeout(() => { made.abort(); }, 0);
    // Kept open until then.
    const store = made.objectStore(made.objectStoreNames[0] as string);
    const again = (): void => { store.count().onsuccess = again; };
    again();
    return made;
  });
}

const entry = { id: 'a', name: '', opening: '', words: 1, created: 1, updated: 1, revision: 1 };

it('in the page’s store a request that the browser aborts fails once, and the next one works', async () => {
  const { values, documents, cache } = await openPageStore(`aborted ${Math.random()}`);
  await values.set('name', 'before');
  listen();
  abortAll();
  const put = { document: 'a', at: 1, value: 'v' };
  for (const task of [
    () => values.get('name'), () => values.set('name', 'after'), () => documents.list(), () => documents.content('a'),
    () => documents.write(entry, 'text'), () => documents.remove('a'), () => cache.get('k'),
    () => cache.of('a', 'k'), () => cache.put('k', put),
  ]) await expect(task()).rejects.toThrow();
  vi.restoreAllMocks();
  expect(await values.get('name')).toBe('before');
  expect(await documents.write(entry, 'text')).toBe(true);
  await expectNoneUnheard();
});

it('in the store of corpora a request that the browser aborts fails once, and the next one works', async () => {
  const store = await openCorpusStore(`aborted ${Math.random()}`);
  await store.create(entry, ['row']);
  listen();
  abortAll();
  const all = async (pieces: AsyncIterable<unknown>): Promise<void> => { for await (const _ of pieces); };
  for (const task of [
    () => store.list(), () => store.create({ id: 'b' }, ['row']), () => store.change(entry), () => all(store.rows('a')),
    () => all(store.outputs('a')), () => store.count('a'), () => store.keep('a', 0, 'out'), () => store.clear('a'), () => store.remove('a'),
  ]) await expect(task()).rejects.toThrow();
  vi.restoreAllMocks();
  await store.keep('a', 0, 'out');
  expect(await store.count('a')).toBe(1);
  expect(await store.list()).toEqual([entry]);
  await expectNoneUnheard();
});
