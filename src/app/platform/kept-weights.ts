import { isIntact, sha256, type Listed } from '../../engine/files/hash.ts';
import type { KeptParts, KeptWeights } from '../../engine/files/read.ts';

/** The name of the store; it begins as those do that the page measures and deletes (`storage.ts`). */
const STORE = 'otherwise-files-unpacked-1';
/** The factor by which the free space must exceed the weights: texts come first. */
const ROOM = 4;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Makes the cache of a model's unpacked weights for one device, in the browser's store. `folder` is the model's. Each part is one entry,
 * hashed and written once. A last entry lists the parts; without it they are ignored.
 */
export function keptWeights(folder: URL, device: string): KeptWeights {
  const addressOf = (name: string, part?: number): string =>
    new URL(`unpacked-${device}?${name}${part === undefined ? '' : `&part=${part}`}`, folder).href;
  return {
    async take(name) {
      try {
        const store = await caches.open(STORE);
        const list = await (await store.match(addressOf(name)))?.json() as readonly Listed[] | undefined;
        const parts = await Promise.all(list?.map((listed, i) => readPart(store, addressOf(name, i), listed)) ?? []);
        return list && parts.every((part) => part !== undefined) ? parts : undefined;
      } catch {
        return undefined;
      }
    },
    async begin(name, bytes) {
      try {
        const store = await caches.open(STORE);
        const clear = (): Promise<unknown> => store.delete(addressOf(''), { ignoreSearch: true });
        // Earlier parts would count as used, and no visit would take them.
        await clear();
        const { quota = 0, usage = 0 } = await navigator.storage.estimate();
        return quota - usage < ROOM * bytes ? undefined : new Keeping(store, (part) => addressOf(name, part), clear);
      } catch {
        return undefined;
      }
    },
  };
}

async function readPart(store: Cache, address: string, listed: Listed): Promise<Bytes | undefined> {
  const kept = await store.match(address);
  const bytes = kept && new Uint8Array(await kept.arrayBuffer());
  return bytes && (await isIntact(bytes, listed)) ? bytes : undefined;
}

/** Writes parts to the cache, one after the other. If one can't be written, all are deleted, and the next visit unpacks again. */
class Keeping implements KeptParts {
  readonly #list: Listed[] = [];
  #failed = false;
  /** The last of the tasks, each of which begins when the one before it has ended. */
  #last = Promise.resolve();

  constructor(
    private readonly store: Cache, private readonly addressOf: (part?: number) => string, private readonly clear: () => Promise<unknown>,
  ) {}

  add(part: Bytes): Promise<void> {
    return this.#queue(async () => {
      const listed = { bytes: part.length, sha256: await sha256(part) };
      await this.store.put(this.addressOf(this.#list.push(listed) - 1), new Response(part));
    });
  }

  end(): Promise<void> {
    return this.#queue(() => this.store.put(this.addressOf(), Response.json(this.#list)));
  }

  abandon(): Promise<void> {
    this.#failed = true;
    return this.#last = this.#last.then(() => this.#delete());
  }

  #queue(task: () => Promise<void>): Promise<void> {
    return this.#last = this.#last.then(() => this.#try(task));
  }

  async #try(task: () => Promise<void>): Promise<void> {
    if (this.#failed) return;
    try {
      await task();
    } catch {
      this.#failed = true;
      await this.#delete();
    }
  }

  async #delete(): Promise<void> {
    await this.clear().catch(() => undefined);
  }
}
