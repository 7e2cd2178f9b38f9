import { isIntact, sha256 } from '../../engine/files/hash.ts';
import type { KeptWeights } from '../../engine/files/read.ts';

/** Its beginning makes it one of the stores that the page measures and deletes (`storage.ts`). */
const STORE = 'otherwise-files-unpacked-1';
/** The hash and length of each part, in their order. */
const [HASHES, LENGTHS] = ['x-sha256', 'x-lengths'];
/** So many times as much must be free: texts come first. */
const ROOM = 4;

/** A place for the weights of the model in `folder` as one device needs them, in the browser's store: the parts one behind the other. */
export function keptWeights(folder: URL, device: string): KeptWeights {
  const addressOf = (name: string): string => new URL(`unpacked-${device}?${name}`, folder).href;
  return {
    async take(name) {
      try {
        const kept = await (await caches.open(STORE)).match(addressOf(name));
        if (kept === undefined) return undefined;
        const [hashes, lengths] = [HASHES, LENGTHS].map((header) => kept.headers.get(header)?.split(',') ?? []);
        const whole = await kept.arrayBuffer();
        let at = 0;
        const parts = (lengths ?? []).map((length) => new Uint8Array(whole, (at += Number(length)) - Number(length), Number(length)));
        const intact = parts.map((bytes, i) => isIntact(bytes, { bytes: bytes.length, sha256: hashes?.[i] ?? '' }));
        return at === whole.byteLength && (await Promise.all(intact)).every(Boolean) ? parts : undefined;
      } catch {
        return undefined;
      }
    },
    async keep(name, parts) {
      try {
        const { quota = 0, usage = 0 } = await navigator.storage.estimate();
        const lengths = parts.map(({ length }) => length);
        const size = lengths.reduce((sum, length) => sum + length, 0);
        if (quota - usage < ROOM * size) return;
        const store = await caches.open(STORE);
        await store.delete(addressOf(''), { ignoreSearch: true });
        const hashes: string[] = [];
        for (const part of parts) hashes.push(await sha256(part));
        const headers = { [HASHES]: hashes.join(), [LENGTHS]: lengths.join(), 'Content-Length': String(size) };
        await store.put(addressOf(name), new Response(new Blob([...parts]), { headers }));
      } catch {
        // Without them the next visit takes a few seconds more.
      }
    },
  };
}
