import { expose } from 'comlink';
import { expect, test } from 'vitest';
import { Supervisor } from '../../src/engine/client/supervisor.ts';
import { WorkerRewriter } from '../../src/engine/client/worker-rewriter.ts';
import { passing } from '../../src/app/platform/database.ts';
import { AppState } from '../../src/app/state/app.svelte.ts';
import { OtherwiseError, type ErrorCode } from '../../src/core/errors.ts';
import type {
  Counts, DeviceChoice, EngineInfo, PairScores, ParaphraseResult, ParaphraseWorkerApi, Reply,
} from '../../src/core/protocol.ts';

/** A worker without a thread: comlink over a message channel, with a script of what each of its lives does. */
class PortWorker extends EventTarget {
  readonly #port: MessagePort;
  terminated = false;

  constructor(api: ParaphraseWorkerApi) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = (event) => this.dispatchEvent(new MessageEvent('message', { data: event.data as unknown, ports: [...event.ports] }));
    expose(api, port2);
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    if (!this.terminated) this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.terminated = true;
    this.#port.close();
  }

  crash(): void {
    this.dispatchEvent(new ErrorEvent('error', { message: 'crashed', cancelable: true }));
  }
}

const info = (device: 'webgpu' | 'wasm'): EngineInfo => ({
  model: 'base',
  modelHash: 'abc',
  device,
  deviceName: 'x',
  threads: 1,
  budget: { sets: 1, samples: 1 },
  loadSeconds: 0,
});
const noCounts: Counts = {
  sampled: 0, unfinished: 0, copies: 0, duplicates: 0, banned: 0, unmet: 0, invariants: {}, unlikely: 0, aboveThreshold: 0, unscored: 0,
  accepted: 0, unique: 0,
};
const result: ParaphraseResult = {
  text: 'a',
  rewrites: [],
  unmet: [],
  constraints: [],
  counts: noCounts,
  mode: 'otherwise',
  model: 'base',
  seed: 0,
  runtime: 'wasm',
  device: 'cpu',
};
const scores: PairScores = { forward: 1, backward: 2, score: 3, distance: 0.5, findings: [] };
const failed = <T>(code: ErrorCode): Reply<T> => ({ ok: false, error: { code, message: code } });

/** A result with one rewrite of a text. */
const rewritten = (text: string): ParaphraseResult => ({
  ...result, text, rewrites: [{ text: `Once more: ${text}`, forward: 0.5, backward: 0.5, score: 1, right: 0.9, distance: 0.3 }],
});

type Report = Parameters<ParaphraseWorkerApi['rewrite']>[3];

interface Life {
  readonly load?: ErrorCode | 'never';
  /** The answer to a request; `when-stopped`: it answers when it is told to stop that call. */
  readonly answer?: ErrorCode | 'crash' | 'never' | 'when-stopped';
  /** The number of requests that it answers before it does as `answer` says. */
  readonly well?: number;
  /** The lock that is free when the worker is dead. */
  readonly lock?: string;
  /** Hears how to report progress of a request, which is answered when it has returned. */
  readonly onRequest?: (report: Report) => Promise<void>;
}

function clientOf(lives: readonly Life[], silence?: number): { client: Supervisor; devices: DeviceChoice[]; workers: PortWorker[] } {
  const devices: DeviceChoice[] = [];
  const workers: PortWorker[] = [];
  const create = (): Worker => {
    const life = lives[workers.length] ?? {};
    let answered = 0;
    const stops = new Map<number, (reply: Reply<ParaphraseResult>) => void>();
    const worker: PortWorker = new PortWorker({
      describe: () => Promise.resolve(failed('model-not-found')),
      load: (_model, device) => {
        devices.push(device);
        if (life.load === 'never') return new Promise(() => undefined);
        return Promise.resolve(
          life.load === undefined ? { ok: true, value: info(device === 'wasm' ? 'wasm' : 'webgpu') } : failed(life.load),
        );
      },
      score: () => Promise.resolve(life.answer === undefined ? { ok: true, value: [scores] } : failed('runtime')),
      measure: (pairs) =>
        Promise.resolve({
          ok: true,
          value: pairs.map(([a, b]) => ({
            meaning: 50,
            overlap: undefined,
            treeEdit: 0,
            wordEdits: 0,
            characterEdits: b.length - a.length,
          })),
        }),
      rewrite: async (call, text, _options, report) => {
        answered += 1;
        if (life.onRequest) await life.onRequest(report);
        if (life.answer === 'when-stopped') return new Promise((resolve) => { stops.set(call, resolve); });
        if (life.well !== undefined && answered <= life.well) return { ok: true, value: rewritten(text) };
        if (life.answer === 'crash') worker.crash();
        if (life.answer === 'crash' || life.answer === 'never') return new Promise(() => undefined);
        return life.answer === undefined ? { ok: true, value: result } : failed(life.answer);
      },
      cancel: (call) => stops.get(call)?.(failed('aborted')),
      life: () => Promise.resolve(life.lock),
    });
    workers.push(worker);
    return worker as unknown as Worker;
  };
  const client = new Supervisor({ create: () => new WorkerRewriter(create(), silence) });
  return { client, devices, workers };
}

