import { isIntact, sha256 } from '../files/hash.ts';
import type { KeptWeights } from '../files/read.ts';

/** Its beginning makes it one of the stores that the page measures and deletes (`platform/storage.ts`). */
const STORE = 'otherwise-files-unpacked-1';
const HASH = 'x-sha256';
/** So many times as much must be free: texts come first. */
const ROOM = 4;

/** A place for the weights of the model in `folder` as one device needs them, in the browser's store. */
export function keptWeights(folder: URL, device: string): KeptWeights {
  const addressOf = (name: string): string => new URL(`unpacked-${device}?${name}`, folder).href;
  return {
    async take(name) {
      try {
        const kept = await (await caches.open(STORE)).match(addressOf(name));
        if (kept === undefined) return undefined;
        const bytes = new Uint8Array(await kept.arrayBuffer());
        return (await isIntact(bytes, { bytes: bytes.length, sha256: kept.headers.get(HASH) ?? '' })) ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    async keep(name, bytes) {
      try {
        const { quota = 0, usage = 0 } = await navigator.storage.estimate();
        if (quota - usage < ROOM * bytes.length) return;
        const store = await caches.open(STORE);
        await store.delete(addressOf(''), { ignoreSearch: true });
        const headers = { [HASH]: await sha256(bytes), 'Content-Length': String(bytes.length) };
        await store.put(addressOf(name), new Response(bytes, { headers }));
      } catch {
        // Without them the next visit takes a few seconds more.
      }
    },
  };
}
