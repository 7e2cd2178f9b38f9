import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behindLeader } from '../../../src/selection/leader.ts';

describe('behindLeader', () => {
  it('leaves out what would be listed before the best one and is worse, and keeps what is nearly as good', () => {
    const scores = [0.7, 0.8, 0.9, 1.5];
    expect(behindLeader(scores, [2, 0, 0.1, 3], 2, 0.5)).toEqual([1, 2, 3]);
    expect(behindLeader(scores, [0.4, 0, 0.1, 3], 2, 0.5)).toEqual([0, 1, 2, 3]);
  });

  it('brings back the cheapest where too few are left', () => {
    expect(behindLeader([0.1, 0.2, 0.3, 1], [9, 7, 8, 0], 3, 0.5)).toEqual([1, 2, 3]);
    expect(behindLeader([], [], 5, 1)).toEqual([]);
  });

  it('keeps the best one, at least n, and none before it that is worse unless it is needed', () => {
    const numbers = fc.array(fc.tuple(fc.float({ min: 0, max: 3, noNaN: true }), fc.float({ min: -3, max: 3, noNaN: true })), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(numbers, fc.integer({ min: 1, max: 8 }), (pairs, n) => {
      const [scores, costs] = [pairs.map(([score]) => score), pairs.map(([, cost]) => cost)];
      const kept = behindLeader(scores, costs, n, 0.5);
      const best = pairs.map(([score, cost]) => score + cost).reduce((least, total, i, totals) => (total < (totals[least] ?? Infinity) ? i : least), 0);
      expect(kept).toContain(best);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(n, pairs.length));
      const worse = kept.filter((i) => (scores[i] ?? 0) < (scores[best] ?? 0) && (costs[i] ?? 0) > (costs[best] ?? 0) + 0.5);
      if (worse.length > 0) expect(kept.length).toBe(Math.min(n, pairs.length));
    }));
  });
});
