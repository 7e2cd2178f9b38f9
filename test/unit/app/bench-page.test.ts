import { describe, expect, it } from 'vitest';
import { measure } from '../../../src/app/bench/measure.ts';
import { sentences } from '../../../src/app/bench/sentences.ts';
import { cellsOf, COLUMNS, LENGTHS, type BenchResult, tableOf } from '../../../src/app/bench/table.ts';
import { tasksOf, type BenchTask } from '../../../src/app/bench/tasks.ts';
import { OtherwiseError } from '../../../src/core/errors.ts';
import type { EngineInfo, ParaphraseResult } from '../../../src/core/protocol.ts';
import type { LoadingRewriter } from '../../../src/engine/rewriter.ts';

const found: BenchResult = {
  model: 'base', device: 'webgpu', name: 'apple\tmetal-3\n', load: 4.5678, first: { 10: 0.51234, 20: 1 }, whole: { 10: 2, 20: 12.3456 },
  rows: 48, sentences: 5,
};

describe('the table of the page that measures', () => {
  it('has a line of names and then one for each model and device, with a tab between cells', () => {
    const failed = { model: 'small', device: 'wasm', failure: 'runtime: no\troom\nleft' } as const;
    expect(tableOf([found, failed], 'Browser/1 (X11)')).toBe(
      'model\tdevice\tname\tload s\tfirst s (10 words)\twhole s (10 words)\tfirst s (20 words)\twhole s (20 words)\t' +
      'rows\tsentences\tfailure\tbrowser\n' +
      'base\twebgpu\tapple metal-3\t4.57\t0.512\t2\t1\t12.3\t48\t5\t\tBrowser/1 (X11)\n' +
      'small\twasm\t\t\t\t\t\t\t\t\truntime: no room left\tBrowser/1 (X11)\n',
    );
  });

  it('has a cell for each column, whether something failed or not', () => {
    const failed = { model: 'm', device: 'wasm', failure: 'f' } as const;
    for (const one of [found, failed]) expect(cellsOf(one, 'b')).toHaveLength(COLUMNS.length);
  });

  it('is of equally many different sentences of each length, none of which is rewritten twice', () => {
    for (const length of LENGTHS) expect(sentences[length].map((text) => text.split(' ').length)).toEqual(Array(5).fill(length));
    expect(new Set(LENGTHS.flatMap((length) => sentences[length])).size).toBe(10);
  });
});

describe('the tasks that the address of the page names', () => {
  it('are both models on both devices when it names none', () => {
    expect(tasksOf(new URLSearchParams())).toEqual([
      { model: 'small', device: 'webgpu' }, { model: 'base', device: 'webgpu' },
      { model: 'small', device: 'wasm' }, { model: 'base', device: 'wasm' },
    ]);
  });

  it('are every named model on every named device', () => {
    expect(tasksOf(new URLSearchParams('model=tiny&device=wasm&device=webgpu'))).toEqual([
      { model: 'tiny', device: 'wasm' }, { model: 'tiny', device: 'webgpu' },
    ]);
    expect(tasksOf(new URLSearchParams('model=tiny'))).toEqual([
      { model: 'tiny', device: 'webgpu' }, { model: 'tiny', device: 'wasm' },
    ]);
  });

  it.each(['device=gpu', 'device=', 'models=tiny'])('are none when it asks for %s, which is unknown', (part) => {
    expect(tasksOf(new URLSearchParams(`model=small&device=wasm&${part}`))).toEqual({ unknown: part });
  });
});

describe('measuring', () => {
  const task: BenchTask = { model: 'small', device: 'wasm' };
  /** An engine by whose clock a word takes a second, and the first rewrite half of that. */
  function clocked(fails?: string): { readonly engine: LoadingRewriter; readonly now: () => number; readonly disposed: () => boolean } {
    let [time, isDisposed] = [0, false];
    const engine: LoadingRewriter = {
      load: () => {
        time += 3000;
        return Promise.resolve({ deviceName: '2 threads' } as EngineInfo);
      },
      rewrite: (text, _, watching) => {
        if (text === fails) return Promise.reject(new OtherwiseError('device-lost', 'The graphics device was lost.'));
        const words = text.split(' ').length;
        time += words * 500;
        watching?.onProgress?.({ kind: 'early', rewrite: { text, forward: 0, backward: 0, score: 0, distance: 0 } });
        time += words * 500;
        return Promise.resolve({ counts: { sampled: words } } as ParaphraseResult);
      },
      measure: () => Promise.reject(new Error('unused')),
      score: () => Promise.reject(new Error('unused')),
      dispose: () => { isDisposed = true; },
    };
    return { engine, now: () => time, disposed: () => isDisposed };
  }

  it('takes the medians of each length, tells how far it is, and frees the engine', async () => {
    const { engine, now, disposed } = clocked();
    const progress: number[] = [];
    const told = await measure(task, { create: () => engine, now, onProgress: (_, done) => { progress.push(done); } });
    expect(told).toEqual({
      ...task, name: '2 threads', load: 3, first: { 10: 5, 20: 10 }, whole: { 10: 10, 20: 20 }, rows: 15, sentences: 5,
    });
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(disposed()).toBe(true);
  });

  it('tells what failed in the place of figures, and frees the engine', async () => {
    const { engine, now, disposed } = clocked(sentences[20][1]);
    const told = await measure(task, { create: () => engine, now, onProgress: () => undefined });
    expect(told).toEqual({ ...task, failure: 'device-lost: The graphics device was lost.' });
    expect(disposed()).toBe(true);
  });

  it('tells why there is no engine where none could be made', async () => {
    const create = (): never => { throw new Error('A worker was refused.'); };
    const told = await measure(task, { create, now: () => 0, onProgress: () => undefined });
    expect(told).toEqual({ ...task, failure: 'runtime: A worker was refused.' });
  });
});
