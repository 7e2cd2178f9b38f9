import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPhrase, foldWord, isWordBoundary, plainWords, wordTokens } from '../../../src/core/text/words.ts';

const words = (text: string): string[] => wordTokens(text).map((span) => span.text);

describe('wordTokens', () => {
  it.each([
    ["The plan's well-known.", ['The', 'plan', "'s", 'well', 'known']],
    ["don't can’t O'Neill rock'n'roll", ["don't", 'can’t', "O'Neill", "rock'n'roll"]],
    ["It's PLAN’S the dogs' 'tis", ['It', "'s", 'PLAN', '’S', 'the', 'dogs', 'tis']],
    ['3.5 mp3s x_y 90s', ['3', '5', 'mp3s', 'x', 'y', '90s']],
    ["I'd've said 'so'", ["I'd've", 'said', 'so']],
    ['naïve cafe\u0301 שלום 😀 你好', ['naïve', 'cafe\u0301', 'שלום', '你好']],
    ['', []], ['... — !', []],
  ])('%j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  // The rule of the command line, character by character: an apostrophe is inside a word between letters, unless it begins a possessive.
  const slowWords = (text: string): string[] => {
    const letters = [...text];
    const isLetter = (character = ''): boolean => /[\p{L}\p{M}]/u.test(character);
    const isWord = (character = ''): boolean => /[\p{L}\p{M}\p{N}]/u.test(character);
    const found: string[] = [];
    let current = '';
    const close = (): void => { if (current !== '') found.push(current); current = ''; };
    letters.forEach((character, i) => {
      const apostrophe = character === "'";
      const afterS = letters[i + 2] === "'" && isLetter(letters[i + 3]);
      const possessive = apostrophe && isWord(letters[i - 1]) && /^s$/iu.test(letters[i + 1] ?? '') && !isWord(letters[i + 2]) && !afterS;
      if (possessive) { close(); current = character; return; }
      if (isWord(character) || (apostrophe && isLetter(letters[i - 1]) && isLetter(letters[i + 1]))) { current += character; return; }
      close();
    });
    close();
    return found;
  };

  it('equals the rule applied character by character (property)', () => {
    fc.assert(fc.property(fc.array(fc.constantFrom(..."ab'sSé1- .\u0301"), { maxLength: 12 }).map((parts) => parts.join('')), (text) => {
      expect(words(text)).toEqual(slowWords(text));
    }), { numRuns: 2000 });
  });

  it('covers every letter and digit once, in order (property)', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let at = 0;
      for (const { text: word, start, end } of wordTokens(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(text.slice(start, end)).toBe(word);
        expect(text.slice(at, start)).not.toMatch(/(?!\u02bc)[\p{L}\p{N}]/u);
        at = end;
      }
      expect(text.slice(at)).not.toMatch(/(?!\u02bc)[\p{L}\p{N}]/u);
    }));
  });
});

describe('isWordBoundary and findPhrase', () => {
  it('sees boundaries at hyphens and possessives, not inside contractions', () => {
    expect([4, 5].map((at) => isWordBoundary("plan's", at))).toEqual([true, false]);
    expect(isWordBoundary("don't", 3)).toBe(false);
    expect(isWordBoundary('well-known', 4)).toBe(true);
  });

  it.each([
    ["The plan's here", 'plan', 1], ["don't", 'don', 0], ['well-known', 'well', 1], ['before the forest, for us', 'for', 1],
    ['DON’T  do it', "don't do", 1], ['a a a', 'a a', 2], ['C++ or c++', 'c++', 2], ['anything', '', 0],
  ])('%j holds %j %i times', (text, phrase, times) => {
    expect(findPhrase(text, phrase)).toHaveLength(times);
  });
});

describe('foldWord and plainWords', () => {
  it('fold casing, apostrophes and composition', () => {
    expect(foldWord('DON’T')).toBe("don't");
    expect(foldWord('Cafe\u0301')).toBe('café');
  });

  it('delete punctuation and symbols (ParaBank §5.4, footnote 6)', () => {
    expect(plainWords("I didn't pay $5 — really!")).toEqual(['i', 'didnt', 'pay', '5', 'really']);
    expect(plainWords('?!')).toEqual([]);
  });
});