test('a lost device is replaced and the request answered', async () => {
  const { client, devices, workers } = clientOf([{ answer: 'device-lost' }]);
  await client.load('base', 'auto');
  expect(await client.rewrite('a', {})).toEqual(result);
  expect(devices).toEqual(['auto', 'auto']);
  expect(workers.map((worker) => worker.terminated)).toEqual([true, false]);
});

test('the graphics device is lost twice in the middle of Rewrite all: every sentence is rewritten, and the text stays', async () => {
  const { client, devices, workers } = clientOf([{ well: 2, answer: 'device-lost' }, { answer: 'device-lost' }, { well: 9 }]);
  const app = new AppState(client, 'base', () => performance.now());
  await app.open({ ...passing(), lasting: true });
  app.settings.change({ automatic: false });
  await app.load();
  const subjects = ['committee', 'council', 'board', 'team', 'school'];
  const text = subjects.map((subject) => `The ${subject} decided to postpone the meeting.`).join(' ');
  app.replaceText(text);
  app.review.rewriteAll();
  await expect.poll(() => app.announcement?.kind).toBe('all-ready');
  expect(app.review.offers().map(({ standing }) => standing)).toEqual(Array(5).fill('offered'));
  expect(app.document.text).toBe(text);
  expect(devices).toEqual(['auto', 'auto', 'wasm']);
  expect(workers.map((worker) => worker.terminated)).toEqual([true, true, false]);
});

test('progress that comes before the answer is reported, and none that comes after it', async () => {
  let report: Report = () => undefined;
  const before = { kind: 'sample', finished: 0, total: 2, step: 1 } as const;
  const { client } = clientOf([{ onRequest: async (given) => { report = given; await given(before); } }]);
  await client.load('base', 'auto');
  const reported: unknown[] = [];
  await client.rewrite('a', {}, { onProgress: (progress) => reported.push(progress) });
  await report({ kind: 'sample', finished: 1, total: 2, step: 1 });
  expect(reported).toEqual([before]);
});

test('pairs are measured by a loaded engine only', async () => {
  const { client } = clientOf([{}]);
  await expect(client.measure([['a', 'bc']])).rejects.toMatchObject({ code: 'runtime' });
  await expect(client.score([['a', 'bc']], {})).rejects.toMatchObject({ code: 'runtime' });
  await client.load('base', 'auto');
  expect(await client.measure([['a', 'bcd'], ['a', 'a']])).toMatchObject([{ meaning: 50, characterEdits: 2 }, { characterEdits: 0 }]);
  expect(await client.score([['a', 'b']], {})).toEqual([scores]);
});

test('a crash that comlink would wait on for ever is noticed', async () => {
  const { client } = clientOf([{ answer: 'crash' }]);
  await client.load('base', 'auto');
  expect(await client.rewrite('a', {})).toEqual(result);
});

test('after two failures in a row it is WASM', async () => {
  const { client, devices } = clientOf([{ answer: 'runtime' }, { load: 'self-test-failed' }]);
  let restarted: EngineInfo | undefined;
  client.onRestart((now) => {
    restarted = now;
  });
  await client.load('base', 'auto');
  expect(await client.rewrite('a', {})).toEqual(result);
  expect(devices).toEqual(['auto', 'auto', 'wasm']);
  expect(restarted).toMatchObject({ device: 'wasm', fallbackReason: 'WebGPU failed twice in a row.' });
});

test('a device that was forced is not swapped; the error is shown after the last try', async () => {
  const { client, devices } = clientOf(Array.from({ length: 9 }, () => ({ load: 'runtime' as const })));
  await expect(client.load('base', 'webgpu')).rejects.toMatchObject({ code: 'runtime' });
  expect(devices).toEqual(['webgpu', 'webgpu', 'webgpu', 'webgpu']);
});

