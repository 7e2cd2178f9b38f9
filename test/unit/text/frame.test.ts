import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed } from '../../../src/core/text/frame.ts';

const cases: readonly (readonly [string, string])[] = [
  ['(e) articles of heading 4202;', 'articles of heading 4202'],
  ['( 21 ) At the time, the City lost money.', 'At the time, the City lost money.'],
  ['(iv) the third question:', 'the third question'],
  ['3. Close the lid.', 'Close the lid.'],
  ['b) a copy of the form', 'a copy of the form'],
  ["-Hasn't changed in five minutes.", "Hasn't changed in five minutes."],
  ['– Where were you?', 'Where were you?'],
  ['"He will fix you up."', 'He will fix you up.'],
  ['“I read “Emma” twice.”', 'I read “Emma” twice.'],
  ['He will fix you up."', 'He will fix you up.'],
  ['“And then he left.', 'And then he left.'],
  ['- "Come in," he said.', '"Come in," he said.'],
];
const whole = [
  'A plain sentence.',
  '“Yes,” he said, “at once.”',
  '"Yes" and "no"',
  '-5 degrees is cold.',
  '(see para. 22, operative part)',
  '(Jethro) Are you missing it?',
  "'Cause I'm a funny man",
  '"',
  '12.',
  '(a) 12;',
  '2.5 litres are enough.',
  'The plan: none',
];

describe('framed', () => {
  it.each(cases)('finds the core of %s', (sentence, core) => {
    const { before, core: found, after } = framed(sentence);
    expect(found).toBe(core);
    expect(before + found + after).toBe(sentence);
  });

  it.each(whole)('leaves %s whole', (sentence) => { expect(framed(sentence)).toEqual({ before: '', core: sentence, after: '' }); });

  it('always joins to the sentence, and its core begins and ends with no blank', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ' ', '"', '“', '”', '-', '(', ')', '1', '.', ';', ',') }), (text) => {
      const { before, core, after } = framed(text.trim());
      expect(before + core + after).toBe(text.trim());
      expect(core).toBe(core.trim());
    }));
  });
});
