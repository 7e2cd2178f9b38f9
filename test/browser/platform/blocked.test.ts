import { afterEach, expect, test } from 'vitest';
import { openPageStore } from '../../../src/app/platform/database.ts';

let name = '';
const held: IDBDatabase[] = [];
afterEach(() => {
  for (const database of held.splice(0)) database.close();
  indexedDB.deleteDatabase(name);
});

/** Opens a database as another tab does; `deaf`: it does not let go when a newer build asks. */
function otherTab(version: number, deaf: boolean): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains('kept')) request.result.createObjectStore('kept');
    };
    request.onsuccess = () => {
      const database = request.result;
      held.push(database);
      if (!deaf) database.onversionchange = () => { database.close(); };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('It does not open.'));
  });
}

function write(database: IDBDatabase, text: string): Promise<unknown> {
  return new Promise((resolve) => {
    database.transaction('kept', 'readwrite').objectStore('kept').put(text, 'document').onsuccess = resolve;
  });
}

test('a database that an old tab holds is opened as soon as that lets go, with what stood there', async () => {
  name = `held ${Math.random()}`;
  const old = await otherTab(1, false);
  await write(old, 'a text');
  const store = await openPageStore(name);
  expect([store.lasting, await store.values.get('document')]).toEqual([true, 'a text']);
});

test('a database that another tab blocks keeps nobody waiting: nothing lasts, it says, and the next visit has all', async () => {
  name = `blocked ${Math.random()}`;
  const old = await otherTab(1, true);
  await write(old, 'a text');
  const store = await openPageStore(name);
  expect(store.lasting).toBe(false);
  await store.values.set('document', 'another');
  expect(await store.values.get('document')).toBe('another');
  old.close();
  const next = await openPageStore(name);
  expect([next.lasting, await next.values.get('document')]).toEqual([true, 'a text']);
});

test('our own tab lets go when a newer build asks, and overwrites nothing then', async () => {
  name = `newer ${Math.random()}`;
  const store = await openPageStore(name);
  await store.values.set('document', 'a text');
  const newer = await otherTab(4, false);
  expect(newer.version).toBe(4);
  // This build can't open what a newer one made: it fails where it is asked, and overwrites nothing.
  await expect(store.values.set('document', 'older')).rejects.toThrow();
});
