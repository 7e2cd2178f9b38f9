import { expect, test } from 'vitest';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { replacementOf } from '../../../src/core/pipeline/replaced.ts';

const source = 'The workshop on Friday starts at nine.';

test('names what stands in the place of a banned word', () => {
  expect(replacementOf(source, 'The seminar on Friday starts at nine.', new HardBan(['workshop']))).toEqual({
    kind: 'replacement', lost: ['workshop'], gained: ['seminar'],
  });
});

test('names the only new word of content where the sentence is built otherwise', () => {
  const report = 'The report describes the main causes of the delay.';
  const passive = 'The main causes of the delay are described in the article.';
  expect(replacementOf(report, passive, new HardBan(['report']))).toEqual({ kind: 'replacement', lost: ['report'], gained: ['article'] });
});

test('names nothing where nothing banned stood, where it is simply gone, or where much else stands there', () => {
  expect(replacementOf(source, 'The seminar on Friday starts at nine.', new HardBan(['meeting']))).toBeUndefined();
  expect(replacementOf(source, 'Friday starts at nine.', new HardBan(['workshop']))).toBeUndefined();
  expect(replacementOf(source, 'The long course for new people on Friday starts at nine.', new HardBan(['workshop']))).toBeUndefined();
});
