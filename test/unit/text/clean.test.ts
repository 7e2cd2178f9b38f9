import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/text/clean.ts';

describe('cleanText', () => {
  it.each([
    ['  A\tb \r\n c\u2028d\u00a0e\u3000f ', 'A b c d e f'],
    ['a\u0000b\u0007c\u009fd', 'abcd'],
    ['a \u0000 b', 'a b'],
    ['line\u0085next\u000bthird\u000cfourth', 'line next third fourth'],
    ['a\u200bb\ufeffc', 'a b c'],
    ['half \ud83d pair 😀', 'half pair 😀'],
    ['\u0001\n\u0002', ''],
    ['', ''],
  ])('%j → %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('is idempotent, trimmed and leaves neither control characters nor double space (property)', () => {
    const character = fc.oneof(
      fc.constantFrom(...'ab \t\n\r\u0000\u001f\u0085\u200b\u2028\u00a0\ud800'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    );
    fc.assert(fc.property(fc.array(character).map((parts) => parts.join('')), (text) => {
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean.trim()).toBe(clean);
      expect(clean).not.toMatch(/\p{Cc}|\s\s/u);
    }));
  });
});
