import { expect, test } from 'vitest';
import { keptWeights } from '../../src/app/platform/kept-weights.ts';

const folder = new URL('/models/kept/', location.href);
const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(), Uint8Array.of(4, 5, 6, 7, 8)];

test('weights come back part by part as they were kept, by their name alone', async () => {
  const kept = keptWeights(folder, 'wasm');
  await kept.keep('one', parts);
  expect(await kept.take('one')).toEqual(parts);
  expect(await kept.take('another')).toBeUndefined();
  expect(await keptWeights(folder, 'webgpu').take('one')).toBeUndefined();
});

test('weights of which a byte is damaged do not come back, and those of another name take their place', async () => {
  const kept = keptWeights(folder, 'wasm');
  await kept.keep('two', parts);
  expect(await kept.take('one')).toBeUndefined();
  const store = await caches.open('otherwise-files-unpacked-1');
  const [request] = (await store.keys()).filter(({ url }) => url.startsWith(folder.href));
  const response = request && (await store.match(request));
  if (request === undefined || response === undefined) throw new Error('Nothing was kept.');
  const bytes = new Uint8Array(await response.arrayBuffer());
  bytes[5] = 9;
  await store.put(request, new Response(bytes, { headers: response.headers }));
  expect(await kept.take('two')).toBeUndefined();
});
