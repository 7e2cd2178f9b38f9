import { expect, test } from 'vitest';
import { type ModelPlan, Supervisor } from '../../src/engine/client/supervisor.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { EngineInfo } from '../../src/core/protocol.ts';
import { FakeClient } from './fake-client.ts';
import { sample } from './mount-app.ts';

const silent = (): void => undefined;
const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A client that plans the small model first, and the engines it makes; `prepare` sees each of them first. */
function made(prepare: (engine: FakeClient, at: number) => void = silent, planning = 0): {
  client: Supervisor;
  engines: FakeClient[];
  told: EngineInfo[];
} {
  const engines: FakeClient[] = [];
  const told: EngineInfo[] = [];
  const create = (): FakeClient => {
    const engine = new FakeClient();
    prepare(engine, engines.length);
    engines.push(engine);
    return engine;
  };
  const plan = { first: 'small', then: 'base' };
  const planOf = async (wanted: string): Promise<ModelPlan> => {
    if (wanted !== 'auto') return { first: wanted };
    await after(planning);
    return plan;
  };
  const client = new Supervisor({ create, planOf });
  client.onRestart((info) => told.push(info));
  return { client, engines, told };
}

test('a model that is named is the only one', async () => {
  const { client, engines } = made();
  expect((await client.load('tiny', 'auto')).model).toBe('tiny');
  expect(engines.length).toBe(1);
});

test('the small model answers until the whole one is loaded, which is told', async () => {
  const { client, engines, told } = made();
  expect(await client.load('auto', 'wasm')).toMatchObject({ model: 'small', following: 'base' });
  await client.rewrite(sample, {});
  expect(engines[0]?.requests.length).toBe(1);
  await expect.poll(() => told.map(({ model, following }) => [model, following])).toEqual([['base', undefined]]);
  expect(engines[1]?.loads).toEqual([{ model: 'base', device: 'wasm' }]);
  await client.rewrite(sample, {});
  expect(engines.map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test('the change waits for what is under way', async () => {
  const { client, engines, told } = made();
  await client.load('auto', 'auto');
  const [first] = engines;
  if (first) first.pause = 300;
  const answer = client.rewrite(sample, {});
  await after(100);
  expect(told).toEqual([]);
  expect((await answer).rewrites.length).toBe(5);
  await expect.poll(() => told.length).toBe(1);
});

test('where the whole model can’t be loaded the small one goes on, and it is told that none follows', async () => {
  const { client, engines, told } = made((engine, at) => {
    if (at === 1) engine.failLoad = new OtherwiseError('model-download', 'offline');
  });
  await client.load('auto', 'auto');
  await expect.poll(() => engines[1]?.loads.length).toBe(1);
  await expect.poll(() => told.map(({ model, following }) => [model, following])).toEqual([['small', undefined]]);
  await client.rewrite(sample, {});
  expect(engines.map(({ requests }) => requests.length)).toEqual([1, 0]);
});

test('another load calls the change off', async () => {
  const { client, engines, told } = made((engine, at) => {
    engine.pause = at === 1 ? 200 : 0;
  });
  await client.load('auto', 'auto');
  await client.load('tiny', 'auto');
  await after(400);
  expect(told).toEqual([]);
  expect(engines.flatMap(({ loads }) => loads.map(({ model }) => model))).toEqual(['small', 'base', 'tiny']);
});

test('while the models are being chosen, another load and a signal are heard', async () => {
  const { client, engines } = made(silent, 100);
  const old = client.load('auto', 'auto');
  const now = client.load('tiny', 'auto');
  await expect(old).rejects.toMatchObject({ code: 'superseded' });
  expect((await now).model).toBe('tiny');
  const controller = new AbortController();
  const cancelled = client.load('auto', 'auto', controller);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'aborted' });
  expect(engines.flatMap(({ loads }) => loads.map(({ model }) => model))).toEqual(['tiny']);
});
