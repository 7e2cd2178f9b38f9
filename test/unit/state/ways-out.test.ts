import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aims } from '../../../src/core/aims.ts';
import { waysOut } from '../../../src/app/state/rewrites/ways-out.ts';

const phrase = fc.stringMatching(/^[a-z]{1,8}$/u);
const standing = fc.record({
  wishes: fc.record({ avoid: fc.uniqueArray(phrase, { maxLength: 5 }), require: fc.uniqueArray(phrase, { maxLength: 5 }) }),
  aim: fc.constantFrom(...aims),
  distance: fc.integer({ min: 0, max: 4 }),
});

describe('the ways out of an empty set', () => {
  it('name only what is set, in every state, and always end with another try', () => {
    fc.assert(fc.property(standing, (state) => {
      const ways = waysOut(state);
      for (const way of ways) {
        if (way.kind === 'allow') expect(state.wishes.avoid).toContain(way.phrase);
        if (way.kind === 'drop') expect(state.wishes.require).toContain(way.phrase);
        if (way.kind === 'no-style') expect(state.aim).not.toBe('any');
        if (way.kind === 'closer') expect(state.distance).toBeGreaterThan(0);
      }
      expect(ways.at(-1)).toEqual({ kind: 'again' });
    }));
  });

  it('offer each avoided phrase, and each required one, up to three', () => {
    expect(waysOut({ wishes: { avoid: ['a', 'b'], require: ['c', 'd'] }, aim: 'any', distance: 0 })).toEqual([
      { kind: 'allow', phrase: 'b' }, { kind: 'drop', phrase: 'c' }, { kind: 'drop', phrase: 'd' }, { kind: 'again' },
    ]);
  });
});
