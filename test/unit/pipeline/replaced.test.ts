import { expect, test } from 'vitest';
import { HardBan } from '../../../src/constraints/hard-ban.ts';
import { replacementOf } from '../../../src/pipeline/replaced.ts';

const source = 'The workshop on Friday starts at nine.';

test('names what stands in the place of a banned word', () => {
  expect(replacementOf(source, 'The seminar on Friday starts at nine.', new HardBan(['workshop']))).toEqual({
    kind: 'replacement', lost: ['workshop'], gained: ['seminar'],
  });
});

test('names nothing where nothing banned stood, where it is simply gone, or where much else stands there', () => {
  expect(replacementOf(source, 'The seminar on Friday starts at nine.', new HardBan(['meeting']))).toBeUndefined();
  expect(replacementOf(source, 'Friday starts at nine.', new HardBan(['workshop']))).toBeUndefined();
  expect(replacementOf(source, 'The long course for new people on Friday starts at nine.', new HardBan(['workshop']))).toBeUndefined();
});
