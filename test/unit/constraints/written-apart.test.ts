import { describe, expect, it } from 'vitest';
import { isWrittenApart } from '../../../src/core/constraints/written-apart.ts';

describe('a banned word written across a border', () => {
  it.each([
    ['She wore her new sun glasses.', 'sunglasses'],
    ['She had her singing lasses on.', 'sunglasses'],
    ['The work-shop was full.', 'workshop'],
    ['I under stand it.', 'understand'],
  ])('is seen: %s', (text, word) => {
    expect(isWrittenApart(text, [word])).toBe(true);
  });

  it.each([
    ['We can meet in the hall.', 'meeting'],
    ['They build in stone.', 'building'],
    ['She wore her glasses in the sun.', 'sunglasses'],
    ['The work was done in the shop.', 'workshop'],
    ['We stand under it.', 'understand'],
    ['Her eyeglasses are new.', 'sunglasses'],
  ])('is not seen where words only remind of it: %s', (text, word) => {
    expect(isWrittenApart(text, [word])).toBe(false);
  });
});
