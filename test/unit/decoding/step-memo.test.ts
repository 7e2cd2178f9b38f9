import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import type { SampleRequest } from '../../../src/core/decoding/sample-request.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { StepMemo } from '../../../src/core/decoding/step-memo.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

const words = ['', ' a', ' plan', ' the', 'ned', ' delay', 'ed', ' meeting', '.', ' for', 'est', ' was'];
const text = { pieceText: (id: number): string => words[id] ?? '\ufffd' };
const toyOf = (seed: number): ToyModel => new ToyModel({ vocabularySize: words.length, eos: 0, top: 8, seed, readsTags: true });
const base = { samples: 6, topK: 4, temperature: 1, maxTokens: 9, text } satisfies Partial<SampleRequest>;
const rows = (toy: ToyModel): number => toy.rowCounts.reduce((sum, count) => sum + count, 0);
const phrases = fc.array(fc.constantFrom('plan', 'delay', 'the meeting', 'was', 'a plan'), { maxLength: 2 });
/** The constraints of a request: bans, demands and a seed. */
const chips = fc.tuple(phrases, phrases, fc.nat(2));

/** A request of sampling with bans and demands as the pipeline writes it. */
function requestOf(avoid: readonly string[], require: readonly string[], seed: number): SampleRequest {
  const segment = (phrase: string): number[] => phrase.split(' ').map((word) => words.indexOf(` ${word}`));
  const demands = require.map((phrase) => ({ phrase, alternatives: [segment(phrase)] }));
  const set = { avoid: [], require: demands };
  return {
    ...base, seed, tags: [1], sets: [set, { ...set, tags: [2] }], hardBan: new HardBan(avoid),
  };
}

describe('StepMemo', () => {
  it('gives the same samples as its model, whatever was drawn before and broken off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.array(chips, { minLength: 2, maxLength: 4 }), async (seed, asked) => {
        const toy = toyOf(seed);
        const memory = await toy.encode([1, 1, 1]);
        const memo = new StepMemo(toy);
        for (const [avoid, require, draw] of asked) {
          const request = requestOf(avoid, require.filter((phrase) => !avoid.some((ban) => phrase.includes(ban))), draw);
          const stop = new AbortController();
          const onProgress = (_ended: number, _total: number, step: number): void => { if (step > 1) stop.abort(); };
          await sampleBatch(memo, memory, { ...request, signal: stop.signal, onProgress }).catch(() => undefined);
          const said = await sampleBatch(memo, memory, request);
          expect(said.samples).toEqual((await sampleBatch(toyOf(seed), memory, request)).samples);
        }
        memo.dispose();
      }),
      { numRuns: 20 },
    );
  });

  it('asks for no prefix twice: the same batch costs nothing, a ban what comes after it', async () => {
    const [toy, fresh] = [toyOf(4), toyOf(4)];
    const memory = await toy.encode([1, 1, 1]);
    const memo = new StepMemo(toy);
    await sampleBatch(memo, memory, requestOf([], [], 0));
    const first = rows(toy);
    await sampleBatch(memo, memory, requestOf([], [], 0));
    expect(rows(toy)).toBe(first);
    await sampleBatch(memo, memory, requestOf(['meeting'], [], 0));
    await sampleBatch(fresh, memory, requestOf(['meeting'], [], 0));
    expect(rows(toy) - first).toBeGreaterThan(0);
    expect(rows(toy) - first).toBeLessThan(rows(fresh));
  });

  it('goes the second course of a demand from where the first left it', async () => {
    const [toy, fresh] = [toyOf(7), toyOf(7)];
    const memory = await toy.encode([1, 1, 1]);
    await sampleBatch(new StepMemo(toy), memory, requestOf([], ['the meeting'], 0));
    await sampleBatch(fresh, memory, requestOf([], ['the meeting'], 0));
    expect(rows(toy)).toBeLessThan(rows(fresh));
  });

  it('gives the memory of keys and values back, of all tags', async () => {
    const toy = toyOf(1);
    const memory = await toy.encode([1, 1, 1]);
    const memo = new StepMemo(toy);
    for (const tag of [1, 2, 3]) await sampleBatch(memo, memory, { ...base, seed: 0, tags: [tag], sets: [{ avoid: [] }] });
    expect(toy.disposed).toBe(1);
    memo.dispose();
    expect(toy.disposed).toBe(3);
  });

  it('keeps what a batch has open while others begin with other tags', async () => {
    const [toy, alone] = [toyOf(6), toyOf(6)];
    const memory = await toy.encode([1, 1, 1]);
    const memo = new StepMemo(toy);
    const opened = await Promise.all([1, 2, 3, 4].map((tag) => memo.begin(memory, [[tag]], { capacity: 9 })));
    expect(toy.disposed).toBe(0);
    const step = { parents: Int32Array.of(0, 0), ids: Int32Array.of(3, 5), options: {} };
    const outputs = await memo.stepTogether(opened.map(({ cache }) => ({ cache, ...step })));
    for (const [i, tag] of [1, 2, 3, 4].entries()) {
      const { cache } = await alone.begin(memory, [[tag]], { capacity: 9 });
      expect(outputs[i]?.topLogProbs).toEqual((await alone.step(cache, step.parents, step.ids)).topLogProbs);
    }
    for (const { cache } of opened) cache.dispose();
    await memo.begin(memory, [[5]], { capacity: 9 });
    expect(toy.disposed).toBe(3);
  });
});