test('the request after the fourth failure in a row loads the model in a fresh worker', async () => {
  const { client, devices, workers } = clientOf([...Array.from({ length: 4 }, () => ({ answer: 'runtime' as const })), {}]);
  await client.load('base', 'auto');
  await expect(client.rewrite('a', {})).rejects.toMatchObject({ code: 'runtime' });
  expect(workers.map((worker) => worker.terminated)).toEqual([true, true, true, true]);
  expect(await client.rewrite('b', {})).toEqual(result);
  expect(devices).toEqual(['auto', 'auto', 'wasm', 'wasm', 'wasm']);
});

test('errors about the request or the model come through with their code, without a restart', async () => {
  const { client, workers } = clientOf([{ answer: 'text-too-long' }]);
  await client.load('base', 'auto');
  const error: unknown = await client.rewrite('a', {}).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(OtherwiseError);
  expect(error).toMatchObject({ code: 'text-too-long' });
  expect(workers.length).toBe(1);
});

test('an older request that dies with its worker is superseded, the newer one answered', async () => {
  let arrived = 0;
  const { client, workers } = clientOf([{ answer: 'never', onRequest: async () => { arrived += 1; } }]);
  await client.load('base', 'auto');
  const superseded = expect(client.rewrite('a', {})).rejects.toMatchObject({ code: 'superseded' });
  await expect.poll(() => arrived).toBe(1);
  const newer = client.rewrite('b', {});
  await expect.poll(() => arrived).toBe(2);
  workers[0]?.crash();
  await superseded;
  expect(await newer).toEqual(result);
});

test('a signal ends a load at once; the next load starts afresh', async () => {
  const { client, devices, workers } = clientOf([{ load: 'never' }]);
  const controller = new AbortController();
  const loading = client.load('base', 'auto', controller);
  await expect.poll(() => devices.length).toBe(1);
  controller.abort();
  await expect(loading).rejects.toMatchObject({ code: 'aborted' });
  expect(workers[0]?.terminated).toBe(true);
  expect(await client.load('base', 'auto')).toMatchObject({ device: 'webgpu' });
});

test('a signal stops its own request alone, and the model stays', async () => {
  const { client, workers } = clientOf([{ answer: 'when-stopped' }]);
  await client.load('base', 'auto');
  const [first, second] = [new AbortController(), new AbortController()];
  const [one, other] = [client.rewrite('a', {}, first), client.rewrite('b', {}, second)];
  const still = Promise.race([other.then(() => 'ended', () => 'ended'), one.catch(() => 'running')]);
  first.abort();
  await expect(one).rejects.toMatchObject({ code: 'aborted' });
  expect(await still).toBe('running');
  second.abort();
  await expect(other).rejects.toMatchObject({ code: 'aborted' });
  await expect(client.rewrite('c', {}, second)).rejects.toMatchObject({ code: 'aborted' });
  expect(workers.map((worker) => worker.terminated)).toEqual([false]);
});

test('another device takes the place of a load that still runs', async () => {
  const { client, devices } = clientOf([{ load: 'never' }]);
  const old = client.load('base', 'auto');
  const now = client.load('base', 'wasm');
  await expect(old).rejects.toMatchObject({ code: 'superseded' });
  expect(await now).toMatchObject({ device: 'wasm' });
  expect(devices.at(-1)).toBe('wasm');
});

test('a worker that dies without a word is noticed by its lock', async () => {
  let die: () => void = () => undefined;
  await new Promise<void>((held) => {
    void navigator.locks.request('a life', () => {
      held();
      return new Promise<void>((resolve) => {
        die = resolve;
      });
    });
  });
  let arrived = 0;
  const { client, workers } = clientOf([{ answer: 'never', lock: 'a life', onRequest: async () => { arrived += 1; } }]);
  await client.load('base', 'auto');
  const answer = client.rewrite('a', {});
  await expect.poll(() => arrived).toBe(1);
  await expect.poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)).toContain('a life');
  expect(workers.length).toBe(1);
  die();
  expect(await answer).toEqual(result);
  expect(workers.map((worker) => worker.terminated)).toEqual([true, false]);
});

test('a worker that dies without a word is replaced after a silence', async () => {
  const { client, workers } = clientOf([{ answer: 'never' }], 1000);
  await client.load('base', 'auto');
  expect(await client.rewrite('a', {})).toEqual(result);
  expect(workers.map((worker) => worker.terminated)).toEqual([true, false]);
});
