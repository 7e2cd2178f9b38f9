import { describe, expect, it } from 'vitest';
import { measureBudget, rememberedBudget } from '../../../src/engine/model/budget.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

/** A clock that moves on by one step's duration between two looks. */
function clock(milliseconds: number): () => number {
  let now = 0;
  return () => (now += milliseconds);
}

const toy = new ToyModel({ vocabularySize: 64, eos: 0, top: 64, seed: 1 });
const budget = async (device: 'wasm' | 'webgpu', milliseconds: number): Promise<number> =>
  (await measureBudget(toy, device, { source: [1, 2, 3], tags: [4, 5] }, clock(milliseconds))).samples;

describe('measureBudget', () => {
  it('gives a quick machine the samples of the command line, a slow one fewer, and never none', async () => {
    const steps = [20, 140, 180, 210, 240, 300, 5000];
    const samples = await Promise.all(steps.map((milliseconds) => budget('wasm', milliseconds)));
    expect(samples).toEqual([16, 16, 12, 10, 8, 6, 4]);
  });

  it('gives a quick graphics device the 30 samples of ParaBank 2', async () => {
    expect(await budget('webgpu', 30)).toBe(30);
    expect(await budget('webgpu', 2000)).toBe(4);
  });
});

describe('rememberedBudget', () => {
  const day = 24 * 60 * 60 * 1000;

  /** Loads one after the other: at these times, with these budgets to be measured. */
  async function loads(kept: unknown, ...times: readonly (readonly [at: number, samples: number])[]): Promise<number[]> {
    let value = kept;
    const store = { take: () => Promise.resolve(value), keep: (next: unknown) => { value = next; return Promise.resolve(); } };
    const chosen: number[] = [];
    for (const [at, samples] of times) {
      const budget = await rememberedBudget(store, () => at, () => Promise.resolve({ sets: 5, samples }));
      chosen.push(budget.samples);
    }
    return chosen;
  }

  it('measures once, and again after a week or when the clock went back', async () => {
    expect(await loads(undefined, [9 * day, 8], [9 * day + 1, 6], [15 * day, 4])).toEqual([8, 8, 8]);
    expect(await loads(undefined, [9 * day, 8], [16 * day, 6], [17 * day, 4])).toEqual([8, 6, 6]);
    expect(await loads(undefined, [9 * day, 8], [8 * day, 6])).toEqual([8, 6]);
  });

  it('measures where what was kept is no budget', async () => {
    const broken = [null, 'budget', { at: 1 }, { at: 1, budget: { sets: 5, samples: 0 } }, { at: 1, budget: { sets: 5, samples: 1e9 } }];
    for (const kept of broken) expect(await loads(kept, [2, 12])).toEqual([12]);
    expect(await loads({ at: 1, budget: { sets: 5, samples: 6 } }, [2, 12])).toEqual([6]);
  });
});
