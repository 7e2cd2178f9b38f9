import type { KeptValue } from '../../engine/files/read.ts';

/** The name of the store; it begins as those do that the page deletes with the models (`storage.ts`). */
const STORE = 'otherwise-files-measured-1';

/**
 * Says what a device was measured to do with the model in `folder`, in the browser's store. `circumstances`: all that the measurement
 * depends on; with others nothing is found, and what was kept before makes room.
 */
export function keptBudget(folder: URL, circumstances: readonly (string | number)[]): KeptValue {
  const address = new URL('budget', folder);
  const own = new URL(`?${encodeURIComponent(circumstances.join(' '))}`, address).href;
  return {
    async take() {
      try {
        const found = await (await caches.open(STORE)).match(own);
        const kept: unknown = await found?.json();
        return kept;
      } catch {
        return undefined;
      }
    },
    async keep(value) {
      try {
        const store = await caches.open(STORE);
        await store.delete(address, { ignoreSearch: true });
        await store.put(own, Response.json(value));
      } catch {
        // The next visit measures again.
      }
    },
  };
}
