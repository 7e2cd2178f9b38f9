import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOut } from '../../../src/selection/spread-out.ts';

const words = (text: string): string[] => text.split(' ');
const source = words('the dog ran home');
const rewrites = ['the dog ran back', 'the dog ran off', 'home went that animal', 'a hound hurried to its house'].map(words);

describe('spreadOut', () => {
  it('takes the cheapest when shared words do not count', () => {
    expect(spreadOut(source, rewrites, [3, 1, 2, 4], { n: 2, diversity: 0, sourceShare: 1, last: 1 })).toEqual([1, 2]);
  });

  it('prefers what shares few words with the source and with what is chosen', () => {
    expect(spreadOut(source, rewrites, [1, 1.1, 1.2, 1.3], { n: 3, diversity: 1, sourceShare: 1, last: 1 })).toEqual([3, 2, 0]);
  });

  it('minds the source as much as it is told', () => {
    const two = [words('the dog ran home again'), words('a cat')];
    expect(spreadOut(source, two, [1, 1.5], { n: 1, diversity: 1, sourceShare: 1, last: 1 })).toEqual([1]);
    expect(spreadOut(source, two, [1, 1.5], { n: 1, diversity: 1, sourceShare: 0.5, last: 1 })).toEqual([0]);
  });

  it('makes the last one bold', () => {
    const cheap = [1, 1.1, 5, 5.1];
    expect(spreadOut(source, rewrites, cheap, { n: 2, diversity: 0.1, sourceShare: 1, last: 1 })).toEqual([0, 1]);
    expect(spreadOut(source, rewrites, cheap, { n: 2, diversity: 0.1, sourceShare: 1, last: 100 })).toEqual([0, 3]);
    expect(spreadOut(source, rewrites, cheap, { n: 1, diversity: 0.1, sourceShare: 1, last: 100 })).toEqual([0]);
  });

  it('gives distinct indices, never more than there are, and each choice is the best left (slow check)', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const candidate = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 6 }), cost: fc.double({ min: 0, max: 4, noNaN: true }) });
    const jaccard = (a: readonly string[], b: readonly string[]): number => { const all = new Set([...a, ...b]); return [...all].filter((one) => a.includes(one) && b.includes(one)).length / all.size; };
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.array(candidate, { maxLength: 9 }), fc.integer({ min: 0, max: 6 }), (own, some, n) => {
      const chosen = spreadOut(own, some.map((one) => one.words), some.map(({ cost }) => cost), { n, diversity: 2, sourceShare: 0.5, last: 3 });
      expect(new Set(chosen).size).toBe(Math.min(n, some.length));
      for (const [at, index] of chosen.entries()) {
        const before = chosen.slice(0, at).map((i) => some[i]);
        const total = (i: number): number => {
          const one = some[i];
          return one ? one.cost + (at > 0 && at === n - 1 ? 6 : 2) * Math.max(0.5 * jaccard(one.words, own), ...before.map((other) => jaccard(one.words, other?.words ?? []))) : Infinity;
        };
        for (const i of some.keys()) if (!chosen.slice(0, at + 1).includes(i)) expect(total(i)).toBeGreaterThanOrEqual(total(index) - 1e-9);
      }
    }));
  });
});
