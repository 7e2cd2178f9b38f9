import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile } from '../../../../src/lab/ratings/beta.ts';

const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const parameter = fc.double({ min: 0.5, max: 60, noNaN: true });

describe('betaCdf', () => {
  it('is what the integral gives by hand where it is a polynomial', () => {
    expect(betaCdf(1, 1, 0.3)).toBeCloseTo(0.3, 13);
    expect(betaCdf(2, 1, 0.3)).toBeCloseTo(0.09, 13);
    expect(betaCdf(1, 2, 0.3)).toBeCloseTo(0.51, 13);
    expect(betaCdf(2, 2, 0.25)).toBeCloseTo(3 * 0.0625 - 2 * 0.015625, 13);
    // Of Beta(1/2, 1/2) it is an arc sine.
    expect(betaCdf(0.5, 0.5, 0.75)).toBeCloseTo(2 / 3, 13);
    expect([betaCdf(3, 4, 0), betaCdf(3, 4, 1)]).toEqual([0, 1]);
  });

  it('for whole parameters is the chance of at least alpha of alpha + beta − 1 throws', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), share, (alpha, beta, x) => {
      const throws = alpha + beta - 1;
      let [sum, ways] = [0, 1];
      for (let hits = 0; hits <= throws; hits += 1) {
        if (hits >= alpha) sum += ways * x ** hits * (1 - x) ** (throws - hits);
        ways = (ways * (throws - hits)) / (hits + 1);
      }
      expect(betaCdf(alpha, beta, x)).toBeCloseTo(sum, 11);
    }));
  });

  it('is mirrored and rises, whatever the parameters', () => {
    fc.assert(fc.property(parameter, parameter, share, share, (alpha, beta, x, y) => {
      expect(betaCdf(alpha, beta, x) + betaCdf(beta, alpha, 1 - x)).toBeCloseTo(1, 11);
      if (x < y) expect(betaCdf(alpha, beta, x)).toBeLessThanOrEqual(betaCdf(alpha, beta, y) + 1e-12);
    }));
  });
});

describe('betaQuantile', () => {
  it('is the inverse by hand, and of the distribution function', () => {
    expect(betaQuantile(1, 1, 0.025)).toBeCloseTo(0.025, 12);
    expect(betaQuantile(2, 1, 0.025)).toBeCloseTo(Math.sqrt(0.025), 12);
    expect(betaQuantile(1, 2, 0.975)).toBeCloseTo(1 - Math.sqrt(0.025), 12);
    fc.assert(fc.property(parameter, parameter, share, (alpha, beta, p) => {
      expect(betaCdf(alpha, beta, betaQuantile(alpha, beta, p))).toBeCloseTo(p, 9);
    }));
  });
});
