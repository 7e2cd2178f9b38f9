import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitSentences } from '../../../src/core/text/sentences.ts';
import { Segments } from '../../../src/app/state/documents/segments.ts';

const part = fc.constantFrom(
  'Dr. ',
  'Smith came. ',
  'He left. ',
  '"Really?" ',
  'he asked. ',
  '\n',
  '\n\n',
  ' \n \n',
  '— ',
  '…',
  'e.g. ',
  'No. ',
  '5 ',
  '***',
  'a',
  'B',
  '. ',
  '(',
  '\u2028',
  '\t',
  'ʻ',
);
const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));

test('an edited text has the sentences it would have anew', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.string({ unit: 'grapheme', maxLength: 40 })), { minLength: 1, maxLength: 5 }), (versions) => {
      const segments = new Segments();
      for (const version of versions) expect(segments.of(version)).toEqual(splitSentences(version));
    }),
    { numRuns: 5000 },
  );
});

test('an article that did not change since it was segmented keeps the same list, after any keystrokes', () => {
  const article = Array.from(
    { length: 100 },
    (_, line) => `Line ${line} of it. ${'The committee decided to postpone the meeting until next week. '.repeat(10)}`,
  ).join('\n\n');
  const segments = new Segments();
  segments.of(article);
  for (let i = 0; i < 50; i += 1) segments.of(`${article.slice(0, 30_000)}${'x'.repeat(i)}${article.slice(30_000)}`);
  const same = segments.of(article);
  expect(segments.of(article)).toBe(same);
});
