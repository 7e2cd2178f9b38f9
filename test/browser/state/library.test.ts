import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPageStore, passing, type PageStore } from '../../../src/app/platform/database.ts';
import { DeskState } from '../../../src/app/state/documents/desk.svelte.ts';
import { emptySnapshot, type Snapshot } from '../../../src/app/state/documents/document.svelte.ts';
import { fileNameOf, titleOf } from '../../../src/app/state/documents/titles.ts';

const NAME = 'otherwise-test';
const old: Snapshot = {
  text: 'The old text. It was here before.',
  focus: 1,
  demands: { 'The old text.': { avoid: ['old'], require: [] } },
  sources: {},
};
const of = (text: string): Snapshot => ({ ...emptySnapshot, text });

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  await deleteDB(NAME);
});
afterEach(() => deleteDB(NAME));

/** A tab: its desk and what it announced. Tabs of one store share its contents, as in a browser. */
async function openTab(store: PageStore): Promise<{ desk: DeskState; said: string[]; write: (text: string) => Promise<void> }> {
  const said: string[] = [];
  let now = 1000;
  const desk = new DeskState(() => (now += 1000), (announcement) => said.push(announcement?.kind ?? 'changed'));
  await desk.start(store);
  return {
    desk, said,
    write: async (text) => {
      desk.document.edit(text);
      await desk.saveNow();
    },
  };
}

describe.each([
  ['IndexedDB', () => openPageStore(NAME)],
  ['memory', () => Promise.resolve(passing())],
])('documents in %s', (_, open) => {
  test('each document keeps its own text and history, and the newest comes first', async () => {
    const store = await open();
    const { desk, write } = await openTab(store);
    await write('The first one.');
    const first = desk.library.current.id;
    desk.history.record({ snapshot: of('before') }, 0);
    await desk.beginDocument();
    expect([desk.document.text, desk.history.canUndo]).toEqual(['', false]);
    await write('The second one.');
    await desk.openDocument(first);
    expect([desk.document.text, desk.history.canUndo]).toEqual(['The first one.', true]);
    expect(desk.library.entries.map((entry) => [titleOf(entry), entry.words])).toEqual([['The second one.', 3], ['The first one.', 3]]);
  });

  test('the name of a document lasts; one without a name is called by its first words', async () => {
    const store = await open();
    const { desk, write } = await openTab(store);
    await write('Some words at the beginning of a text that goes on and on.');
    const { id } = desk.library.current;
    expect(titleOf(desk.library.current)).toBe('Some words at the beginning of a text that goes…');
    await desk.library.rename(id, '  My   essay ');
    await write('Other words.');
    const again = await openTab(store);
    expect(titleOf(again.desk.library.current)).toBe('My essay');
    expect(again.desk.document.text).toBe('Other words.');
    await again.desk.library.rename(id, '');
    expect(titleOf(again.desk.library.current)).toBe('Other words.');
  });

  test('a deleted document is gone, and undo brings it back as it was', async () => {
    const store = await open();
    const { desk, said, write } = await openTab(store);
    await write('One.');
    await desk.beginDocument();
    desk.document.restore(old);
    await desk.saveNow();
    const { id } = desk.library.current;
    await desk.removeDocument(id);
    expect(desk.document.text).toBe('One.');
    expect((await store.documents.list()).length).toBe(1);
    await desk.restoreDocument();
    expect(desk.document.snapshot).toEqual(old);
    expect(said.at(-1)).toBe('brought-back');
    expect((await store.documents.list()).length).toBe(2);
  });

  test('an empty document is not stored, and the last one can be deleted', async () => {
    const store = await open();
    const { desk, write } = await openTab(store);
    await desk.beginDocument();
    await desk.saveNow();
    expect(await store.documents.list()).toEqual([]);
    await write('Now.');
    await desk.removeDocument(desk.library.current.id);
    expect([desk.document.text, desk.library.entries.length, await store.documents.list()]).toEqual(['', 0, []]);
  });

  test('the texts that two tabs write at once are all stored', async () => {
    const store = { ...(await open()), lasting: false };
    const one = await openTab(store);
    await one.write('Both begin here.');
    const two = await openTab(store);
    expect(two.desk.document.text).toBe('Both begin here.');
    await one.write('One goes on.');
    await two.write('Two goes on elsewhere.');
    expect(two.said).toContain('saved-as-copy');
    await two.write('Two goes on elsewhere, and on.');
    await one.write('One goes on, too.');
    const texts = await Promise.all(
      ((await store.documents.list()) as { id: string }[]).map(async ({ id }) => ((await store.documents.content(id)) as Snapshot).text),
    );
    expect(texts.sort()).toEqual(['One goes on, too.', 'Two goes on elsewhere, and on.']);
  });

  test('a document that another tab deleted is written anew when this one goes on', async () => {
    const store = { ...(await open()), lasting: false };
    const one = await openTab(store);
    await one.write('Here.');
    const two = await openTab(store);
    await one.desk.removeDocument(one.desk.library.current.id);
    await two.write('Here and there.');
    const [entry] = (await store.documents.list()) as { id: string }[];
    expect(((await store.documents.content(entry?.id ?? '')) as Snapshot).text).toBe('Here and there.');
  });
});

