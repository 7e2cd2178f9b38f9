import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QueuePace } from '../../../src/app/state/rewrites/pace.ts';

it('says nothing before the first sentence is done', () => {
  expect(new QueuePace().secondsFor([50])).toBeUndefined();
});

it('takes as long for a sentence as for the last one of that length', () => {
  expect(new QueuePace().after(4000, 70).secondsFor([70])).toBeCloseTo(4);
  expect(new QueuePace().after(4000, 70).secondsFor([70, 70])).toBeCloseTo(8);
  expect(new QueuePace().after(4000, 70).secondsFor([])).toBe(0);
});

it('follows a machine that becomes slower or faster, and forgets what was long ago', () => {
  fc.assert(
    fc.property(fc.double({ min: 10, max: 1e5, noNaN: true }), fc.double({ min: 10, max: 1e5, noNaN: true }), (before, now) => {
      let pace = new QueuePace().after(before, 70);
      for (let count = 0; count < 20; count += 1) pace = pace.after(now, 70);
      const seconds = pace.secondsFor([70]) ?? NaN;
      expect(Math.abs(seconds - now / 1000)).toBeLessThanOrEqual(0.001 * Math.abs(before - now) / 1000 + 1e-9);
    }),
  );
});
