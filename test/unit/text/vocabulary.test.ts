import { describe, expect, it } from 'vitest';
import { loadInflector, loadLexicon } from '../../../src/cli/lexical.ts';
import { outsideWords } from '../../../src/core/constraints/vocabulary.ts';
import { Vocabulary, vocabularyOf } from '../../../src/core/text/vocabulary.ts';

const [inflector, lexicon] = [await loadInflector(), await loadLexicon()];
const list = (...words: string[]): Vocabulary => new Vocabulary(words, inflector);

describe('a vocabulary', () => {
  it('has the forms of its words, in any casing, and contractions of them', () => {
    const own = list('go', 'be', 'Not', 'will', 'they', 'better', 'child', 'do', 'I');
    const inside = ['went', 'Going', 'was', "won't", "isn't", 'THEY’LL', 'good', 'children', "I'm", 'does'];
    for (const word of inside) expect([word, own.has(word)]).toEqual([word, true]);
    for (const word of ['gone away', 'house', "can't", "they've"]) expect([word, own.has(word)]).toEqual([word, false]);
  });

  it('has all words of an entry that is a phrase or a compound', () => {
    const own = list('in spite of', 'well-known', 'e-mail');
    for (const word of ['spite', 'In spite of', 'well-known', 'E-mails', 'known']) expect([word, own.has(word)]).toEqual([word, true]);
    expect(own.outside('In spite of well-known e-mails')).toBe(0);
  });

  it('is opened once for each list', () => {
    const words = ['dog'];
    expect(vocabularyOf(words, inflector)).toBe(vocabularyOf(words, inflector));
    expect(vocabularyOf(['cat'], inflector).has('dog')).toBe(false);
    expect(vocabularyOf(words, { readings: () => [] })).not.toBe(vocabularyOf(words, inflector));
  });

  it('says the share of a text that is outside: numbers and the possessive \'s count for nothing', () => {
    const own = list('the', 'dog', 'bark', 'at', 'cat');
    expect(own.outside("The dog's 3 cats barked at 2.5 strangers.")).toBe(0.1667);
    expect([own.outside('Dogs bark.'), own.outside('12 %'), own.outside('Nobody knows.')]).toEqual([0, 0, 1]);
  });

  it('leaves out of a sentence only what can be said within it', () => {
    const sentence = 'The committee decided to postpone the meeting in Vienna.';
    const own = list('the', 'committee', 'decide', 'to', 'delay', 'meet', 'in');
    expect(outsideWords(sentence, own, lexicon)).toEqual(['postpone']);
    expect(outsideWords(sentence, list('purple'), lexicon)).toEqual([]);
  });
});
