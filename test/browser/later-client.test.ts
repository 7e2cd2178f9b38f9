import { expect, test } from 'vitest';
import { LaterClient } from '../../src/engine/client/later-client.ts';
import { FakeClient } from './fake-client.ts';
import { sample } from './mount-app.ts';

const silent = (): void => undefined;

/** A client whose engine comes when `come` is called. */
function waiting(): { client: LaterClient; engine: FakeClient; come: () => void } {
  const engine = new FakeClient();
  let come = silent;
  const code = new Promise<void>((resolve) => {
    come = resolve;
  });
  const client = new LaterClient(async () => {
    await code;
    return engine;
  });
  return { client, engine, come };
}

test('a load and a request that come before the engine’s code wait for it, in their order', async () => {
  const { client, engine, come } = waiting();
  const loaded = client.load('base', 'auto');
  const result = client.rewrite(sample, {});
  expect(engine.loads).toEqual([]);
  come();
  expect((await loaded).model).toBe('base');
  expect((await result).rewrites.length).toBeGreaterThan(0);
});

test('a load that is stopped before the code is there rejects as stopped, and another one goes on', async () => {
  const { client, engine, come } = waiting();
  const controller = new AbortController();
  const stopped = client.load('base', 'auto', controller);
  controller.abort();
  const other = client.load('small', 'auto');
  come();
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  expect((await other).model).toBe('small');
  expect(engine.loads.map(({ model }) => model)).toEqual(['small']);
});

test('code that does not come is a failed download, and the next load tries again', async () => {
  let tries = 0;
  const client = new LaterClient(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new FakeClient());
  });
  await expect(client.load('base', 'auto')).rejects.toMatchObject({ code: 'model-download' });
  expect((await client.load('base', 'auto')).model).toBe('base');
});
