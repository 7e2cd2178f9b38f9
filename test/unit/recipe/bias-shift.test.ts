import fc from 'fast-check';
import { expect, test } from 'vitest';
import { biasShift } from '../../../models/recipe/fit/bias-shift.ts';

const moved = (right: number, shift: number): number => 1 / (1 + Math.exp(-Math.log(right / (1 - right)) - shift));

test('as many are right as are said to be, once the bias is moved', () => {
  const outcome = fc.record({ right: fc.double({ min: 0.01, max: 0.99, noNaN: true }), good: fc.boolean() });
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 40 }), (some) => {
      const outcomes = [...some, { right: 0.5, good: true }, { right: 0.5, good: false }];
      const shift = biasShift(outcomes);
      const said = outcomes.reduce((sum, { right }) => sum + moved(right, shift), 0);
      expect(said).toBeCloseTo(outcomes.filter(({ good }) => good).length, 6);
    }),
  );
});

test('what is said rightly is not moved', () => {
  expect(biasShift([{ right: 0.5, good: true }, { right: 0.5, good: false }])).toBeCloseTo(0, 9);
});

test('where all or none are good, nothing is told', () => {
  for (const good of [true, false]) expect(() => biasShift([{ right: 0.5, good }])).toThrow(RangeError);
});
