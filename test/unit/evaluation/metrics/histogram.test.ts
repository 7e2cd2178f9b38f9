import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histogram, median, niceAxis } from '../../../../src/core/metrics/histogram.ts';

describe('histogram', () => {
  it('puts a border into the bin above, the last border into the last bin, and leaves out what lies outside', () => {
    expect(histogram([0, 9.99, 10, 50, 100, 100.1, -1, NaN, Infinity], 0, 100, 10).map(({ count }) => count)).toEqual([
      2, 1, 0, 0, 0, 1, 0, 0, 0, 1,
    ]);
    expect(histogram([], 0, 1, 2)).toEqual([{ from: 0, to: 0.5, count: 0 }, { from: 0.5, to: 1, count: 0 }]);
  });

  it('counts what a slow search over its own borders counts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.integer({ min: -5, max: 25 }).map((x) => x / 10),
            fc.double({ min: -1, max: 3, noNaN: true }),
          ),
        ),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 12 }),
        (values, from, width, count) => {
          const to = from + width / 10;
          const bins = histogram(values, from, to, count);
          expect(bins.map((bin) => bin.count)).toEqual(
            bins.map((bin, at) => values.filter((x) => x >= bin.from && (x < bin.to || (at === count - 1 && x <= to))).length),
          );
          expect([bins[0]?.from, bins.at(-1)?.to]).toEqual([from, to]);
        },
      ),
    );
  });
});

describe('niceAxis', () => {
  it('knows some scales', () => {
    expect(niceAxis([0, 100], 5).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(niceAxis([61.2, 97.9], 5).ticks).toEqual([60, 70, 80, 90, 100]);
    expect(niceAxis([0.1, 0.4], 3).ticks).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(niceAxis([], 4)).toMatchObject({ from: 0, to: 1 });
    expect(niceAxis([7], 4).ticks).toContain(7);
  });

  it('holds every value within the wanted number of steps, on round numbers, and no coarser than needed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }),
        fc.integer({ min: 2, max: 10 }),
        (values, most) => {
          const { from, to, step, ticks } = niceAxis(values, most);
          const hair = step * 1e-9;
          for (const value of values) expect(value >= from - hair && value <= to + hair).toBe(true);
          expect(ticks.length).toBeGreaterThan(1);
          expect(ticks.length - 1).toBeLessThanOrEqual(most);
          expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
          expect(['1', '2', '5']).toContain(step.toExponential(6).replace(/\.?0*e.*/u, ''));
          // With the next smaller step (at least two fifths of this one) it would take too many.
          const spread = Math.max(...values) - Math.min(...values);
          if (spread > 1) expect(spread / (step * 0.4)).toBeGreaterThan(most - 2);
        },
      ),
    );
  });
});

describe('median', () => {
  it('is the middle of the sorted values', () => {
    expect([median([]), median([3]), median([10, 1, 2]), median([4, 1, 3, 2])]).toEqual([undefined, 3, 2, 2.5]);
  });
});
