import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLogistic, type Outcome } from '../../../models/recipe/fit/logistic.ts';

/** The objective at a fit, in the standardised features' ridge. */
function loss(outcomes: readonly Outcome[], bias: number, weights: readonly number[], ridge: number): number {
  const size = weights.length;
  const deviation = (j: number): number => {
    const values = outcomes.map(({ features }) => features[j] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  const fit = outcomes.reduce((sum, { features, positive }) => {
    const z = features.reduce((total, value, j) => total + value * (weights[j] ?? 0), bias);
    return sum + Math.log1p(Math.exp(positive ? -z : z));
  }, 0);
  return (
    fit +
    (ridge / 2) * Array.from({ length: size }, (_, j) => ((weights[j] ?? 0) * deviation(j)) ** 2).reduce((sum, value) => sum + value, 0)
  );
}

describe('fitLogistic', () => {
  it('gives the known answer of one binary feature: the logarithm of the odds on each side', () => {
    const rows = (x: number, yes: number, no: number): Outcome[] => [
      ...Array.from({ length: yes }, () => ({ features: [x], positive: true })),
      ...Array.from({ length: no }, () => ({ features: [x], positive: false })),
    ];
    const { bias, weights } = fitLogistic([...rows(0, 10, 30), ...rows(1, 30, 10)], 0);
    expect(bias).toBeCloseTo(Math.log(1 / 3), 6);
    expect(weights[0]).toBeCloseTo(2 * Math.log(3), 6);
  });

  it('finds the minimum: no step away from it lowers the loss', () => {
    const outcome = fc.record({
      features: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 3 }),
      positive: fc.boolean(),
    });
    fc.assert(fc.property(fc.array(outcome, { minLength: 8, maxLength: 40 }), fc.constantFrom(0.5, 3), (outcomes, ridge) => {
      fc.pre(outcomes.some(({ positive }) => positive) && outcomes.some(({ positive }) => !positive));
      const { bias, weights } = fitLogistic(outcomes, ridge);
      const least = loss(outcomes, bias, weights, ridge);
      for (const step of [-0.01, 0.01]) {
        expect(loss(outcomes, bias + step, weights, ridge)).toBeGreaterThanOrEqual(least - 1e-9);
        for (const j of weights.keys())
          expect(loss(outcomes, bias, weights.with(j, (weights[j] ?? 0) + step), ridge)).toBeGreaterThanOrEqual(least - 1e-9);
      }
    }));
  });

  it('gives a feature that never varies no weight, and refuses nothing to fit', () => {
    expect(fitLogistic([{ features: [7, 1], positive: true }, { features: [7, 0], positive: false }], 1).weights[0]).toBe(0);
    expect(() => fitLogistic([], 1)).toThrow(RangeError);
  });

  it('takes an observation of weight 2 for two of it', () => {
    const [a, b, c] = [
      { features: [0, 3], positive: false },
      { features: [2, 1], positive: true },
      { features: [3, 4], positive: false },
    ] as const satisfies readonly Outcome[];
    const once = fitLogistic([a, b, c, a, b], 0.5);
    const weighted = fitLogistic([{ ...a, weight: 2 }, { ...b, weight: 2 }, { ...c, weight: 1 }], 0.5);
    expect(weighted.bias).toBeCloseTo(once.bias, 9);
    for (const [j, weight] of weighted.weights.entries()) expect(weight).toBeCloseTo(once.weights[j] ?? NaN, 9);
    expect(fitLogistic([a, b, c], 0.5).weights[0]).not.toBeCloseTo(once.weights[0] ?? NaN, 3);
  });
});
