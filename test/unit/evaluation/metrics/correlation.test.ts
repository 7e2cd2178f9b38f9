import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pearson, ranks, spearman } from '../../../../src/core/metrics/correlation.ts';

const values = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 })), {
  minLength: 2,
  maxLength: 12,
  size: 'max',
});

/** Gives r from the sums of the textbook formula. */
function plainPearson(x: readonly number[], y: readonly number[]): number {
  const n = x.length;
  const sum = (of: (place: number) => number): number => x.reduce((total, _, place) => total + of(place), 0);
  const [sx, sy] = [sum((i) => x[i] as number), sum((i) => y[i] as number)];
  const [xx, yy, xy] = [
    sum((i) => (x[i] as number) ** 2),
    sum((i) => (y[i] as number) ** 2),
    sum((i) => (x[i] as number) * (y[i] as number)),
  ];
  return (n * xy - sx * sy) / Math.sqrt((n * xx - sx * sx) * (n * yy - sy * sy));
}

/** Gives the ranks by their definition: one plus the values below, plus half of the other equal ones. */
const plainRanks = (list: readonly number[]): number[] =>
  list.map((value) => 1 + list.filter((other) => other < value).length + (list.filter((other) => other === value).length - 1) / 2);

describe('correlation', () => {
  it('equals the textbook sums; undefined when a list is constant', () => {
    fc.assert(fc.property(values, (pairs) => {
      const [x, y] = [pairs.map((pair) => pair[0]), pairs.map((pair) => pair[1])];
      const [r, rho] = [plainPearson(x, y), plainPearson(plainRanks(x), plainRanks(y))];
      if (Number.isFinite(r)) expect(pearson(x, y)).toBeCloseTo(r, 9);
      else expect(pearson(x, y)).toBeUndefined();
      if (Number.isFinite(rho)) expect(spearman(x, y)).toBeCloseTo(rho, 9);
      else expect(spearman(x, y)).toBeUndefined();
      expect(ranks(x)).toEqual(plainRanks(x));
    }));
  });

  it('is undefined for constants that rounding would move, and for fewer than two values', () => {
    expect(pearson([0.1, 0.1, 0.1], [1, 2, 3])).toBeUndefined();
    expect(pearson([1], [2])).toBeUndefined();
    expect(spearman([], [])).toBeUndefined();
  });

  it('holds for very large and very small values', () => {
    expect(pearson([1e200, 2e200, 3e200], [1e-200, 2e-200, 3e-200])).toBeCloseTo(1, 9);
  });

  it('refuses lists of different lengths', () => {
    expect(() => pearson([1, 2], [1])).toThrow(/one length/);
  });
});
