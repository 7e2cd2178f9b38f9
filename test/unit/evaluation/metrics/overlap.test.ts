import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthRatio } from '../../../../src/core/metrics/length-ratio.ts';
import { pieceOverlap } from '../../../../src/core/metrics/overlap.ts';
import { trigramOverlap } from '../../../../src/core/metrics/trigram-overlap.ts';

describe('pieceOverlap', () => {
  it('compares sets of pieces without casing, word marks and punctuation', () => {
    expect(pieceOverlap(['▁The', '▁cat', '.', 's'], ['the', '▁dog', '!', '▁the'])).toBe(25);
    expect(pieceOverlap(['▁', '.'], ['?'])).toBeUndefined();
    expect(pieceOverlap(['a'], [])).toBe(0);
  });

  it('is symmetric and 100 for the same set', () => {
    const pieces = fc.array(fc.constantFrom('▁a', 'a', 'B', '▁b', 'c', ',', '▁'), { maxLength: 8 });
    fc.assert(fc.property(pieces, pieces, (a, b) => {
      expect(pieceOverlap(a, b)).toBe(pieceOverlap(b, a));
      expect(pieceOverlap(a, a) ?? 100).toBe(100);
    }));
  });
});

describe('trigramOverlap', () => {
  it('divides shared word trigrams by those of the shorter side', () => {
    expect(trigramOverlap('a b c d', 'A  b c x y z')).toBe(1 / 2);
    expect(trigramOverlap('a b c.', 'a b c')).toBe(0);
    expect(trigramOverlap('a a a a', 'a a a')).toBe(1);
    expect(trigramOverlap('a a a', 'a a a a a')).toBe(1);
    expect(trigramOverlap('a b', 'a b c')).toBeUndefined();
  });
});

describe('lengthRatio', () => {
  it('pools all pairs', () => {
    expect(lengthRatio([['a b c', 'a'], ['d', 'e f g!']])).toBe(1);
    expect(lengthRatio([['…', 'a']])).toBeUndefined();
  });
});
