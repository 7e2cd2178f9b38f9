import type { DBSchema } from 'idb';
import { Connection } from './connection.ts';

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

/** Keys of the outputs in a range, and what they are: so many as are read at once. */
function piece(connection: Connection<Schema>, range: IDBKeyRange): Promise<[[string, number][], unknown[]]> {
  return connection.read(['outputs'], (transaction) => {
    const outputs = transaction.objectStore('outputs');
    return Promise.all([outputs.getAllKeys(range, CHUNK), outputs.getAll(range, CHUNK)]);
  });
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
