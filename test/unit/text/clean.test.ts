import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, visibleText } from '../../../src/core/text/clean.ts';

describe('cleanText', () => {
  it.each([
    ['  A\tb \r\n c\u2028d\u00a0e\u3000f ', 'A b c d e f'],
    ['a\u0000b\u0007c\u009fd', 'abcd'],
    ['a \u0000 b', 'a b'],
    ['line\u0085next\u000bthird\u000cfourth', 'line next third fourth'],
    ['a\u200bb\ufeffc', 'a b c'],
    ['half \ud83d pair 😀', 'half pair 😀'],
    ['\u0001\n\u0002', ''],
    ['post\u00adpone the\u2060 me\u200det\u200cing', 'postpone the meeting'],
    ['\ud83c\udff3\ufe0f\u200d\ud83c\udf08 a\u200d\u0000\u200db', '\ud83c\udff3\ufe0f\u200d\ud83c\udf08 ab'],
    ['', ''],
  ])('%j → %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('is idempotent, trimmed and leaves neither control characters nor double space (property)', () => {
    const character = fc.oneof(
      fc.constantFrom(...'ab \t\n\r\u0000\u001f\u0085\u200b\u200d\u00ad\u2028\u00a0\ud800'),
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

describe('visibleText', () => {
  it('loses what nobody sees and keeps lines, tabs, emoji and other scripts', () => {
    expect(visibleText('The com\u200bmittee\u0000 de\u00adcided.\n\n\tThen\ufeff…\r\n')).toBe('The committee decided.\n\n\tThen…\r\n');
    expect(visibleText('👩\u200d🚀 می\u200cخواهم')).toBe('👩\u200d🚀 می\u200cخواهم');
  });

  it('never changes what it returns (property)', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(visibleText(text))).toBe(visibleText(text));
    }));
  });
});
