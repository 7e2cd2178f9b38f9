import type { DBSchema } from 'idb';
import { Connection } from './connection.ts';

/** The number of rows in one record, and of outputs that are read at once. */
const CHUNK = 1000;

/**
 * Stores the corpora of the page: each with its request, the rows as they were read, and the output of each row. It is a database of its
 * own, apart from the documents. What it returns is unchecked: other builds may have written it.
 */
export interface CorpusStore {
  /** Tells whether it outlives the page. */
  readonly lasting: boolean;
  /** Reads the request of every corpus. */
  list(): Promise<unknown[]>;
  /** Writes a new corpus with all its rows, or nothing. @throws DOMException `QuotaExceededError` where there is no room */
  create(entry: CorpusKey, rows: readonly unknown[]): Promise<void>;
  /** Replaces the request of a corpus. */
  change(entry: CorpusKey): Promise<void>;
  /** Reads the rows of a corpus, in order, piece by piece. */
  rows(id: string): AsyncIterable<readonly unknown[]>;
  /** Reads the outputs of its rows, in the order of the rows, piece by piece. */
  outputs(id: string): AsyncIterable<readonly unknown[]>;
  /** Counts the rows that are done. */
  count(id: string): Promise<number>;
  /** Stores the output of a row. @throws DOMException `QuotaExceededError`: what was stored before stays */
  keep(id: string, row: number, output: unknown): Promise<void>;
  /** Deletes the outputs of its rows. */
  clear(id: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The key of a corpus. */
export interface CorpusKey {
  readonly id: string;
}

interface Schema extends DBSchema {
  corpora: { key: string; value: CorpusKey };
  rows: { key: [corpus: string, chunk: number]; value: readonly unknown[] };
  outputs: { key: [corpus: string, row: number]; value: unknown };
}

/** Opens what earlier visits kept; where the browser refuses a database, corpora last as long as the page. */
export async function openCorpusStore(name = 'otherwise-corpora'): Promise<CorpusStore> {
  try {
    const connection = new Connection<Schema>({
      name,
      version: 1,
      upgrade(made) {
        for (const store of ['corpora', 'rows', 'outputs'] as const) made.createObjectStore(store);
      },
    });
    await connection.read(['corpora'], (transaction) => transaction.objectStore('corpora').count());
    return lastingCorpora(connection);
  } catch {
    return passingCorpora();
  }
}

const of = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

function lastingCorpora(connection: Connection<Schema>): CorpusStore {
  return {
    lasting: true,
    list: () => connection.read(['corpora'], (transaction) => transaction.objectStore('corpora').getAll()),
    create: (entry, rows) =>
      connection.write(['corpora', 'rows'], async (transaction) => {
        const chunks = transaction.objectStore('rows');
        const writes: Promise<unknown>[] = [transaction.objectStore('corpora').put(entry, entry.id)];
        for (let at = 0; at < rows.length; at += CHUNK) writes.push(chunks.put(rows.slice(at, at + CHUNK), [entry.id, at / CHUNK]));
        await Promise.all(writes);
      }),
    async change(entry) {
      await connection.write(['corpora'], (transaction) => transaction.objectStore('corpora').put(entry, entry.id));
    },
    async *rows(id) {
      for (let chunk = 0; ; chunk += 1) {
        const rows = await connection.read(['rows'], (transaction) => transaction.objectStore('rows').get([id, chunk]));
        if (rows === undefined) return;
        yield rows;
      }
    },
    async *outputs(id) {
      for (let range: IDBKeyRange | undefined = of(id); range !== undefined; ) {
        const [keys, outputs] = await piece(connection, range);
        if (outputs.length > 0) yield outputs;
        const last = keys.at(-1);
        range = keys.length < CHUNK || last === undefined ? undefined : IDBKeyRange.bound(last, [id, []], true);
      }
    },
    count: (id) => connection.read(['outputs'], (transaction) => transaction.objectStore('outputs').count(of(id))),
    async keep(id, row, output) {
      await connection.write(['outputs'], (transaction) => transaction.objectStore('outputs').put(output, [id, row]));
    },
    clear: (id) => connection.write(['outputs'], (transaction) => transaction.objectStore('outputs').delete(of(id))),
    remove: (id) =>
      connection.write(['corpora', 'rows', 'outputs'], async (transaction) => {
        await Promise.all([
          transaction.objectStore('corpora').delete(id),
          transaction.objectStore('rows').delete(of(id)),
          transaction.objectStore('outputs').delete(of(id)),
        ]);
      }),
  };
}

/** Reads outputs in a range with their keys: at most as many as are read at once. */
function piece(connection: Connection<Schema>, range: IDBKeyRange): Promise<[[string, number][], unknown[]]> {
  return connection.read(['outputs'], (transaction) => {
    const outputs = transaction.objectStore('outputs');
    return Promise.all([outputs.getAllKeys(range, CHUNK), outputs.getAll(range, CHUNK)]);
  });
}

/** Makes a store in memory alone. */
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
