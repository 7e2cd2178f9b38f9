import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterDistance, editDistance } from '../../../src/core/text/edit-distance.ts';
import { recursiveDistance } from '../../oracle/cluster.ts';

describe('edit distance', () => {
  it('equals its recursive definition on items', () => {
    const items = fc.array(fc.constantFrom('the', 'cat', 'The', '', 1, '1', 2), { maxLength: 12 });
    fc.assert(fc.property(items, items, (a, b) => {
      expect(editDistance(a, b)).toBe(recursiveDistance(a, b));
    }));
  });

  it('counts code points, not UTF-16 units', () => {
    expect(characterDistance('😀', '😁')).toBe(1);
    expect(characterDistance('a😀b', 'ab')).toBe(1);
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }), (a, b) => {
      expect(characterDistance(a, b)).toBe(recursiveDistance(Array.from(a), Array.from(b)));
    }));
  });

  it('stays right beyond 65,536 different items', () => {
    const many = Array.from({ length: 66000 }, (_, i) => i);
    expect(editDistance(many, [66000])).toBe(66000);
  });
});
