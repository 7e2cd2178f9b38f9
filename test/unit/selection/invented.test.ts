import { describe, expect, it } from 'vitest';
import { inventedWordSlips } from '../../../src/selection/invented.ts';

const known = (word: string): boolean => ['the', 'meeting', 'was', 'delayed', 'postponed'].includes(word);

describe('invented words', () => {
  it('drops a rewrite with a word that no table knows', () => {
    const slips = inventedWordSlips('The meeting was postponed.', 'The meeting was postpaned.', known);
    expect(slips.map(({ severity, message }) => [severity, message])).toEqual([['drop', 'invents “postpaned”']]);
  });

  it('leaves known words, words of the source, names, contractions and numbers alone', () => {
    expect(inventedWordSlips('The zorgle meeting was postponed.', "The zorgle meeting didn't: delayed, Zarkon, 3rd, ok", known)).toEqual([]);
  });
});
