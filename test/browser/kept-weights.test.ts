import { expect, test } from 'vitest';
import { keptWeights } from '../../src/app/platform/kept-weights.ts';
import type { KeptWeights } from '../../src/engine/files/read.ts';

const folder = new URL('/models/kept/', location.href);
const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(), Uint8Array.of(4, 5, 6, 7, 8)];

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
