import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/core/decoding/random.ts';
import { constrainedTopK, draw } from '../../../src/core/decoding/top-k.ts';

const candidatesOf = (logProbs: readonly number[]) => logProbs.map((logProb, id) => ({ id, logProb }));
const logit = fc.integer({ min: -30, max: 10 }).map((value) => value / 2);

describe('constrainedTopK', () => {
  it('is the exact distribution: blocked removed, k kept with ties to the lower id, rescaled, renormalised', () => {
    fc.assert(
      fc.property(
        fc.array(logit, { maxLength: 20 }),
        fc.array(fc.nat(19)),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(0.5, 1, 2),
        (logProbs, blocked, k, temperature) => {
          const { ids, probabilities } = constrainedTopK(candidatesOf(logProbs), (id) => blocked.includes(id), k, temperature);
          const allowed = logProbs.map((_, id) => id).filter((id) => !blocked.includes(id));
          const better = (a: number, b: number): boolean =>
            (logProbs[a] ?? 0) > (logProbs[b] ?? 0) || (logProbs[a] === logProbs[b] && a < b);
          const expected = allowed
            .filter((id) => allowed.filter((other) => better(other, id)).length < k)
            .sort((a, b) => (better(a, b) ? -1 : 1));
          expect(ids).toEqual(expected);
          const powers = expected.map((id) => Math.exp(logProbs[id] ?? 0) ** (1 / temperature));
          const sum = powers.reduce((a, b) => a + b, 0);
          probabilities.forEach((probability, index) => expect(probability).toBeCloseTo((powers[index] ?? 0) / sum, 12));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('draws no blocked id in 20,000, and the others as often as their probabilities say', () => {
    const random = new Random(11);
    const logProbs = Array.from({ length: 100 }, () => 4 * random.uniform());
    const blocked = new Set(Array.from({ length: 60 }, (_, k) => k + Math.floor(k / 2)));
    const distribution = constrainedTopK(candidatesOf(logProbs), (id) => blocked.has(id), 10, 1);
    const counts = new Map<number, number>();
    for (let n = 0; n < 20_000; n += 1) {
      const id = draw(distribution, random.uniform()) ?? -1;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].filter((id) => blocked.has(id) || !distribution.ids.includes(id))).toEqual([]);
    distribution.ids.forEach((id, k) => {
      const p = distribution.probabilities[k] ?? 0;
      expect(Math.abs((counts.get(id) ?? 0) / 20_000 - p)).toBeLessThan(4.5 * Math.sqrt(p * (1 - p) / 20_000));
    });
  });

  it('is empty when everything is blocked, and refuses a useless k or temperature', () => {
    expect(constrainedTopK(candidatesOf([1, 2]), () => true, 3, 1)).toEqual({ ids: [], probabilities: [] });
    expect(draw({ ids: [], probabilities: [] }, 0.5)).toBeUndefined();
    for (const [k, temperature] of [[0, 1], [1.5, 1], [3, 0], [3, -1], [3, NaN]] as const) {
      expect(() => constrainedTopK([], () => false, k, temperature)).toThrowError(expect.objectContaining({ code: 'bad-request' }));
    }
  });
});

describe('Random', () => {
  it('gives streams by seed and labels alone', () => {
    const numbers = (random: Random): number[] => Array.from({ length: 5 }, () => random.uniform());
    const random = new Random(3);
    random.uniform();
    expect(numbers(random.fork(1, 2))).toEqual(numbers(new Random(3, 1, 2)));
    const streams = [
      new Random(3),
      new Random(4),
      new Random(3, 0),
      new Random(3, 1),
      new Random(3, 0, 1),
      new Random(3, 1, 0),
      new Random(3 + 2 ** 32),
      new Random(-3),
    ];
    expect(new Set(streams.map((stream) => numbers(stream).join())).size).toBe(streams.length);
  });

  it('is uniform over streams, not only within one', () => {
    const firsts = Array.from({ length: 4000 }, (_, k) => new Random(0, Math.floor(k / 30), k % 30).uniform());
    const mean = firsts.reduce((a, b) => a + b) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
    for (let tenth = 0; tenth < 10; tenth += 1)
      expect(Math.abs(firsts.filter((u) => Math.floor(u * 10) === tenth).length - 400)).toBeLessThan(90);
  });
});
