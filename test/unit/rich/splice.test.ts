import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSound } from '../../../src/rich/rich.ts';
import { insert, join, slice } from '../../../src/rich/splice.ts';
import { rich, richTexts } from '../../oracle/rich-texts.ts';

test('a text that is cut anywhere and put together again is the same', () => {
  fc.assert(
    fc.property(richTexts, fc.nat(400), (own, at) => {
      const cut = Math.min(at, own.text.length);
      expect(join(slice(own, 0, cut), slice(own, cut, own.text.length))).toEqual(own);
    }),
    { numRuns: 1000 },
  );
});

test('whatever is put wherever: it fits, and the text around it stays', () => {
  fc.assert(
    fc.property(richTexts, richTexts, fc.nat(400), fc.nat(400), (own, piece, a, b) => {
      const [start, end] = [Math.min(a, b, own.text.length), Math.min(Math.max(a, b), own.text.length)];
      const { whole, after } = insert(own, start, end, piece);
      expect(isSound(whole)).toBe(true);
      expect(whole.text.slice(0, after)).toBe(own.text.slice(0, start) + whole.text.slice(start, after - piece.text.length) + piece.text);
      expect(whole.text.slice(after).trimStart()).toBe(own.text.slice(end).trimStart());
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['words into a heading', '<h1>On whales', 2, '[em:old]', '<h1>On[em:old] whales'],
  ['words before a heading', '<h1>On whales', 0, 'Old ', '<h1>Old On whales'],
  ['a heading into a paragraph', 'One two', 4, '<h2>Head', 'One \n\n<h2>Head\n\ntwo'],
  ['items behind a paragraph', 'One', 3, '<li>• a\n<li>• b', 'One\n<li>• a\n<li>• b'],
  ['paragraphs into an item', '<li>• ab', 3, 'x\n\ny', '<li>• ax\n\nyb'],
])('%s', (...[, whole, at, piece, result]) => {
  expect(insert(rich(whole), at, at, rich(piece)).whole).toEqual(rich(result));
});
