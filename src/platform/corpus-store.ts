import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Rows that stand in one record of the file as it was read, and outputs that are read at once. */
const CHUNK = 1000;

/**
 * Corpora of the page: what was asked for, the rows as they were read, and what came of each, row by row. A database of its own, so that
 * no corpus takes part in what documents do. What comes back is unchecked: other builds may have written it.
 */
export interface CorpusStore {
  /** Whether it outlives the page. */
  readonly lasting: boolean;
  /** What was asked for, of every corpus. */
  list(): Promise<unknown[]>;
  /** Writes a new corpus with all its rows, or nothing. @throws DOMException `QuotaExceededError` where there is no room */
  create(entry: CorpusKey, rows: readonly unknown[]): Promise<void>;
  /** Writes what is asked for anew. */
  change(entry: CorpusKey): Promise<void>;
  /** The rows of a corpus, in order, piece by piece. */
  rows(id: string): AsyncIterable<readonly unknown[]>;
  /** What came of its rows, in the order of the rows, piece by piece. */
  outputs(id: string): AsyncIterable<readonly unknown[]>;
  /** How many rows are done. */
  count(id: string): Promise<number>;
  /** Keeps what came of a row. @throws DOMException `QuotaExceededError`: what was kept before stays */
  keep(id: string, row: number, output: unknown): Promise<void>;
  /** Forgets what came of its rows. */
  clear(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** By what a corpus is known. */
export interface CorpusKey {
  readonly id: string;
}

interface Schema extends DBSchema {
  corpora: { key: string; value: CorpusKey };
  rows: { key: [corpus: string, chunk: number]; value: readonly unknown[] };
  outputs: { key: [corpus: string, row: number]; value: unknown };
}

type Database = IDBPDatabase<Schema>;

/** Opens what earlier visits kept; where the browser refuses a database, corpora last as long as the page. */
export async function openCorpusStore(name = 'otherwise-corpora'): Promise<CorpusStore> {
  try {
    const database = await openDB<Schema>(name, 1, {
      upgrade(made) {
        made.createObjectStore('corpora');
        made.createObjectStore('rows');
        made.createObjectStore('outputs');
      },
      blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    });
    return lastingCorpora(database);
  } catch {
    return passingCorpora();
  }
}

const of = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

function lastingCorpora(database: Database): CorpusStore {
  return {
    lasting: true,
    list: () => database.getAll('corpora'),
    async create(entry, rows) {
      const transaction = database.transaction(['corpora', 'rows'], 'readwrite');
      const chunks = transaction.objectStore('rows');
      const writes: Promise<unknown>[] = [transaction.objectStore('corpora').put(entry, entry.id)];
      for (let at = 0; at < rows.length; at += CHUNK) writes.push(chunks.put(rows.slice(at, at + CHUNK), [entry.id, at / CHUNK]));
      // A failing one aborts the transaction, and every promise of it is heard.
      await Promise.all([transaction.done, ...writes]);
    },
    async change(entry) {
      await database.put('corpora', entry, entry.id);
    },
    async *rows(id) {
      for (let chunk = 0; ; chunk += 1) {
        const rows = await database.get('rows', [id, chunk]);
        if (rows === undefined) return;
        yield rows;
      }
    },
    async *outputs(id) {
      for (let range: IDBKeyRange | undefined = of(id); range !== undefined; ) {
        const [keys, outputs]: [[string, number][], unknown[]] = await Promise.all([
          database.getAllKeys('outputs', range, CHUNK),
          database.getAll('outputs', range, CHUNK),
        ]);
        if (outputs.length > 0) yield outputs;
        const last = keys.at(-1);
        range = keys.length < CHUNK || last === undefined ? undefined : IDBKeyRange.bound(last, [id, []], true);
      }
    },
    count: (id) => database.count('outputs', of(id)),
    async keep(id, row, output) {
      await database.put('outputs', output, [id, row]);
    },
    async clear(id) {
      await database.delete('outputs', of(id));
    },
    async remove(id) {
      const transaction = database.transaction(['corpora', 'rows', 'outputs'], 'readwrite');
      await Promise.all([
        transaction.objectStore('corpora').delete(id),
        transaction.objectStore('rows').delete(of(id)),
        transaction.objectStore('outputs').delete(of(id)),
        transaction.done,
      ]);
    },
  };
}

/** A store in memory alone. */
export function passingCorpora(): CorpusStore {
  const corpora = new Map<string, { entry: CorpusKey; rows: readonly unknown[]; outputs: Map<number, unknown> }>();
  const outputsOf = (id: string): Map<number, unknown> => corpora.get(id)?.outputs ?? new Map<number, unknown>();
  return {
    lasting: false,
    list: () => Promise.resolve([...corpora.values()].map(({ entry }) => entry)),
    create: (entry, rows) => Promise.resolve(void corpora.set(entry.id, { entry, rows, outputs: new Map() })),
    change(entry) {
      const there = corpora.get(entry.id);
      if (there !== undefined) there.entry = entry;
      return Promise.resolve();
    },
    async *rows(id) {
      yield await Promise.resolve(corpora.get(id)?.rows ?? []);
    },
    async *outputs(id) {
      yield await Promise.resolve([...outputsOf(id)].toSorted(([a], [b]) => a - b).map(([, output]) => output));
    },
    count: (id) => Promise.resolve(outputsOf(id).size),
    keep: (id, row, output) => Promise.resolve(void outputsOf(id).set(row, output)),
    clear: (id) => Promise.resolve(outputsOf(id).clear()),
    remove: (id) => Promise.resolve(void corpora.delete(id)),
  };
}
