import type { DBSchema, IDBPDatabase } from 'idb';
import { Connection } from './connection.ts';

/** Small values kept between visits, by name. */
export interface KeptValues {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
}

/** A document as the list of documents shows it, without its text. */
export interface DocumentEntry {
  readonly id: string;
  /** The name; empty where the user gave none: the opening words stand for it. */
  readonly name: string;
  readonly opening: string;
  readonly words: number;
  /** The times of the first and the last write, ms since 1970. */
  readonly created: number;
  readonly updated: number;
  /** A number that grows with every write; it tells whether another tab wrote in between. */
  readonly revision: number;
}

/**
 * Documents: entries and, apart from them, contents, so that the list costs no texts. What comes back is unchecked:
 * other builds may have written it.
 */
export interface DocumentStore {
  list(): Promise<unknown[]>;
  content(id: string): Promise<unknown>;
  /** Reads the file that a document came in, where it was written with one. */
  original(id: string): Promise<unknown>;
  /**
   * Writes a document unless someone else wrote since `entry.revision - 1` (or it is there although `entry.revision` is 1).
   * @param original the file that it came in; undefined where it came in none, or is there with it
   * @returns false when someone did; then nothing was written
   */
  write(entry: DocumentEntry, content: unknown, original?: unknown): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** Values, by a key, that belong to a document and could be done without; they go with it. A value that comes back is unchecked. */
export interface CacheStore {
  /** Reads the value of a key; undefined where there is none. */
  get(key: string): Promise<unknown>;
  /** Reads all values that belong to a document and whose key begins so, the oldest first. */
  of(document: string, beginning: string): Promise<unknown[]>;
  /** Stores a value; `at`: ms since 1970. The oldest go when there are too many. */
  put(key: string, entry: { readonly document: string; readonly at: number; readonly value: unknown }): Promise<void>;
}

/** Everything the page keeps. */
export interface PageStore {
  /** Tells whether it outlives the page. False in windows that refuse storage. */
  readonly lasting: boolean;
  readonly values: KeptValues;
  readonly documents: DocumentStore;
  readonly cache: CacheStore;
}

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
  documents: { key: string; value: DocumentEntry };
  contents: { key: string; value: unknown };
  cache: { key: string; value: { document: string; at: number; value: unknown }; indexes: { document: string; at: number } };
}

/** Gives the key, among the contents, of the file that a document came in. */
const originalOf = (id: string): string => `original/${id}`;

/** The most entries that the cache keeps: those of the last visits. */
const CACHED = 6000;
/** The share of the entries that is deleted at once when there are more, the oldest first. */
const SWEPT = 0.1;

/** The time after which a browser that has not opened its database never will, ms. */
const PATIENCE = 5000;

/**
 * Opens the page's IndexedDB; where the browser refuses one (private windows, broken disks) or never answers,
 * everything lasts as long as the page. `cached`: so many entries the cache holds.
 */
export async function openPageStore(name = 'otherwise', cached = CACHED): Promise<PageStore> {
  try {
    const connection = new Connection<Schema>({ name, version: 3, upgrade });
    await Promise.race([connection.read(['kept'], (transaction) => transaction.objectStore('kept').count()), late()]);
    return lasting(connection, cached);
  } catch {
    return passing();
  }
}

function upgrade(database: IDBPDatabase<Schema>, from: number): void {
  if (from < 1) database.createObjectStore('kept');
  if (from < 2) {
    database.createObjectStore('documents');
    database.createObjectStore('contents');
  }
  if (from < 3) {
    const cache = database.createObjectStore('cache');
    cache.createIndex('document', 'document');
    cache.createIndex('at', 'at');
  }
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The database does not open.')), PATIENCE);
  });
}

