import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PunctuationStyle, plainMarks } from '../../../src/core/text/marks.ts';

const restored = (sentence: string, rewrite: string): string => new PunctuationStyle(sentence).restored(sentence, rewrite);

const marks = '“”"—–-…’\'‘!?½'.split('');
/** Words with marks as people set them, and marks in any order between letters. */
const marked = fc.array(fc.constantFrom(
  'I', 'don’t', "it's", '“Yes,”', '"no"', 'one—two', 'as – well', 'or - not', 'so…', 'and...', 'stop!!!', 'what?!', '2½', '¾',
  'well‑known', '10–20', '−5',
  '‘Come!’', 'the cats’', '’90s', 'end.',
), { maxLength: 10 }).map((some) => some.join(' '));
const wild = fc.array(fc.constantFrom('a', 'B', '1', ' ', ...marks), { maxLength: 14 })
  .map((some) => some.join('').replace(/\s+/gu, ' ').trim());
const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '');

describe('plain marks', () => {
  it.each([
    ['I don’t think we’ll make it.', "I don't think we'll make it."],
    ['“Come in,” she said — and he’d left…', '"Come in," she said - and he\'d left...'],
    ['No—never, the well‑known 10–20 at −5', 'No - never, the well-known 10-20 at -5'],
    ['Mix 2½ cups and ¼ spoon of ﬂour', 'Mix 2 1/2 cups and 1/4 spoon of flour'],
    ['What?!? No!!!', 'What? No!'],
    ['« Bonjour » and „Tag“', '"Bonjour" and "Tag"'],
    ['A plain - and "simple" - text, isn\'t it?', 'A plain - and "simple" - text, isn\'t it?'],
    ['5€, 20 °C, 3 × 4, naïve, x = y', '5€, 20 °C, 3 × 4, naïve, x = y'],
  ])('of %s are those of a keyboard', (text, plain) => { expect(plainMarks(text)).toBe(plain); });

  it('are the same when they are made plain once more (property)', () => {
    fc.assert(fc.property(marked, (text) => { expect(plainMarks(plainMarks(text))).toBe(plainMarks(text)); }));
  });
});

describe('the marks of a rewrite', () => {
  it.each([
    ['I don’t know.', "I can't say; it's Anna's and the cats' fault.", 'I can’t say; it’s Anna’s and the cats’ fault.'],
    ['He is asleep…', "He's sleepy...", 'He’s sleepy…'],
    ['She left — at last.', "She's gone - at last.", 'She’s gone — at last.'],
    ['"Stop," he said — twice.', '"Don\'t," he said - twice.', '"Don\'t," he said — twice.'],
    ["I don't know.", 'I can’t say “yes” — ever…', 'I can\'t say "yes" - ever...'],
    ['“Come in,” he said — twice…', '"Enter," he said - and "hello", too...', '“Enter,” he said — and “hello”, too…'],
    ['‘Stop!’ he said in the ’90s.', "'Halt!' he cried in the '90s, 'tis said.", '‘Halt!’ he cried in the ’90s, ’tis said.'],
    ['Mix 2½ cups at −5 °C, pages 10–20.', 'At -5 °C mix 2 1/2 cups (pages 10-20).', 'At −5 °C mix 2½ cups (pages 10–20).'],
    ['Wait!!! No—never', 'Hold on! No - not ever', 'Hold on!!! No—not ever'],
    ['— Where are you?', '- Where were you?', '— Where were you?'],
    ['« Bonjour », dit-il', 'he said "Hello" and "Ciao"', 'he said « Hello » and « Ciao »'],
  ])('of %s are its own', (sentence, rewrite, expected) => { expect(restored(sentence, rewrite)).toBe(expected); });

  it('are those of the whole text where the sentence has none', () => {
    const style = new PunctuationStyle('He’s here. We do not know why.');
    expect(style.restored('We do not know why.', "We don't know why.")).toBe('We don’t know why.');
  });

  it('are those of the sentence when nothing else changed, and plain again the same rewrite (property)', () => {
    fc.assert(fc.property(marked, marked, (sentence, rewrite) => {
      expect(restored(sentence, plainMarks(sentence))).toBe(sentence);
      expect(plainMarks(restored(sentence, rewrite))).toBe(plainMarks(rewrite));
    }), { numRuns: 1000 });
  });

  it('lose and double no letter, wherever marks stand (property)', () => {
    fc.assert(fc.property(wild, wild, (sentence, rewrite) => {
      expect(letters(plainMarks(sentence))).toBe(letters(sentence));
      expect(letters(restored(sentence, rewrite))).toBe(letters(rewrite));
    }), { numRuns: 1000 });
  });
});
