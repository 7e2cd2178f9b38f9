import { describe, expect, it } from 'vitest';
import { fittingWords, menuPhrases, menuWords, type MenuWord } from '../../../src/core/choice/menu.ts';
import { inflector, lexicon } from '../text/tables.ts';

/** The words that could stand in the place in brackets. */
function wordsFor(sentence: string): MenuWord[] {
  const [start, end] = [sentence.indexOf('['), sentence.indexOf(']') - 1];
  return menuWords(sentence.replace(/[[\]]/gu, ''), { start, end }, { lexicon, inflector });
}
const names = (words: readonly MenuWord[]): string[] => words.map(({ instead }) => instead);

describe('menuWords', () => {
  it('offers words of the class that the word has in its sentence', () => {
    const [noun, verb] = ['The [meeting] was long.', 'We are [meeting] them at noon.'].map((sentence) => names(wordsFor(sentence)));
    expect([noun?.includes('session'), noun?.includes('satisfying')]).toEqual([true, false]);
    expect([verb?.includes('session'), verb?.includes('satisfying')]).toEqual([false, true]);
    expect(names(wordsFor('He did not say [the] word.'))).toEqual([]);
  });

  it('offers them in the inflection of the word, with the sentence that each would make', () => {
    const delayed = wordsFor('They [postponed] the trip.').find(({ instead }) => instead === 'delayed');
    expect(delayed).toMatchObject({ phrase: 'postponed', text: 'They delayed the trip.' });
    const words = wordsFor('It was a [mistake] of mine.');
    expect(words.find(({ instead }) => instead === 'error')?.text).toBe('It was an error of mine.');
  });

  it('gives the strongest evidence first, and no word twice', () => {
    for (const sentence of ['The [big] house stood empty.', 'She [said] so.', 'A [quick] answer came.', 'Our [aim] is clear.']) {
      const words = wordsFor(sentence);
      expect(words.length).toBeGreaterThan(0);
      expect(words.map(({ evidence }) => evidence)).toEqual(words.map(({ evidence }) => evidence).toSorted((a, b) => b - a));
      expect(new Set(names(words)).size).toBe(words.length);
    }
  });
});

describe('menuPhrases', () => {
  it('puts what other rewrites have into the place of the phrase', () => {
    const [only] = menuPhrases('They put off the trip.', { start: 5, end: 12 }, ['postponed']);
    expect(only).toMatchObject({ instead: 'postponed', phrase: 'put off', text: 'They postponed the trip.' });
  });

  it('holds the source’s own phrase for stronger than that of a rewrite, and both for stronger than a weak synonym', () => {
    const [other, own] = menuPhrases('They put off the trip.', { start: 5, end: 12 }, ['delayed', 'postponed'], 'postponed');
    const weakest = wordsFor('They [postponed] the trip.').at(-1);
    expect(own?.evidence).toBeGreaterThan(other?.evidence ?? Infinity);
    expect(other?.evidence).toBeGreaterThan(weakest?.evidence ?? Infinity);
  });

  it('keeps the first four phrases of the rewrites, and the source’s own wherever it stands', () => {
    const phrases = ['delayed', 'deferred', 'put back', 'moved', 'held over', 'postponed'];
    expect(names(menuPhrases('They put off the trip.', { start: 5, end: 12 }, phrases, 'postponed')))
      .toEqual(['delayed', 'deferred', 'put back', 'moved', 'postponed']);
  });
});

describe('fittingWords', () => {
  const words = ['one', 'two', 'three'].map((instead): MenuWord => ({ instead, phrase: 'word', text: `A ${instead}.`, evidence: 4 }));

  it('keeps what the model finds right, the best first', () => {
    expect(names(fittingWords(words, [{ right: 0.9 }, { right: 0.05 }, { right: 0.97 }]))).toEqual(['three', 'one']);
  });

  it('keeps nothing where nothing fits', () => {
    expect(fittingWords(words, words.map(() => ({ right: 0.02 })))).toEqual([]);
  });

  it('keeps all, as they come, where the model can’t tell what is right', () => {
    expect(fittingWords(words, [{}, {}, {}])).toEqual(words);
  });

  it('lets the lexicon’s evidence decide between words that the model finds alike', () => {
    const [weak, strong] = [{ ...words[0] as MenuWord, evidence: 3 }, { ...words[1] as MenuWord, evidence: 6 }];
    expect(names(fittingWords([weak, strong], [{ right: 0.9 }, { right: 0.9 }]))[0]).toBe('two');
  });
});
