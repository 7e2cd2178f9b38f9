import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { APARTS, distinctGood, expectedDistinct, MOST_EXPECTED } from '../../../../src/core/metrics/distinct.ts';
import { distinctPlainly, expectedPlainly } from '../../../oracle/distinct.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const apart = fc.constantFrom(...APARTS, 0.5, 0.75, 1);

describe('distinct good rewrites', () => {
  const source = 'one two three four';

  it('have known numbers', () => {
    expect(distinctGood(source, [], 0.25)).toBe(0);
    expect(distinctGood(source, ['Four, three: TWO one!'], 0.15)).toBe(0);
    // 3 of 4 words is a distance of 0.25, which is far enough; 4 of 5 is not.
    expect(distinctGood(source, ['one two three'], 0.25)).toBe(1);
    expect(distinctGood(source, ['one two three four five'], 0.25)).toBe(0);
    // Two of the three lie together, and the one in the middle stands in the way of both others.
    const chain = ['a b c d e', 'b c d e f', 'c d e f g'];
    expect(distinctGood(source, chain, 0.35)).toBe(2);
    expect(distinctGood(source, [...chain].reverse(), 0.35)).toBe(2);
    expect(distinctGood(source, chain, 0.25)).toBe(3);
  });

  it('have a known expectation', () => {
    const rewrites = [{ text: 'a b', right: 0.5 }, { text: 'a b', right: 0.5 }, { text: 'c d', right: 0.25 }];
    expect(expectedDistinct(source, rewrites, 0.25)).toBeCloseTo(0.75 + 0.25, 12);
    expect(expectedDistinct(source, [], 0.25)).toBe(0);
  });

  it('are as many as the best of all subsets, and expected as often', () => {
    fc.assert(
      fc.property(text, fc.array(fc.record({ text, right: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 6 }), apart,
        (original, rewrites, least) => {
          const texts = rewrites.map((one) => one.text);
          expect(distinctGood(original, texts, least)).toBe(distinctPlainly(original, texts, least));
          expect(expectedDistinct(original, rewrites, least)).toBeCloseTo(expectedPlainly(original, rewrites, least), 9);
        }),
      { numRuns: 60 },
    );
  });

  it('are refused an expectation where there are too many subsets', () => {
    const many = Array.from({ length: MOST_EXPECTED + 1 }, (_, at) => ({ text: `word ${at}`, right: 0.5 }));
    expect(() => expectedDistinct(source, many, 0.25)).toThrow(RangeError);
  });
});
