import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import type { SampleRequest } from '../../../src/core/decoding/sample-request.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

const words = ['', ' a', ' plan', ' the', 'ned', "'s", ' delay', 'ed', ' meeting', '.', ' for', 'est', 'the', ' was', '-', ' well'];
const text = { pieceText: (id: number): string => words[id] ?? '\ufffd' };
const eos = 0;
const model = (seed: number, top = 12): ToyModel => new ToyModel({ vocabularySize: words.length, eos, top, seed, reserved: [14] });
const base = { tags: [], samples: 6, topK: 5, temperature: 1, seed: 7, maxTokens: 10 } satisfies Partial<SampleRequest>;
const write = (tokens: readonly number[]): string => tokens.map((id) => text.pieceText(id)).join('');
const phrase = fc.array(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 3 });
const memoryOf = (toy: ToyModel, length = 8) => toy.encode(Array.from({ length }, () => 1));

describe('sampleBatch', () => {
  it('gives the same samples whether rows are shared or not, and asks for fewer when they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.array(fc.array(phrase, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (seed, bans) => {
        const sets = bans.map((avoid) => ({ avoid }));
        const [one, two] = [model(seed), model(seed)];
        const shared = await sampleBatch(one, await memoryOf(one), { ...base, sets, text });
        const apart = await sampleBatch(two, await memoryOf(two), { ...base, sets, text, shareRows: false });
        expect(shared.samples).toEqual(apart.samples);
        expect(shared.rows.computed).toBeLessThanOrEqual(apart.rows.computed);
        // Both branches of every sample at most, and no prefix twice.
        expect(one.rowCounts[0] ?? 0).toBeLessThanOrEqual(Math.min(words.length, 2 * base.topK * sets.length));
        expect(one.disposed).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  it('does not let other sets or the number of samples change a sample', async () => {
    const toy = model(3);
    const memory = await memoryOf(toy);
    const all = await sampleBatch(toy, memory, { ...base, sets: [{ avoid: [[1]] }, { avoid: [[2, 3]] }] });
    const first = await sampleBatch(toy, memory, { ...base, samples: 2, sets: [{ avoid: [[1]] }] });
    expect(first.samples).toEqual(all.samples.filter((sample) => sample.set === 0 && sample.index < 2));
  });

  it('draws some of the samples alone, each as it is among all', async () => {
    const toy = model(3);
    const memory = await memoryOf(toy);
    const request = { ...base, text, hardBan: new HardBan(['plan']), sets: [{ avoid: [[1]] }, { avoid: [[2, 3]] }] };
    const wanted = (set: number, index: number): boolean => (set + index) % 3 === 0;
    const all = await sampleBatch(toy, memory, request);
    const progress: number[] = [];
    const some = await sampleBatch(toy, memory, { ...request, only: wanted, onProgress: (_ended, total) => progress.push(total) });
    expect(some.samples).toEqual(all.samples.filter(({ set, index }) => wanted(set, index)));
    expect(new Set(progress)).toEqual(new Set([some.samples.length]));
  });

  it('gives every set its own tags in one batch: the same samples as a batch for each sequence of tags', async () => {
    const toy = new ToyModel({ vocabularySize: words.length, eos, top: 12, seed: 3, readsTags: true });
    const memory = await memoryOf(toy);
    const sets = [{ avoid: [[1]] }, { avoid: [[2, 3]] }, { avoid: [] }];
    const tags = [[4, 5], [6, 5], [4, 5]];
    const mixed = await sampleBatch(toy, memory, { ...base, text, tags: [4, 5], sets: sets.map((set, i) => ({ ...set, tags: tags[i] })) });
    const [close, bold] = [await sampleBatch(toy, memory, { ...base, text, tags: [4, 5], sets }),
      await sampleBatch(toy, memory, { ...base, text, tags: [6, 5], sets })];
    const expected = [...close.samples.filter(({ set }) => set !== 1), ...bold.samples.filter(({ set }) => set === 1)];
    expect(mixed.samples).toEqual(expected.sort((a, b) => a.set - b.set || a.index - b.index));
    expect(bold.samples).not.toEqual(close.samples);
  });

  it('never draws a banned sequence or a reserved piece, and reports the model\'s own log-probabilities', async () => {
    await fc.assert(fc.asyncProperty(fc.nat(1000), fc.array(phrase, { maxLength: 5 }), async (seed, avoid) => {
      const toy = model(seed);
      const { samples, counts } = await sampleBatch(toy, await memoryOf(toy), { ...base, sets: [{ avoid }] });
      expect(samples).toHaveLength(base.samples);
      expect(Object.values(counts).reduce((a, b) => a + b)).toBe(base.samples);
      for (const { tokens, logProbs, finished, ending } of samples) {
        const joined = `,${tokens.join()},`;
        for (const ban of avoid) expect(joined).not.toContain(`,${ban.join()},`);
        expect(tokens).not.toContain(14);
        expect(logProbs).toHaveLength(tokens.length + (finished ? 1 : 0));
        if (ending === 'length') expect(tokens).toHaveLength(base.maxTokens);
        [...tokens, ...(finished ? [eos] : [])].forEach((id, k) =>
          expect(logProbs[k]).toBeCloseTo(toy.logProbs(tokens.slice(0, k))[id] ?? NaN, 5),
        );
      }
    }));
  });

  it('never finishes a text that breaks a hard ban', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.subarray(['plan', 'for', 'a', 'the meeting', "plan's", 'well']), async (seed, phrases) => {
        const toy = model(seed);
        const hardBan = new HardBan(phrases);
        const { samples } = await sampleBatch(toy, await memoryOf(toy), { ...base, sets: [{ avoid: [] }], hardBan, text });
        for (const sample of samples) if (sample.finished) expect(hardBan.violates(write(sample.tokens))).toBe(false);
      }),
    );
  });

  it('presses as many samples of a set as are wanted, the first ones, and leaves the others as their first course ended', async () => {
    const require = [{ phrase: 'planned', alternatives: [[2, 4]] }];
    await fc.assert(fc.asyncProperty(fc.nat(1000), async (seed) => {
      const toy = model(seed, 8);
      const drawn = async (pressed: number) =>
        (await sampleBatch(toy, await memoryOf(toy), { ...base, sets: [{ avoid: [], require }], text, pressed })).samples;
      const [all, half, none] = [await drawn(1), await drawn(0.5), await drawn(0)];
      expect(half).toEqual([...all.slice(0, 3), ...none.slice(3)]);
      for (const [i, sample] of all.entries()) {
        if (sample.finished) expect(sample.satisfied).toBe(true);
        if (none[i]?.satisfied === true) expect(none[i]).toEqual(sample);
      }
    }));
  });

  it('finishes only with every demand met, whatever the model prefers', async () => {
    let satisfied = 0;
    let total = 0;
    const demands = [
      { phrase: 'delay', alternatives: [[6]] },
      {
        phrase: 'the meeting',
        alternatives: [
          [3, 8],
          [12, 8],
        ],
      },
      { phrase: 'planned', alternatives: [[2, 4]] },
    ];
    await fc.assert(fc.asyncProperty(fc.nat(1000), fc.subarray(demands), fc.boolean(), async (seed, require, ordered) => {
      const toy = model(seed, 8);
      const { samples } = await sampleBatch(toy, await memoryOf(toy), { ...base, sets: [{ avoid: [], require, ordered }], text });
      const demanded = new DemandedText(require.map((demand) => demand.phrase), ordered);
      for (const sample of samples) {
        total += 1;
        expect(sample.satisfied).toBe(demanded.satisfied(write(sample.tokens)));
        if (sample.finished) expect(sample.satisfied).toBe(true);
        if (sample.satisfied) satisfied += 1;
      }
    }));
    // Those that end at the last piece may lack a demand that did not fit there.
    expect(satisfied / total).toBeGreaterThan(0.9);
  });

  it('gives up hopeless samples, stops on a signal, and frees the cache either way', async () => {
    const toy = model(5);
    const memory = await memoryOf(toy);
    const { counts } = await sampleBatch(toy, memory, { ...base, sets: [{ avoid: [] }], giveUpAbove: 0.01 });
    expect(counts.hopeless).toBeGreaterThan(0);
    await expect(sampleBatch(toy, memory, { ...base, sets: [{ avoid: [] }], signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(toy.disposed).toBe(2);
  });

  it('ends as exhausted when everything is blocked', async () => {
    const toy = model(5, 12);
    const { counts } = await sampleBatch(toy, await memoryOf(toy), { ...base, sets: [{ avoid: words.map((_, id) => [id]) }] });
    expect(counts.exhausted).toBe(base.samples);
  });
});
