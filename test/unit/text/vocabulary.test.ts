import { describe, expect, it } from 'vitest';
import { loadInflector, loadLexicon } from '../../../src/cli/lexical.ts';
import { HardBan, OutsideBan, TextBans } from '../../../src/core/constraints/hard-ban.ts';
import { outsideWords } from '../../../src/core/constraints/vocabulary.ts';
import { Vocabulary, vocabularyOf } from '../../../src/core/text/vocabulary.ts';

const [inflector, lexicon] = [await loadInflector(), await loadLexicon()];
const list = (...words: string[]): Vocabulary => new Vocabulary(words, inflector);

describe('a vocabulary', () => {
  it('has the forms of its words, in any casing, and contractions of them', () => {
    const own = list('go', 'be', 'Not', 'will', 'they', 'better', 'child', 'do', 'I');
    const inside = ['went', 'Going', 'was', "won't", "isn't", 'THEY’LL', 'good', 'children', "I'm", 'does'];
    for (const word of inside) expect([word, own.has(word)]).toEqual([word, true]);
    for (const word of ['gone away', 'house', "can't", 'cannot', "they've"]) expect([word, own.has(word)]).toEqual([word, false]);
  });

  it('takes cannot for can and not, as it takes can\'t', () => {
    const [both, one] = [list('he', 'can', 'not', 'go'), list('he', 'can', 'go')];
    for (const word of ['cannot', 'Cannot', "can't"]) expect([word, both.has(word), one.has(word)]).toEqual([word, true, false]);
    expect([both.begins('canno'), one.begins('canno'), list('not').begins('canno')]).toEqual([true, false, false]);
    expect([new OutsideBan(both), new OutsideBan(one)].map((ban) => ban.violates('He cannot go.'))).toEqual([false, true]);
    // The two words may also come from two lists.
    const ban = new OutsideBan(new Vocabulary(['not'], inflector, one));
    const steps = [['He ', 'can'], ['He can', 'no'], ['He canno', 't'], ['He cannot', ' go']] as const;
    expect(steps.map(([text, piece]) => ban.closes(text, piece, false))).toEqual([false, false, false, false]);
    expect(steps.map(([text, piece]) => new OutsideBan(one).closes(text, piece, false))).toEqual([false, true, true, true]);
  });

  it('has all words of an entry that is a phrase or a compound', () => {
    const own = list('in spite of', 'well-known', 'e-mail');
    for (const word of ['spite', 'In spite of', 'well-known', 'E-mails', 'known']) expect([word, own.has(word)]).toEqual([word, true]);
    expect(own.outside('In spite of well-known e-mails')).toBe(0);
  });

  it('is made once for a list and for copies of it, with all forms of its words', () => {
    const words = ['dog'];
    expect(vocabularyOf(words, inflector)).toBe(vocabularyOf(words, inflector));
    const inflected: string[] = [];
    const counting = {
      readings: (word: string) => inflector.readings(word),
      forms: (word: string) => { inflected.push(word); return inflector.forms(word); },
    };
    const own = vocabularyOf(['dog', 'cat'], counting);
    expect(inflected).toEqual(['dog', 'cat']);
    expect([vocabularyOf(['dog', 'cat'], counting) === own, own.begins('cats'), inflected]).toEqual([true, true, ['dog', 'cat']]);
    expect(vocabularyOf(['dog', 'cat', 'cow'], counting).begins('cow')).toBe(true);
    expect(vocabularyOf(['cat'], inflector).has('dog')).toBe(false);
    expect(vocabularyOf(words, { readings: () => [], forms: (word) => [word] })).not.toBe(vocabularyOf(words, inflector));
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

  it('takes a word with a capital inside a sentence for a name, which stays, but not at its beginning nor among capitals', () => {
    const own = list('we', 'invoice', 'the', 'account', 'for', 'statement');
    expect(outsideWords('We bill the club for it.', own, lexicon)).toContain('bill');
    expect(outsideWords('We met Bill for it.', own, lexicon)).not.toContain('Bill');
    expect(outsideWords('1. Bill the club.', own, lexicon)).toContain('Bill');
    expect(outsideWords('Note: Bill the club.', own, lexicon)).toContain('Bill');
    expect(outsideWords('WE BILL THE CLUB at 5 Elm St.', own, lexicon)).toContain('BILL');
  });
});

describe('the ban of words outside a vocabulary', () => {
  const words = list('go', 'will', 'a', 'dog', 'not', 'be', 'well', 'know');
  const ban = new OutsideBan(words);

  it('is broken by any word that the list lacks, but for numbers and the possessive', () => {
    for (const text of ['A dog goes.', "A dog won't go", "2 dogs' 3rd dog's 1990s", 'Well-known', 'An dog went'])
      expect([text, ban.violates(text)]).toEqual([text, false]);
    for (const text of ['A cat goes.', 'A dog, they know', 'unwell', "They'll go"])
      expect([text, ban.violates(text)]).toEqual([text, true]);
  });

  it('refuses a piece as soon as the word that it leaves open can be none of the list', () => {
    const closes = (text: string, piece: string, atEnd = false): boolean => ban.closes(text, piece, atEnd);
    expect(['d', 'do', 'g'].map((piece) => closes('A ', piece))).toEqual([false, false, false]);
    expect(['c', 'x', 'the'].map((piece) => closes('A ', piece))).toEqual([true, true, true]);
    // A word that only begins like one of the list is refused when it ends.
    expect([closes('A do', ' g'), closes('A do', '.'), closes('A do', '', true), closes('A do', 'gs')]).toEqual([true, true, true, false]);
    // An apostrophe leaves a word open.
    expect([closes('A dog wo', 'n'), closes('A dog won', "'"), closes("A dog won'", 't'), closes("A dog won't", ' g')])
      .toEqual([false, false, false, false]);
    for (const [text, piece] of [['A dog', '’s'], ['A dog', ' 3'], ['A 3', 'rd'], ['A ', '\ufffd']] as const)
      expect([text, piece, closes(text, piece)]).toEqual([text, piece, false]);
  });

  it('refuses a piece of every text that breaks it, and none of one that does not, however it is cut', () => {
    const texts = [
      "A dog won't go well.", 'Dogs know 3 dogs', 'A dogged dog went', 'Well-known cats go', "They'll know", 'Go, don’t go!',
      'knowing unknown', "Dogs ain't well",
    ];
    for (const text of texts) {
      for (let size = 1; size < 5; size += 1) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
        const closed = pieces.some((piece, at) => ban.closes(text.slice(0, at * size), piece, false)) || ban.closes(text, '', true);
        expect([text, size, closed]).toEqual([text, size, ban.violates(text)]);
      }
    }
  });

  it('gives the answers of a new ban, however many texts it was asked about before', () => {
    const asked = new OutsideBan(words);
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < 500; at += 1) {
        const [text, piece] = [`A ${'x'.repeat(at % 3)}d${at}`, at % 2 === 0 ? ' o' : 'og'] as const;
        for (const atEnd of [false, true])
          expect([text, piece, asked.closes(text, piece, atEnd)]).toEqual([text, piece, new OutsideBan(words).closes(text, piece, atEnd)]);
      }
    }
    expect([asked.closes('A d', 'og', true), asked.closes('A x', 'og', true)]).toEqual([false, true]);
  });

  it('takes words of another list too, and stands beside other bans', () => {
    const both = new TextBans([new HardBan(['dog']), new OutsideBan(new Vocabulary(['Vienna'], inflector, words))]);
    expect(['Go, Vienna', 'A dog', 'Go, Rome'].map((text) => both.violates(text))).toEqual([false, true, true]);
    expect([both.closes('Go, ', 'Vien', false), both.closes('Go, ', 'Ro', false)]).toEqual([false, true]);
  });
});
