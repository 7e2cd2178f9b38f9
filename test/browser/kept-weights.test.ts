import { afterEach, expect, test, vi } from 'vitest';
import { keptWeights } from '../../src/app/platform/kept-weights.ts';
import type { KeptWeights } from '../../src/engine/files/read.ts';

const folder = new URL('/models/kept/', location.href);
const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(), Uint8Array.of(4, 5, 6, 7, 8)];

afterEach(() => {
  vi.restoreAllMocks();
});

/** The addresses of the entries that lie in the store for the folder. */
async function entries(): Promise<string[]> {
  const store = await caches.open('otherwise-files-unpacked-1');
  return (await store.keys()).map(({ url }) => url).filter((url) => url.startsWith(folder.href));
}

/** Keeps all parts by a name. */
async function keep(kept: KeptWeights, name: string): Promise<void> {
  const keeping = await kept.begin(name, 8);
  for (const part of parts) await keeping?.add(part);
  await keeping?.end();
}

test('weights come back part by part as they were kept, by their name alone', async () => {
  const kept = keptWeights(folder, 'wasm');
  await keep(kept, 'one');
  expect(await kept.take('one')).toEqual(parts);
  expect(await kept.take('another')).toBeUndefined();
  expect(await keptWeights(folder, 'webgpu').take('one')).toBeUndefined();
});

test('weights that were not kept to the end do not come back', async () => {
  const kept = keptWeights(folder, 'wasm');
  const keeping = await kept.begin('unfinished', 8);
  for (const part of parts) await keeping?.add(part);
  expect(await kept.take('unfinished')).toBeUndefined();
});

test('weights of which a byte is damaged do not come back, and those of another name take their place', async () => {
  const kept = keptWeights(folder, 'wasm');
  await keep(kept, 'two');
  expect(await kept.take('one')).toBeUndefined();
  const store = await caches.open('otherwise-files-unpacked-1');
  const request = (await store.keys()).find(({ url }) => url.startsWith(folder.href) && url.endsWith('&part=2'));
  if (request === undefined) throw new Error('Nothing was kept.');
  await store.put(request, new Response(Uint8Array.of(4, 5, 9, 7, 8)));
  expect(await kept.take('two')).toBeUndefined();
});

test('parts that are added before the earlier ones are written come back in their order', async () => {
  const kept = keptWeights(folder, 'wasm');
  const keeping = await kept.begin('three', 8);
  await Promise.all([...parts.map((part) => keeping?.add(part)), keeping?.end()]);
  expect(await kept.take('three')).toEqual(parts);
});

test('nothing lies in the store when one part could not be written', async () => {
  const kept = keptWeights(folder, 'wasm');
  const keeping = await kept.begin('four', 8);
  for (const part of parts.slice(0, 2)) await keeping?.add(part);
  expect(await entries()).toHaveLength(2);
  const put = vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('The disk is full.', 'QuotaExceededError'));
  for (const part of parts) await keeping?.add(part);
  await keeping?.end();
  expect(put).toHaveBeenCalledOnce();
  expect(await entries()).toEqual([]);
});

test('nothing lies in the store when the load was given up while parts were being written', async () => {
  const kept = keptWeights(folder, 'wasm');
  const keeping = await kept.begin('five', 8);
  await keeping?.add(Uint8Array.of(1));
  expect(await entries()).toHaveLength(1);
  const adding = parts.map((part) => keeping?.add(part));
  await keeping?.abandon();
  expect(await entries()).toEqual([]);
  await Promise.all([...adding, keeping?.end()]);
  expect(await entries()).toEqual([]);
});

test('on a full disk earlier parts are deleted, and none are written', async () => {
  const kept = keptWeights(folder, 'wasm');
  await (await kept.begin('six', 8))?.add(Uint8Array.of(1));
  expect(await entries()).toHaveLength(1);
  const estimate = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 100, usage: 69 });
  expect(await kept.begin('six', 8)).toBeUndefined();
  expect(await entries()).toEqual([]);
  estimate.mockResolvedValue({ quota: 100, usage: 68 });
  expect(await kept.begin('six', 8)).toBeDefined();
});