function lasting(connection: Connection<Schema>, most: number): PageStore {
  return {
    lasting: true,
    values: {
      get: (name) => connection.read(['kept'], (transaction) => transaction.objectStore('kept').get(name)),
      async set(name, value) {
        await connection.write(['kept'], (transaction) => transaction.objectStore('kept').put(value, name));
      },
    },
    documents: {
      list: () => connection.read(['documents'], (transaction) => transaction.objectStore('documents').getAll()),
      content: (id) => connection.read(['contents'], (transaction) => transaction.objectStore('contents').get(id)),
      original: (id) => connection.read(['contents'], (transaction) => transaction.objectStore('contents').get(originalOf(id))),
      write: (entry, content, original) =>
        connection.write(['documents', 'contents'], async (transaction) => {
          const [entries, contents] = [transaction.objectStore('documents'), transaction.objectStore('contents')];
          const fits = fitting(await entries.get(entry.id), entry);
          if (fits && original !== undefined) await contents.put(original, originalOf(entry.id));
          if (fits) await Promise.all([entries.put(entry, entry.id), contents.put(content, entry.id)]);
          return fits;
        }),
      remove: (id) =>
        connection.write(['documents', 'contents', 'cache'], async (transaction) => {
          const cache = transaction.objectStore('cache');
          const keys = await cache.index('document').getAllKeys(id);
          await Promise.all([
            transaction.objectStore('documents').delete(id),
            transaction.objectStore('contents').delete(id),
            transaction.objectStore('contents').delete(originalOf(id)),
            ...keys.map((key) => cache.delete(key)),
          ]);
        }),
    },
    cache: {
      get: (key) => connection.read(['cache'], async (transaction) => (await transaction.objectStore('cache').get(key))?.value),
      of: (document, beginning) =>
        connection.read(['cache'], async (transaction) => {
          const index = transaction.objectStore('cache').index('document');
          const [keys, entries] = await Promise.all([index.getAllKeys(document), index.getAll(document)]);
          const own = entries.filter((_, at) => keys[at]?.startsWith(beginning));
          return own.sort((a, b) => a.at - b.at).map(({ value }) => value);
        }),
      put: (key, { document, at, value }) =>
        connection.write(['cache'], async (transaction) => {
          const cache = transaction.objectStore('cache');
          const oldest = (await cache.count()) >= most ? await cache.index('at').getAllKeys(null, Math.ceil(most * SWEPT)) : [];
          await Promise.all([...oldest.map((old) => cache.delete(old)), cache.put({ document, at, value }, key)]);
        }),
    },
  };
}

/** Returns a store in memory alone. */
export function passing(): PageStore {
  const values = new Map<string, unknown>();
  const documents = new Map<string, { entry: DocumentEntry; content: unknown; original: unknown }>();
  const cache = new Map<string, { document: string; value: unknown }>();
  return {
    lasting: false,
    values: {
      get: (name) => Promise.resolve(values.get(name)),
      set: (name, value) => Promise.resolve(void values.set(name, value)),
    },
    documents: {
      list: () => Promise.resolve([...documents.values()].map(({ entry }) => entry)),
      content: (id) => Promise.resolve(documents.get(id)?.content),
      original: (id) => Promise.resolve(documents.get(id)?.original),
      write(entry, content, original = documents.get(entry.id)?.original) {
        const fits = fitting(documents.get(entry.id)?.entry, entry);
        if (fits) documents.set(entry.id, { entry, content, original });
        return Promise.resolve(fits);
      },
      remove(id) {
        documents.delete(id);
        for (const [key, { document }] of cache) if (document === id) cache.delete(key);
        return Promise.resolve();
      },
    },
    cache: {
      get: (key) => Promise.resolve(cache.get(key)?.value),
      of: (document, beginning) =>
        Promise.resolve([...cache].flatMap(([key, own]) => (own.document === document && key.startsWith(beginning) ? [own.value] : []))),
      put: (key, { document, value }) => Promise.resolve(void cache.set(key, { document, value })),
    },
  };
}

function fitting(there: DocumentEntry | undefined, entry: DocumentEntry): boolean {
  return (there?.revision ?? 0) === entry.revision - 1;
}
