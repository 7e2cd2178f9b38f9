import { expect, test } from 'vitest';
import { type ModelPlan, Supervisor } from '../../src/engine/client/supervisor.ts';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { EngineInfo } from '../../src/core/protocol.ts';
import { FakeClient, gate } from './fake-client.ts';
import { sample } from './mount-app.ts';

const silent = (): void => undefined;

/** An engine that says when it is loaded. */
class TellingClient extends FakeClient {
  onLoaded = silent;

  override async load(...given: Parameters<FakeClient['load']>): ReturnType<FakeClient['load']> {
    const info = await super.load(...given);
    this.onLoaded();
    return info;
  }
}

/** A client that plans the small model first, and the engines it makes; `prepare` sees each of them first. */
function made(prepare: (engine: TellingClient, at: number) => void = silent, planned = Promise.resolve()): {
  client: Supervisor;
  engines: TellingClient[];
  told: EngineInfo[];
} {
  const engines: TellingClient[] = [];
  const told: EngineInfo[] = [];
  const create = (): TellingClient => {
    const engine = new TellingClient();
    prepare(engine, engines.length);
    engines.push(engine);
    return engine;
  };
  const plan = { first: 'small', then: 'base' };
  const planOf = async (wanted: string): Promise<ModelPlan> => {
    if (wanted !== 'auto') return { first: wanted };
    await planned;
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
  const [answering, loaded] = [gate(), gate()];
  const { client, told } = made((engine, at) => {
    if (at === 0) engine.mayAnswer = () => answering.opened;
    else engine.onLoaded = loaded.open;
  });
  await client.load('auto', 'auto');
  const answer = client.rewrite(sample, {});
  await loaded.opened;
  // A change at once would come before this answer.
  await client.measure([]);
  expect(told).toEqual([]);
  answering.open();
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
  const [loading, loaded] = [gate(), gate()];
  const { client, engines, told } = made((engine, at) => {
    if (at !== 1) return;
    engine.mayLoad = loading.opened;
    engine.onLoaded = loaded.open;
  });
  await client.load('auto', 'auto');
  await client.load('tiny', 'auto');
  loading.open();
  await loaded.opened;
  // A change would come before this answer.
  await client.measure([]);
  expect(told).toEqual([]);
  expect(engines.flatMap(({ loads }) => loads.map(({ model }) => model))).toEqual(['small', 'base', 'tiny']);
});

test('while the models are being chosen, another load and a signal are heard', async () => {
  const planned = gate();
  const { client, engines } = made(silent, planned.opened);
  const old = client.load('auto', 'auto');
  const now = client.load('tiny', 'auto');
  planned.open();
  await expect(old).rejects.toMatchObject({ code: 'superseded' });
  expect((await now).model).toBe('tiny');
  const controller = new AbortController();
  const cancelled = client.load('auto', 'auto', controller);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'aborted' });
  expect(engines.flatMap(({ loads }) => loads.map(({ model }) => model))).toEqual(['tiny']);
});
