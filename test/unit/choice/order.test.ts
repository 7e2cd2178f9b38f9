import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestPlace, inOrder, type Placed } from '../../../src/core/choice/order.ts';

const placed = fc.array(
  fc.record({ right: fc.double({ min: 0, max: 1, noNaN: true }), distance: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 8 },
);
const own = (one: Placed): Placed => one;

describe('the order of a list', () => {
  test('is, with best, the likeliest of those at a distance of 0.15 or more, then all others by distance', () => {
    const list = [
      { right: 0.99, distance: 0.1 }, { right: 0.8, distance: 0.15 }, { right: 0.7, distance: 0.5 }, { right: 0.9, distance: 0.3 },
    ];
    expect(inOrder(list, 'best', own).map(({ right }) => right)).toEqual([0.9, 0.99, 0.8, 0.7]);
  });

  test('begins, with best, with the likeliest of all where none differs so much, or none of these is surely right', () => {
    const list = [{ right: 0.6, distance: 0.05 }, { right: 0.8, distance: 0.149 }, { right: 0.7, distance: 0.1 }];
    expect(inOrder(list, 'best', own).map(({ right }) => right)).toEqual([0.8, 0.6, 0.7]);
    const unsure = [{ right: 0.85, distance: 0.1 }, { right: 0.79, distance: 0.3 }, { right: 0.5, distance: 0.6 }];
    expect(inOrder(unsure, 'best', own).map(({ right }) => right)).toEqual([0.85, 0.79, 0.5]);
    expect(bestPlace([])).toBe(-1);
  });

  test('takes a distance of three words in twenty for 0.15, however it was computed', () => {
    expect(bestPlace([{ right: 0.9, distance: 0.14 }, { right: 0.85, distance: 1 - 17 / 20 }, { right: 0.4, distance: 0.9 }])).toBe(1);
    expect(bestPlace([{ right: 0.9, distance: 0.14 }, { right: 0.85, distance: 0.1499999999 }])).toBe(1);
  });

  test('keeps every rewrite once, and by distance or by right each is no less than the one before', () => {
    fc.assert(fc.property(placed, (list) => {
      for (const order of ['distance', 'right', 'best'] as const) {
        expect(new Set(inOrder(list, order, own).map(({ right, distance }) => `${right}/${distance}`))).toEqual(
          new Set(list.map(({ right, distance }) => `${right}/${distance}`)),
        );
        expect(inOrder(list, order, own)).toHaveLength(list.length);
      }
      const distances = inOrder(list, 'distance', own).map(({ distance }) => distance);
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
      const rights = inOrder(list, 'right', own).map(({ right }) => right);
      expect(rights).toEqual(rights.toSorted((a, b) => b - a));
      const others = inOrder(list, 'best', own).slice(1).map(({ distance }) => distance);
      expect(others).toEqual(others.toSorted((a, b) => a - b));
    }));
  });
});
