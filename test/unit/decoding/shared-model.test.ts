import { describe, expect, it } from 'vitest';
import { SharedModel } from '../../../src/core/decoding/shared-model.ts';
import type { ScoreRequest, Scores, StepModel } from '../../../src/core/decoding/step-model.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { beamSearch, type Hypothesis } from '../../../src/core/decoding/beam.ts';
import { OtherwiseError } from '../../../src/core/errors.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

const request = (...target: number[]): ScoreRequest => ({ source: [1], tags: [], target });
const scoresOf = ({ target }: ScoreRequest): Scores => ({ logProbs: Float32Array.from(target) });

/** A model that notes what it is asked in one go, and knows no target that holds 99. */
function noting(): { model: StepModel; asked: string[] } {
  const asked: string[] = [];
  const read = <T>(kind: string, tell: (one: ScoreRequest) => T) => (requests: readonly ScoreRequest[]): Promise<T[]> => {
    asked.push(`${kind} ${requests.map(({ target }) => target.join('-')).join(' ')}`);
    if (requests.some(({ target }) => target.includes(99))) return Promise.reject(new OtherwiseError('text-too-long', 'Too long.'));
    return Promise.resolve(requests.map(tell));
  };
  const never = (): never => { throw new Error('not asked for'); };
  const model: StepModel = {
    vocabularySize: 100, eos: 0, maxPositions: 10, reserved: new Set(), encode: never, begin: never, step: never,
    score: read('score', scoresOf), judge: read('judge', ({ target }) => target[0] ?? NaN),
  };
  return { model, asked };
}

const after = (turns: number): Promise<void> => (turns === 0 ? Promise.resolve() : Promise.resolve().then(() => after(turns - 1)));

