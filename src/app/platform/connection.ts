import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type OpenDBCallbacks, type StoreNames } from 'idb';

/** The name and version of a database, and the upgrade that gives it the stores of this build. */
export interface DatabasePlan<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
}

type Stores<Schema extends DBSchema> = StoreNames<Schema>[];
type Task<Schema extends DBSchema, Names extends Stores<Schema>, Mode extends IDBTransactionMode, T> = (
  transaction: IDBPTransaction<Schema, Names, Mode>,
) => Promise<T>;

/**
 * Connects to a database (IndexedDB). It opens it again when the browser has closed it, because site data were deleted or its process
 * crashed.
 */
export class Connection<Schema extends DBSchema> {
  readonly #plan: DatabasePlan<Schema>;
  #database: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(plan: DatabasePlan<Schema>) {
    this.#plan = plan;
  }

  /** Returns what a task reads in one transaction. @throws DOMException what the browser says, once, whatever of it failed first */
  read<Names extends Stores<Schema>, T>(stores: Names, task: Task<Schema, Names, 'readonly', T>): Promise<T> {
    return this.#run({ stores, mode: 'readonly', task });
  }

  /** Lets a task write in one transaction: all of it or nothing. @throws DOMException as `read` */
  write<Names extends Stores<Schema>, T>(stores: Names, task: Task<Schema, Names, 'readwrite', T>): Promise<T> {
    return this.#run({ stores, mode: 'readwrite', task });
  }

  async #run<Names extends Stores<Schema>, Mode extends IDBTransactionMode, T>(
    { stores, mode, task }: { stores: Names; mode: Mode; task: Task<Schema, Names, Mode, T> },
  ): Promise<T> {
    this.#database ??= this.#open();
    const opening = this.#database;
    try {
      const transaction = (await opening).transaction(stores, mode);
      // The browser may abort it at any time: its own promise has to be heard, too.
      const [result] = await Promise.all([task(transaction), transaction.done]);
      return result;
    } catch (cause) {
      // The database was closed without a word, or never opened: the next task tries again.
      if (this.#database === opening && !(cause instanceof DOMException && cause.name === 'QuotaExceededError')) this.#forget();
      throw cause;
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const { name, version, upgrade } = this.#plan;
    return openDB<Schema>(name, version, {
      upgrade,
      // A page of a newer build waits for us: let go, so that its upgrade is not blocked by an old tab.
      blocking: () => this.#forget(),
      terminated: () => {
        this.#database = undefined;
      },
    });
  }

  #forget(): void {
    const database = this.#database;
    this.#database = undefined;
    void database?.then((open) => open.close(), () => undefined);
  }
}
