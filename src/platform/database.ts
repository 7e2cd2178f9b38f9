import { openDB, type IDBPDatabase } from 'idb';

/** Small values kept between visits, by name. */
export interface KeptValues {
  /** Whether values outlive the page. False in windows that refuse storage. */
  readonly lasting: boolean;
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
}

const STORE = 'kept';

/** Opens the page's IndexedDB; where the browser refuses one (private windows, full disks) values last as long as the page. */
export async function openKeptValues(name = 'otherwise'): Promise<KeptValues> {
  try {
    const database = await openDB(name, 1, {
      upgrade(upgrading) {
        upgrading.createObjectStore(STORE);
      },
      // A page of a newer build waits for us: let go, so that its upgrade is not blocked by an old tab.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase | null)?.close();
      },
    });
    return lasting(database);
  } catch {
    return passing();
  }
}

function lasting(database: IDBPDatabase): KeptValues {
  return {
    lasting: true,
    get: (name) => database.get(STORE, name),
    async set(name, value) {
      await database.put(STORE, value, name);
    },
  };
}

/** Values in memory alone. */
export function passing(): KeptValues {
  const values = new Map<string, unknown>();
  return {
    lasting: false,
    get: (name) => Promise.resolve(values.get(name)),
    set: (name, value) => Promise.resolve(void values.set(name, value)),
  };
}
