import { describe, expect, it } from 'vitest';
import { SharedReads } from '../../../src/core/decoding/shared-reads.ts';
import type { ScoreRequest, Scores, StepModel } from '../../../src/core/decoding/step-model.ts';
import { OtherwiseError } from '../../../src/core/errors.ts';

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

describe('SharedReads', () => {
  it('reads once for all tasks that are at work, and tells each what it asked', async () => {
    const { model, asked } = noting();
    const shared = new SharedReads(model);
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
    const shared = new SharedReads(model);
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
    const shared = new SharedReads(model);
    const [scores, said] = await Promise.all([
      shared.run(() => shared.model.score([request(1)])), shared.run(async () => shared.model.judge?.([request(2)])),
    ]);
    expect([scores.length, said, asked.toSorted()]).toEqual([1, [2], ['judge 2', 'score 1']]);
  });

  it('tells an error to the task that made it alone', async () => {
    const { model } = noting();
    const shared = new SharedReads(model);
    const [good, bad] = await Promise.allSettled([1, 99].map((own) => shared.run(() => shared.model.score([request(own)]))));
    expect(good).toMatchObject({ status: 'fulfilled', value: [{ logProbs: Float32Array.of(1) }] });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'text-too-long' } });
  });

  it('has no judge where its model has none', () => {
    expect(new SharedReads({ ...noting().model, judge: undefined }).model.judge).toBeUndefined();
  });
});