test('the text of a build with a single document becomes the first one, once', async () => {
  const before = await openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore('kept') });
  await before.put('kept', old, 'document');
  await before.put('kept', { distance: 3 }, 'settings');
  before.close();
  const store = await openPageStore(NAME);
  const { desk } = await openTab(store);
  expect(desk.document.snapshot).toEqual(old);
  expect(await store.values.get('settings')).toEqual({ distance: 3 });
  await desk.removeDocument(desk.library.current.id);
  sessionStorage.clear();
  expect((await openTab(store)).desk.document.text).toBe('');
});

test('a tab without changes shows those of another tab, and keeps its place', async () => {
  const store = await openPageStore(NAME);
  const one = await openTab(store);
  await one.write('Both begin here. Second.');
  const two = await openTab(store);
  two.desk.document.focusOn(1);
  await one.write('Both begin there. Second.');
  await expect.poll(() => two.desk.document.text).toBe('Both begin there. Second.');
  expect(two.desk.document.focus).toBe(1);
  await two.write('Both begin there. Last.');
  expect(two.said).not.toContain('saved-as-copy');
});

test('after a reload a tab has its own document again', async () => {
  const store = await openPageStore(NAME);
  const { desk, write } = await openTab(store);
  await write('Of this tab.');
  const { id } = desk.library.current;
  await desk.beginDocument();
  await write('Of another tab, later.');
  sessionStorage.setItem('otherwise-open-document', id);
  expect((await openTab(store)).desk.document.text).toBe('Of this tab.');
});

test('a full disk is told, nothing on the desk is put away, and the next change is stored again', async () => {
  let full = true;
  const inner = passing();
  const store: PageStore = {
    ...inner,
    documents: {
      ...inner.documents,
      write: (entry, content) =>
        full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : inner.documents.write(entry, content),
    },
  };
  const { desk, said, write } = await openTab(store);
  await write('A text nobody may lose.');
  expect(desk.library.failure?.code).toBe('no-storage');
  expect(await desk.beginDocument()).toBe(false);
  expect([desk.document.text, said.at(-1)]).toEqual(['A text nobody may lose.', 'unsaved']);
  full = false;
  await write('A text nobody may lose now.');
  expect(desk.library.failure).toBeUndefined();
  expect((await inner.documents.list()).length).toBe(1);
});

