import { expect, test } from 'vitest';
import { StandInClient } from '../../src/client/stand-in-client.ts';
import { OtherwiseError } from '../../src/errors.ts';
import type { EngineInfo } from '../../src/protocol.ts';
import { FakeClient } from './fake-client.ts';
import { sample } from './mount-app.ts';

const silent = (): void => undefined;

/** A client that plans the small model first, and the engines it makes; `prepare` sees each of them first. */
function made(prepare: (engine: FakeClient, at: number) => void = silent): {
  client: StandInClient;
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
  const client = new StandInClient(create, (wanted) => Promise.resolve(wanted === 'auto' ? plan : { first: wanted }));
  client.onRestart((info) => told.push(info));
  return { client, engines, told };
}

test('a model that is named is the only one', async () => {
  const { client, engines } = made();
  expect((await client.load('tiny', 'auto', silent)).model).toBe('tiny');
  expect(engines.length).toBe(1);
});

test('the small model answers until the whole one is loaded, which is told', async () => {
  const { client, engines, told } = made();
  expect((await client.load('auto', 'wasm', silent)).model).toBe('small');
  await client.paraphrase(sample, {}, silent);
  expect(engines[0]?.requests.length).toBe(1);
  await expect.poll(() => told.map(({ model }) => model)).toEqual(['base']);
  expect(engines[1]?.loads).toEqual([{ model: 'base', device: 'wasm' }]);
  await client.paraphrase(sample, {}, silent);
  expect(engines.map(({ requests }) => requests.length)).toEqual([1, 1]);
});

test('the change waits for what is under way', async () => {
  const { client, engines, told } = made();
  await client.load('auto', 'auto', silent);
  const [first] = engines;
  if (first) first.pause = 300;
  const answer = client.paraphrase(sample, {}, silent);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(told).toEqual([]);
  expect((await answer).rewrites.length).toBe(5);
  await expect.poll(() => told.length).toBe(1);
});

test('where the whole model can’t be loaded the small one goes on', async () => {
  const { client, engines, told } = made((engine, at) => {
    if (at === 1) engine.failLoad = new OtherwiseError('model-download', 'offline');
  });
  await client.load('auto', 'auto', silent);
  await expect.poll(() => engines[1]?.loads.length).toBe(1);
  await client.paraphrase(sample, {}, silent);
  expect([told, engines[0]?.requests.length]).toEqual([[], 1]);
});

test('another load calls the change off', async () => {
  const { client, engines, told } = made((engine, at) => {
    engine.pause = at === 1 ? 200 : 0;
  });
  await client.load('auto', 'auto', silent);
  await client.load('tiny', 'auto', silent);
  await new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
  expect(told).toEqual([]);
  expect(engines[0]?.loads.map(({ model }) => model)).toEqual(['small', 'tiny']);
});
