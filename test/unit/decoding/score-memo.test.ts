import { describe, expect, it } from 'vitest';
import { ScoreMemo } from '../../../src/core/decoding/score-memo.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

describe('ScoreMemo', () => {
  const toy = new ToyModel({ vocabularySize: 16, eos: 0, top: 12, seed: 5 });
  const a = { source: [1, 2], tags: [3], target: [4, 5] };
  const b = { source: [1], tags: [2, 3], target: [4, 5, 6] };

  it('answers as the model does, in the order of the requests, and asks for each once', async () => {
    const asked: number[] = [];
    const memo = new ScoreMemo({ score: (requests) => { asked.push(requests.length); return toy.score(requests); } });
    expect(await memo.score([a, b, a])).toEqual(await toy.score([a, b, a]));
    expect(await memo.score([b, { ...a, target: [4] }])).toEqual(await toy.score([b, { ...a, target: [4] }]));
    expect(await memo.score([a])).toEqual(await toy.score([a]));
    expect(asked).toEqual([2, 1]);
  });

  it('remembers what the adapter said, too, and has none where the model has none', async () => {
    let asked = 0;
    const judge = (requests: readonly { target: readonly number[] }[]): Promise<number[]> => {
      asked += requests.length;
      return Promise.resolve(requests.map(({ target }) => target.length));
    };
    const memo = new ScoreMemo({ score: (requests) => toy.score(requests), judge });
    expect(await memo.judge?.([a, b, a])).toEqual([2, 3, 2]);
    expect(await memo.judge?.([b])).toEqual([3]);
    expect(asked).toBe(2);
    expect(new ScoreMemo({ score: (requests) => toy.score(requests) }).judge).toBeUndefined();
  });

  it('takes requests that differ in source, tags or prior for different ones', async () => {
    let asked = 0;
    const memo = new ScoreMemo({ score: (requests) => { asked += requests.length; return toy.score(requests); } });
    await memo.score([a, { ...a, source: [1, 2, 3], tags: [] }, { ...a, prior: true }, { ...a, tags: [4] }]);
    expect(asked).toBe(4);
  });

  it('does not remember what failed', async () => {
    let fails = true;
    const memo = new ScoreMemo({ score: (requests) => (fails ? Promise.reject(new Error('lost')) : toy.score(requests)) });
    await expect(memo.score([a])).rejects.toThrow('lost');
    fails = false;
    expect(await memo.score([a])).toEqual(await toy.score([a]));
  });
});