describe('a page that goes away before its text is stored', () => {
  /** A store that no longer answers, as for a page that is being closed. */
  const silent = (store: PageStore): PageStore => ({
    ...store,
    documents: { ...store.documents, write: () => new Promise(() => undefined) },
  });

  async function leave(store: PageStore, text: string): Promise<void> {
    const { desk } = await openTab(silent(store));
    desk.document.edit(text);
    void desk.saveNow();
  }

  test('the next one has it, stores it and forgets the copy', async () => {
    const store = await openPageStore(NAME);
    await leave(store, 'Never stored.');
    const first = await openTab(store);
    expect(first.desk.document.text).toBe('Never stored.');
    await leave(store, 'Never stored. And on.');
    expect((await openTab(store)).desk.document.text).toBe('Never stored. And on.');
    expect((await store.documents.list()).length).toBe(1);
    expect(Object.keys(localStorage).filter((key) => key.includes('rescue'))).toEqual([]);
  });

  test('it becomes a document of its own when another tab wrote meanwhile', async () => {
    const store = await openPageStore(NAME);
    await (await openTab(store)).write('Both begin here.');
    const other = await openTab(store);
    await leave(store, 'Left behind.');
    await other.write('Went on.');
    expect((await openTab(store)).desk.document.text).toBe('Left behind.');
    const texts = await Promise.all(
      ((await store.documents.list()) as { id: string }[]).map(async ({ id }) => ((await store.documents.content(id)) as Snapshot).text),
    );
    expect(texts.sort()).toEqual(['Left behind.', 'Went on.']);
  });

  test('as a document of its own it has none of the steps of the one that was open before', async () => {
    const store = await openPageStore(NAME);
    const { desk, write } = await openTab(store);
    desk.history.record({ snapshot: { ...desk.document.snapshot, text: 'Before a step.' } }, 0);
    await write('Stored with its steps.');
    await desk.saveNow();
    expect((await openTab(store)).desk.history.canUndo).toBe(true);
    sessionStorage.clear();
    const leaving = await openTab(silent(store));
    await leaving.desk.beginDocument();
    leaving.desk.document.edit('Left behind.');
    void leaving.desk.saveNow();
    const { desk: next } = await openTab(store);
    expect([next.document.text, next.history.canUndo]).toEqual(['Left behind.', false]);
  });

  test('while the disk is full it lies on the desk and is kept on', async () => {
    const inner = await openPageStore(NAME);
    const store: PageStore = {
      ...inner,
      documents: { ...inner.documents, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) },
    };
    await leave(store, 'Nobody may lose this.');
    for (let visit = 0; visit < 2; visit += 1) {
      const { desk } = await openTab(store);
      expect([desk.document.text, desk.library.failure?.code]).toEqual(['Nobody may lose this.', 'no-storage']);
    }
    expect((await openTab(inner)).desk.document.text).toBe('Nobody may lose this.');
  });

  test('what is no such copy is thrown away', async () => {
    localStorage.setItem('otherwise-rescue-x', '{"snapshot": 5}');
    localStorage.setItem('otherwise-rescue-y', '{');
    expect((await openTab(await openPageStore(NAME))).desk.document.text).toBe('');
    expect(localStorage.length).toBe(0);
  });
});

test('entries and contents that do not fit are passed over, not deleted', async () => {
  const store = await openPageStore(NAME);
  const { write } = await openTab(store);
  await write('Sound.');
  const raw = await openDB(NAME);
  await raw.put('documents', { id: 'strange' }, 'strange');
  await raw.put('documents', { id: 'hollow', name: '', opening: 'x', words: 1, created: 1, updated: 9e15, revision: 1 }, 'hollow');
  await raw.put('contents', { text: 5 }, 'hollow');
  sessionStorage.clear();
  const { desk, said } = await openTab(store);
  expect(desk.document.text).toBe('Sound.');
  await desk.openDocument('hollow');
  expect([desk.document.text, said.at(-1)]).toEqual(['Sound.', 'unreadable']);
  expect(await raw.count('documents')).toBe(3);
  raw.close();
});

test('a title is a sound name for a file', () => {
  expect(fileNameOf('  A/B: “c” \u202e<d>… ')).toBe('A B “c” d');
  expect(fileNameOf('..')).toBe('otherwise');
});
