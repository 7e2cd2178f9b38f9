import { describe, expect, it } from 'vitest';
import { acceptCandidates, distinctCandidates } from '../../../src/selection/filter.ts';
import { comparisonKey, spelledOutKey } from '../../../src/selection/normalise.ts';
import { chooseBest } from '../../../src/selection/rank.ts';

describe('comparisonKey', () => {
  it('is blind to casing, punctuation, symbols and white space', () => {
    expect(comparisonKey('  “Don’t\tgo!” — £5 +\u20281')).toBe('dont go 5 1');
    expect(comparisonKey('?! …')).toBe('');
  });
});

describe('spelledOutKey', () => {
  it('is the same for contracted and written out, and for nothing else', () => {
    expect(spelledOutKey("We'll see, but I can’t wait.")).toBe(spelledOutKey('We will see but I cannot wait.'));
    expect(spelledOutKey('He is not here.')).not.toBe(spelledOutKey('He is here.'));
    expect(spelledOutKey("She's gone.")).toBe(spelledOutKey('She is gone.'));
    expect(spelledOutKey('He’d waited.')).toBe(spelledOutKey('He had waited.'));
    expect(spelledOutKey('Ladies and gentle men, ice-cream!')).toBe(spelledOutKey('Ladies and gentlemen, ice cream!'));
    expect(spelledOutKey("The dog's food")).not.toBe(spelledOutKey('The dog food'));
    expect(spelledOutKey('We organise travelling theatre in our favourite colours.')).toBe(
      spelledOutKey('We organize traveling theater in our favorite colors.'),
    );
    expect(spelledOutKey("Okay, it's all right.")).toBe(spelledOutKey('OK, it is alright.'));
    expect(spelledOutKey('The grey licence was analysed.')).toBe(spelledOutKey('The gray license was analyzed.'));
  });
});

describe('distinctCandidates', () => {
  it('drops empty ones, copies and duplicates, and keeps the likelier of two duplicates', () => {
    const candidates = [
      { text: 'It is late', forward: 2 }, { text: 'we go home!', forward: 1 }, { text: '…', forward: 0 },
      { text: 'IT IS LATE.', forward: 1 }, { text: 'It is late…', forward: 1 },
    ];
    expect(distinctCandidates('We go home.', candidates)).toEqual({
      kept: [{ text: 'IT IS LATE.', forward: 1 }], dropped: { empty: 1, copies: 1, duplicates: 2 },
    });
  });
});

describe('acceptCandidates', () => {
  it('keeps sums up to the threshold and counts the rest by reason', () => {
    const candidates = [1, 2.5, 1.25, NaN].map((forward) => ({ text: String(forward), forward, backward: 1.25 }));
    expect(acceptCandidates(candidates, 2.5)).toEqual({ kept: [candidates[0], candidates[2]], dropped: { score: 1, unscored: 1 } });
  });
});

describe('chooseBest', () => {
  it('sorts by score, keeps the order of equals and never returns more than there are', () => {
    const items = [3, 1, 2, 1].map((score, place) => ({ score, place }));
    expect(chooseBest(items, 3).map((item) => item.place)).toEqual([1, 3, 2]);
    expect(chooseBest(items, 9)).toHaveLength(4);
    expect(chooseBest(items, 0)).toEqual([]);
  });
});
