import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { allocate, bankSlots } from '../../../src/core/decoding/banks.ts';
import { beamSearch } from '../../../src/core/decoding/beam.ts';
import { BigramModel } from '../../../src/lab/decoding/bigram.ts';
import { satisfiable } from '../../../src/lab/decoding/satisfiable.ts';
import { allSequences, meetsAll } from '../../oracle/exhaustive.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

const vocabulary = 4;
const eos = 3;
const phrases = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }), { maxLength: 3 });
const table = fc.array(
  fc.array(
    fc.integer({ min: -300, max: 300 }).map((n) => n / 100),
    { minLength: vocabulary, maxLength: vocabulary },
  ),
  { minLength: vocabulary, maxLength: vocabulary },
);
const problem = fc.record({
  vocabulary: fc.constant(vocabulary),
  eos: fc.constant(eos),
  maxTokens: fc.integer({ min: 0, max: 4 }),
  avoid: phrases,
  require: phrases,
  ordered: fc.boolean(),
});
const search = async (model: BigramModel | ToyModel, request: Omit<Parameters<typeof beamSearch>[2], 'tags'>) =>
  beamSearch(model, await model.encode([1]), { tags: [], ...request });

describe('beamSearch', () => {
  it('equals exhaustive search when the beam is wide enough', async () => {
    await fc.assert(fc.asyncProperty(table, problem, async (logits, p) => {
      const model = new BigramModel(logits, 0, eos);
      const score = (tokens: readonly number[]): number => model.logProbs(tokens).reduce((a, b) => a + b, 0);
      const expected = allSequences(p).sort((a, b) => score(b) - score(a));
      const found = await search(model, { ...p, beam: 400 });
      expect(found).toHaveLength(expected.length);
      expect(new Set(found.map(({ tokens }) => tokens.join()))).toEqual(new Set(expected.map((tokens) => tokens.join())));
      found.forEach(({ tokens, logProb }, k) => {
        expect(logProb).toBeCloseTo(score(tokens), 4);
        expect(logProb).toBeCloseTo(score(expected[k] ?? []), 4);
      });
      expect(satisfiable(p, vocabulary, eos, p.maxTokens)).toBe(expected.length > 0);
    }), { numRuns: 400 });
  });

  it('never returns a violating hypothesis, at any width', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        problem,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(0, 0.6, 1),
        async (seed, p, beam, lengthPenalty) => {
          const model = new ToyModel({ vocabularySize: vocabulary, eos, top: 3, seed });
          const found = await search(model, { ...p, maxTokens: 8, beam, lengthPenalty });
          expect(found.length).toBeLessThanOrEqual(beam);
          for (const { tokens, logProb } of found) {
            expect(tokens.length).toBeLessThanOrEqual(8);
            expect(meetsAll(p, tokens)).toBe(true);
            expect(logProb).toBeCloseTo(
              [...tokens, eos].reduce((sum, id, k) => sum + (model.logProbs(tokens.slice(0, k))[id] ?? NaN), 0),
              4,
            );
          }
          const ranks = found.map(({ tokens, logProb }) => logProb / (tokens.length + 1) ** lengthPenalty);
          expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
          expect(model.disposed).toBe(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('meets demands that are satisfiable with room to spare, even with a narrow beam', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (seed, require, ordered) => {
          const model = new ToyModel({ vocabularySize: 11, eos: 10, top: 5, seed });
          const found = await search(model, { require, ordered, maxTokens: 16, beam: 4 });
          expect(found.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('keeps to the text: hard bans and demands between word boundaries', async () => {
    const words = ['', ' a', ' plan', 'ned', "'s", ' delay', 'ed', '.', ' for', 'est'];
    const text = { pieceText: (id: number): string => words[id] ?? '' };
    await fc.assert(fc.asyncProperty(fc.nat(1000), async (seed) => {
      const hardBan = new HardBan(['plan', 'for']);
      const demanded = new DemandedText(['delay']);
      const found = await search(new ToyModel({ vocabularySize: words.length, eos: 0, top: 8, seed }), {
        require: [[5]],
        hardBan,
        demanded,
        text,
        maxTokens: 6,
        beam: 5,
      });
      expect(found.length).toBeGreaterThan(0);
      for (const { tokens } of found) {
        const written = tokens.map((id) => text.pieceText(id)).join('');
        expect([hardBan.violates(written), demanded.satisfied(written)]).toEqual([false, true]);
      }
    }));
  });

  it('stops on a signal and refuses a useless beam', async () => {
    const model = new ToyModel({ vocabularySize: 5, eos: 0, top: 5, seed: 1 });
    await expect(search(model, { maxTokens: 5, beam: 3, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    await expect(search(model, { maxTokens: 5, beam: 0 })).rejects.toMatchObject({ code: 'bad-request' });
  });
});

describe('dynamic beam allocation', () => {
  it('gives each bank its share, the remainder to the highest, and passes excess downwards', () => {
    expect(bankSlots(10, [9, 9, 9])).toEqual([3, 3, 4]);
    expect(bankSlots(10, [9, 9, 1])).toEqual([3, 6, 1]);
    expect(bankSlots(10, [9, 0, 1])).toEqual([9, 0, 1]);
    expect(bankSlots(10, [1, 2, 9])).toEqual([1, 2, 7]);
    expect(bankSlots(2, [5, 5, 5, 0])).toEqual([0, 0, 2, 0]);
  });

  it('uses every slot or every candidate, and the best of each bank', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 30 }), fc.array(fc.nat(4), { maxLength: 40 }), (beam, banks) => {
      const chosen = allocate(banks.map((bank, order) => ({ bank, order })), ({ bank }) => bank, 4, beam);
      expect(chosen).toHaveLength(Math.min(beam, banks.length));
      for (let bank = 0; bank <= 4; bank += 1) {
        const own = chosen.filter((candidate) => candidate.bank === bank).map(({ order }) => order);
        expect(own).toEqual(banks.flatMap((other, order) => (other === bank ? [order] : [])).slice(0, own.length));
      }
    }));
  });
});

describe('satisfiable', () => {
  it('counts the room that is needed', () => {
    const demands = { avoid: [], require: [[0, 1], [2, 0]] };
    expect([3, 4].map((room) => satisfiable(demands, vocabulary, eos, room))).toEqual([false, true]);
    expect(satisfiable({ avoid: [[1]], require: [[0, 1]] }, vocabulary, eos, 9)).toBe(false);
    expect(satisfiable({ avoid: [[eos]], require: [] }, vocabulary, eos, 9)).toBe(false);
    expect(satisfiable({ avoid: [], require: [[7]] }, vocabulary, eos, 9)).toBe(false);
    expect(satisfiable({ avoid: [], require: Array.from({ length: 8 }, (_, k) => [k, k + 1, k + 2]) }, 30_000, 0, 40)).toBe(false);
    expect(satisfiable({ avoid: [], require: Array.from({ length: 8 }, (_, k) => [k + 1, k + 2, k + 3]) }, 30_000, 0, 24)).toBe(true);
  });
});
