import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Small values kept between visits, by name. */
export interface KeptValues {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
}

/** What the list of documents shows of one. */
export interface DocumentEntry {
  readonly id: string;
  /** Empty where the user gave none: the opening words stand for it. */
  readonly name: string;
  readonly opening: string;
  readonly words: number;
  /** Times in ms since 1970. */
  readonly created: number;
  readonly updated: number;
  /** Grows with every write; tells whether another tab wrote in between. */
  readonly revision: number;
}

/** Documents: entries and, apart from them, contents, so that the list costs no texts. What comes back is unchecked: other builds may have written it. */
export interface DocumentStore {
  list(): Promise<unknown[]>;
  content(id: string): Promise<unknown>;
  /**
   * Writes a document unless someone else wrote since `entry.revision - 1` (or it is there although `entry.revision` is 1).
   * @returns false when someone did; then nothing was written
   */
  write(entry: DocumentEntry, content: unknown): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** Everything the page keeps. */
export interface PageStore {
  /** Whether it outlives the page. False in windows that refuse storage. */
  readonly lasting: boolean;
  readonly values: KeptValues;
  readonly documents: DocumentStore;
}

interface Schema extends DBSchema {
  kept: { key: string; value: unknown };
  documents: { key: string; value: DocumentEntry };
  contents: { key: string; value: unknown };
}

/** Opens the page's IndexedDB; where the browser refuses one (private windows, full disks) everything lasts as long as the page. */
export async function openPageStore(name = 'otherwise'): Promise<PageStore> {
  try {
    return lasting(await openDB<Schema>(name, 2, {
      upgrade(database, from) {
        if (from < 1) database.createObjectStore('kept');
        if (from < 2) {
          database.createObjectStore('documents');
          database.createObjectStore('contents');
        }
      },
      // A page of a newer build waits for us: let go, so that its upgrade is not blocked by an old tab.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase | null)?.close();
      },
    }));
  } catch {
    return passing();
  }
}

function lasting(database: IDBPDatabase<Schema>): PageStore {
  return {
    lasting: true,
    values: {
      get: (name) => database.get('kept', name),
      async set(name, value) {
        await database.put('kept', value, name);
      },
    },
    documents: {
      list: () => database.getAll('documents'),
      content: (id) => database.get('contents', id),
      async write(entry, content) {
        const transaction = database.transaction(['documents', 'contents'], 'readwrite');
        const entries = transaction.objectStore('documents');
        const fits = fitting(await entries.get(entry.id), entry);
        if (fits) {
          await entries.put(entry, entry.id);
          await transaction.objectStore('contents').put(content, entry.id);
        }
        await transaction.done;
        return fits;
      },
      async remove(id) {
        const transaction = database.transaction(['documents', 'contents'], 'readwrite');
        await transaction.objectStore('documents').delete(id);
        await transaction.objectStore('contents').delete(id);
        await transaction.done;
      },
    },
  };
}

/** A store in memory alone. */
export function passing(): PageStore {
  const values = new Map<string, unknown>();
  const documents = new Map<string, { entry: DocumentEntry; content: unknown }>();
  return {
    lasting: false,
    values: {
      get: (name) => Promise.resolve(values.get(name)),
      set: (name, value) => Promise.resolve(void values.set(name, value)),
    },
    documents: {
      list: () => Promise.resolve([...documents.values()].map(({ entry }) => entry)),
      content: (id) => Promise.resolve(documents.get(id)?.content),
      write(entry, content) {
        const fits = fitting(documents.get(entry.id)?.entry, entry);
        if (fits) documents.set(entry.id, { entry, content });
        return Promise.resolve(fits);
      },
      remove: (id) => Promise.resolve(void documents.delete(id)),
    },
  };
}

function fitting(there: DocumentEntry | undefined, entry: DocumentEntry): boolean {
  return (there?.revision ?? 0) === entry.revision - 1;
}
