import { describe, expect, it } from 'vitest';
import { HardBan } from '../../../src/constraints/hard-ban.ts';
import { beamSearch } from '../../../src/decoding/beam.ts';
import { BigramModel } from '../../../src/decoding/bigram.ts';
import { sampleBatch } from '../../../src/decoding/sample.ts';
import type { SampleRequest } from '../../../src/decoding/sample-request.ts';

/** A bigram model over words, written as the probabilities of what follows; the rest is shared out thinly. */
function bigram(words: readonly string[], follows: Readonly<Record<string, Readonly<Record<string, number>>>>): { model: BigramModel; text: { piece(id: number): string } } {
  const rows = words.map((word) => words.map((next) => Math.log(follows[word]?.[next] ?? 0.0005)));
  return { model: new BigramModel(rows, 0, 0), text: { piece: (id) => words[id] ?? '' } };
}

const base = { tags: [], samples: 200, topK: 6, temperature: 1, seed: 3, maxTokens: 12 } satisfies Partial<SampleRequest>;
const share = <T>(items: readonly T[], test: (item: T) => boolean): number => items.filter(test).length / items.length;

describe('look-ahead at bans', () => {
  const words = ['', ' postp', 'one', 'une', ' delay', ' it', ' put', ' off'];
  const { model, text } = bigram(words, {
    '': { ' postp': 0.8, ' delay': 0.15, ' put': 0.04 }, ' postp': { one: 0.97, une: 0.03 }, one: { ' it': 1 }, une: { ' it': 1 }, ' delay': { ' it': 1 }, ' put': { ' off': 1 }, ' off': { ' it': 1 }, ' it': { '': 1 },
  });

  it.each([
    ['soft', { sets: [{ avoid: [[1, 2]] }] }],
    ['hard', { sets: [{ avoid: [] }], hardBan: new HardBan(['postpone']) }],
  ])('leaves few stumps of a %s-banned word', async (_, constraints) => {
    const { samples, counts } = await sampleBatch(model, await model.encode([]), { ...base, ...constraints, text });
    const finished = samples.filter((sample) => sample.finished).map(({ tokens }) => tokens.map((id) => words[id]).join(''));
    expect(counts.finished).toBeGreaterThan(190);
    expect(share(finished, (written) => new HardBan(['postpone']).violates(written))).toBe(0);
    expect(share(finished, (written) => written.includes('postp'))).toBeLessThan(0.1);
    expect(share(finished, (written) => written === ' delay it')).toBeGreaterThan(0.6);
  });

  it('keeps words that only begin like a banned one', async () => {
    const { samples } = await sampleBatch(model, await model.encode([]), { ...base, sets: [{ avoid: [] }], hardBan: new HardBan(['postp', 'postpune']), text });
    expect(share(samples, ({ tokens }) => tokens.includes(2))).toBeGreaterThan(0.7);
  });

  it('drops stumps from the beam when asked', async () => {
    const request = { tags: [], beam: 4, maxTokens: 6, avoid: [[1, 2]], text };
    const found = async (stumpShare?: number): Promise<boolean> => (await beamSearch(model, await model.encode([]), { ...request, ...(stumpShare !== undefined && { stumpShare }) })).some(({ tokens }) => tokens.includes(1));
    expect([await found(), await found(0.5), await found(0.99)]).toEqual([true, false, true]);
  });
});

describe('places for demands', () => {
  const words = ['', ' we', ' put', ' it', ' off', ' delay', '.', ' delay-line'];
  const { model, text } = bigram(words, {
    '': { ' we': 1 }, ' we': { ' put': 0.97, ' delay': 0.02 }, ' put': { ' it': 1 }, ' it': { ' off': 0.5, '.': 0.5 }, ' off': { '.': 1 }, ' delay': { ' it': 1 }, '.': { '': 1 },
  });
  const demand = { phrase: 'delay', alternatives: [[5]] };

  it('begins a demand where it fits best, not where the text happens to end', async () => {
    const { samples, counts } = await sampleBatch(model, await model.encode([]), { ...base, sets: [{ avoid: [], require: [demand] }], text, expectedLength: 5 });
    expect(counts.finished).toBe(base.samples);
    expect(share(samples, ({ tokens }) => tokens.slice(0, 2).join() === '1,5')).toBeGreaterThan(0.8);
    expect(share(samples, ({ satisfied }) => satisfied)).toBe(1);
  });

  it('meets several demands on the second course', async () => {
    const require = [demand, { phrase: 'off', alternatives: [[4]] }];
    for (const ordered of [false, true]) {
      const { samples } = await sampleBatch(model, await model.encode([]), { ...base, sets: [{ avoid: [], require, ordered }], text, expectedLength: 5 });
      expect(share(samples, ({ finished }) => finished)).toBeGreaterThan(0.95);
      expect(share(samples, ({ tokens }) => tokens.join() === '1,5,3,4,6')).toBeGreaterThan(0.6);
    }
  });
});