describe('SharedModel', () => {
  it('reads once for all tasks that are at work, and tells each what it asked', async () => {
    const { model, asked } = noting();
    const shared = new SharedModel(model);
    const told = await Promise.all([1, 2, 3].map((own) => shared.run(async () => {
      await after(own * 3);
      const first = await shared.model.score([request(own), request(own, 0)]);
      const second = own === 2 ? [] : await shared.model.score([request(10 * own)]);
      return [...first, ...second].map(({ logProbs }) => [...logProbs].join('-'));
    })));
    expect(told).toEqual([['1', '1-0', '10'], ['2', '2-0'], ['3', '3-0', '30']]);
    expect(asked).toEqual(['score 1 1-0 2 2-0 3 3-0', 'score 10 30']);
    expect(shared.reads).toBe(2);
  });

  it('does not wait for tasks that have ended or failed, nor for one that never asks', async () => {
    const { model, asked } = noting();
    const shared = new SharedModel(model);
    const idle = shared.run(() => after(20));
    const failing = shared.run(async () => {
      await after(5);
      throw new Error('failed');
    });
    const reading = shared.run(() => shared.model.score([request(7)]));
    await expect(failing).rejects.toThrow('failed');
    expect(asked).toEqual([]);
    await idle;
    expect((await reading).map(({ logProbs }) => [...logProbs])).toEqual([[7]]);
  });

  it('scores for some while it judges for others', async () => {
    const { model, asked } = noting();
    const shared = new SharedModel(model);
    const [scores, said] = await Promise.all([
      shared.run(() => shared.model.score([request(1)])), shared.run(async () => shared.model.judge?.([request(2)])),
    ]);
    expect([scores.length, said, asked.toSorted()]).toEqual([1, [2], ['judge 2', 'score 1']]);
  });

  it('tells an error to the task that made it alone', async () => {
    const { model } = noting();
    const shared = new SharedModel(model);
    const [good, bad] = await Promise.allSettled([1, 99].map((own) => shared.run(() => shared.model.score([request(own)]))));
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ logProbs: Float32Array.of(1) }] });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'text-too-long' } });
  });

  it('has no judge where its model has none', () => {
    expect(new SharedModel({ ...noting().model, judge: undefined }).model.judge).toBeUndefined();
  });

  it('makes the steps of all tasks on one source together, each prefix once, and tells each what it finds alone', async () => {
    const [apart, toy] = [toyOf(3), toyOf(3)];
    const alone: Hypothesis[][] = [];
    for (const task of tasks) alone.push(await searched(apart, task));
    const shared = new SharedModel(toy);
    expect(await Promise.all(tasks.map((task) => shared.run(() => searched(shared.model, task))))).toEqual(alone);
    const longest = Math.max(...await Promise.all(tasks.map(async (task) => {
      const one = toyOf(3);
      await searched(one, task);
      return one.rowCounts.length;
    })));
    // Tasks with other tags have batches of their own.
    expect(toy.rowCounts.length).toBeLessThanOrEqual(2 * longest);
    expect(sum(toy.rowCounts)).toBeLessThan(sum(apart.rowCounts));
  });

  it('takes sources in turn, encodes each once and gives the memory of all back', async () => {
    const toy = toyOf(5);
    const encoded: string[] = [];
    const open = new Set<string>();
    const model: StepModel = Object.assign(Object.create(toy) as ToyModel, {
      encode: (source: readonly number[]) => {
        encoded.push(source.join());
        open.add(source.join());
        return Promise.resolve({ length: source.length, dispose: () => { open.delete(source.join()); } });
      },
    });
    const shared = new SharedModel(model);
    await Promise.all([[1, 1], [2, 2, 2], [1, 1]].flatMap((source) =>
      tasks.map((task) => shared.run(() => searched(shared.model, task, source)))));
    expect(encoded).toEqual(['1,1', '2,2,2']);
    expect(open.size).toBe(0);
    await shared.run(() => searched(shared.model, { tags: [1], ban: '' }, [1, 1]));
    expect(encoded).toHaveLength(3);
  });

  it('tells all tasks of a source that it could not be encoded, and encodes it anew when it is asked for again', async () => {
    let fails = true;
    const encode: StepModel['encode'] = (source) =>
      (fails ? Promise.reject(new OtherwiseError('text-too-long', 'Too long.')) : toyOf(1).encode(source));
    const model: StepModel = Object.assign(Object.create(toyOf(1)) as ToyModel, { encode });
    const shared = new SharedModel(model);
    const search = (): Promise<Hypothesis[]> => shared.run(() => searched(shared.model, { tags: [1], ban: '' }));
    expect((await Promise.allSettled([search(), search()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await search()).toEqual(await searched(toyOf(1), { tags: [1], ban: '' }));
  });

  it('tells an error of a step to the tasks of its source, and goes on with the others', async () => {
    const toy = toyOf(2);
    const step: StepModel['step'] = (cache, ...rest) => (cache as unknown as { source: number }).source === 9
      ? Promise.reject(new OtherwiseError('runtime', 'Broken.'))
      : toy.step(cache, ...rest);
    const begin: StepModel['begin'] = async (memory, ...rest) => {
      const { cache, output } = await toy.begin(memory, ...rest);
      return { cache: Object.assign(cache, { source: memory.length }), output };
    };
    const shared = new SharedModel(Object.assign(Object.create(toy) as ToyModel, { begin, step }));
    const [bad, good] = [Array<number>(9).fill(1), [1, 1]];
    const told = await Promise.allSettled([bad, good, bad].map((source) =>
      shared.run(() => searched(shared.model, { tags: [1], ban: '' }, source))));
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

const words = ['', ' a', ' plan', ' the', 'ned', ' delay', 'ed', ' meeting', '.', ' for', 'est', ' was'];
const text = { pieceText: (id: number): string => words[id] ?? '\ufffd' };
const toyOf = (seed: number): ToyModel => new ToyModel({ vocabularySize: words.length, eos: 0, top: 8, seed, readsTags: true });
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** The constraints and the style that a task decodes under. */
interface Task {
  readonly tags: readonly number[];
  readonly ban: string;
}
const tasks: readonly Task[] = [
  { tags: [1], ban: '' }, { tags: [1], ban: 'plan' }, { tags: [2], ban: 'meeting' }, { tags: [1], ban: 'was' }, { tags: [2], ban: '' },
];

async function searched(model: StepModel, { tags, ban }: Task, source: readonly number[] = [1, 1, 1]): Promise<Hypothesis[]> {
  const memory = await model.encode(source);
  try {
    return await beamSearch(model, memory, { tags, beam: 4, maxTokens: 8, hardBan: new HardBan(ban === '' ? [] : [ban]), text });
  } finally {
    memory.dispose();
  }
}
