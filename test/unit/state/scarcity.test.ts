import { describe, expect, test } from 'vitest';
import type { Counts } from '../../../src/core/protocol.ts';
import { scarcityOf } from '../../../src/app/state/rewrites/scarcity.ts';
import { standingOf } from '../../../src/app/state/rewrites/verdict.ts';

const source = 'The committee decided to postpone the meeting until next week.';
const counts = (some: Partial<Counts>): Counts => ({
  sampled: 84, unfinished: 0, copies: 0, duplicates: 20, banned: 0, unmet: 0, invariants: {}, unlikely: 0, aboveThreshold: 0,
  unscored: 0, accepted: 0, unique: 64, ...some,
});

describe('why there are so few', () => {
  test.each([
    ['bans took most', 'wishes', source, { banned: 30, accepted: 10 }],
    ['a demand was seldom met', 'wishes', source, { unmet: 50, accepted: 4 }],
    ['hardly a word', 'short', 'How are you?', { accepted: 40 }],
    ['hardly anything new', 'short', source, { unique: 11, duplicates: 73, accepted: 6 }],
    ['most was wrong', 'doubtful', source, { unlikely: 20, aboveThreshold: 5, invariants: { number: 10 }, accepted: 12 }],
    ['most was alike', 'alike', source, { unlikely: 5, accepted: 30 }],
  ] as const)('%s', (_, why, sentence, some) => {
    expect(scarcityOf(sentence, 2, counts(some))).toBe(why);
  });
});

test('a rewrite is close below 0.3, bold from 0.5 on, and between otherwise', () => {
  expect([0, 0.29, 0.3, 0.49, 0.5, 1].map(standingOf)).toEqual(['close', 'close', 'between', 'between', 'bold', 'bold']);
});
