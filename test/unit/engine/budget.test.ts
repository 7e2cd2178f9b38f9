import { describe, expect, it } from 'vitest';
import { measureBudget } from '../../../workers/engine/budget.ts';
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
    const steps = [20, 170, 200, 300, 400, 5000];
    const samples = await Promise.all(steps.map((milliseconds) => budget('wasm', milliseconds)));
    expect(samples).toEqual([16, 16, 12, 8, 6, 4]);
  });

  it('gives a quick graphics device the 30 samples of ParaBank 2', async () => {
    expect(await budget('webgpu', 30)).toBe(30);
    expect(await budget('webgpu', 2000)).toBe(4);
  });
});
