import { describe, expect, test } from 'vitest';
import { classFormality, contractions, readingEase } from '../../../quality/style.ts';

describe('formality by word classes', () => {
  test('a noun phrase is all formal, a pronoun with a verb not at all', () => {
    expect(classFormality('the red house of stone')).toBe(100);
    expect(classFormality('she sings')).toBe(0);
  });

  test('a report is more formal than talk', () => {
    const report = 'The committee announced the postponement of the meeting in a letter to the members.';
    const talk = 'Well, they just told us that they moved it again, so I really don’t know.';
    expect(classFormality(report)).toBeGreaterThan((classFormality(talk) ?? 0) + 20);
  });
});

describe('reading ease', () => {
  test('words and syllables by hand: six of each, and four words of eight syllables', () => {
    expect(readingEase('The cat sat on the mat.')).toBeCloseTo(206.835 - 1.015 * 6 - 84.6, 9);
    expect(readingEase('We announced nothing yesterday.')).toBeCloseTo(206.835 - 1.015 * 4 - (84.6 * 8) / 4, 9);
  });
});

describe('contractions', () => {
  test('are counted with either apostrophe; a possessive is none', () => {
    expect(contractions("I don't know, it’s late.")).toBe(40);
    expect(contractions("The dog's bone is there.")).toBe(0);
  });
});

test('a text without words has no style', () => {
  for (const measure of [classFormality, readingEase, contractions]) expect(measure(' … ')).toBeUndefined();
});
