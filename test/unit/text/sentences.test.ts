import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/text/sentences.ts';

const split = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);

/** Texts of all kinds: in each line a kind, and a text with ‖ where a sentence ends and ↵ for a line break. */
const golden = readFileSync(new URL('../../golden/borders.tsv', import.meta.url), 'utf8').split('\n').filter(Boolean)
  .map((line) => (line.split('\t')[1] ?? '').replaceAll('↵', '\n'));

describe('splitSentences', () => {
  it('is right on 97 % of 300 and more texts with abbreviations, speech, lists, omissions and addresses', () => {
    const wrong = golden.filter((text) => {
      const found = split(text.replaceAll(' ‖ ', ' ').replaceAll('‖', ''));
      return found.join('‖') !== text.split('‖').map((sentence) => sentence.trim()).join('‖');
    });
    expect(golden.length).toBeGreaterThanOrEqual(300);
    expect(wrong.length / golden.length, wrong.join('\n')).toBeLessThanOrEqual(0.03);
  });

  // Each expected list joined by a space is the text, so only the borders are tested.
  it.each([
    ['titles', ['Dr. Smith met Mr. and Mrs. Jones.', 'They left.']],
    ['initials', ['J. R. R. Tolkien wrote it.', 'George W. Bush did not.']],
    ['the pronoun I', ['So did I.', 'Then we went.']],
    ['a letter that ends a sentence', ['He took plan B.', 'It worked.']],
    ['acronyms before a name and at the end', ['The U.S. Senate voted.', 'She lives in the U.K.', 'The end.']],
    ['times of day', ['They met at 5 p.m. on Monday.', 'At 6 p.m.', 'He left.']],
    ['e.g. and i.e.', ['Use fruit, e.g. Apples.', 'It is one, i.e. the first.']],
    ['numbering', ['See No. 5 and Fig. 2 on pp. 3-4.', 'I said no.', 'Then I left.']],
    ['places', ['She moved to St. Louis.', 'It rained.']],
    ['companies', ['He works at Acme Inc.', 'The firm grew.']],
    ['decimals and versions', ['It costs 3.50 dollars.', 'Version 2.1.3 is out.']],
    ['quotes', ['"Really?" he asked.', '"Go home!" she said.', 'He left.']],
    ['typographic quotes', ['“Stop.”', 'He did.']],
    ['brackets', ['He left.', '(See below.)', 'It was late.']],
    ['ellipses', ['Wait... what?', 'No...', 'He left.']],
    ['typographic ellipses', ['Well… perhaps.', 'Oh…', 'He left.']],
    ['marks in a row', ['What?!', 'Yes!!', 'Fine.']],
    ['names with marks', ['Yahoo! is old.', 'So is Jeopardy!']],
    ['emoji', ['Great! 😀', 'Next one.']],
    ['lists', ['1. First item.', '2. Second item.']],
    ['right to left', ['שלום עולם.', 'מה שלומך?']],
    ['ideographs', ['我来了。', '你呢？']],
  ])('%s', (_, sentences) => {
    const joined = sentences.join(' ');
    expect(split(joined)).toEqual(joined.includes('😀') ? ['Great!', '😀 Next one.'] : sentences);
  });

  it.each([
    ['a letter', ['Hi Marta,', 'thanks for it.', 'Kind regards', 'jonas']],
    ['a list', ['We need these:', '- milk', '- brown bread']],
    ['numbers and an address', ['020 7946 0958', 'www.otter.example']],
  ])('lines of %s stand for themselves, in small letters too', (_, lines) => {
    expect(split(lines.join('\n'))).toEqual(lines);
  });

  it('keeps wrapped lines together and parts paragraphs', () => {
    expect(split('A wrapped\nline here. Next\n\nparagraph')).toEqual(['A wrapped\nline here.', 'Next', 'paragraph']);
  });

  it('gives nothing for blank text and one sentence for text without an end', () => {
    expect(split(' \n ')).toEqual([]);
    expect(split('no end')).toEqual(['no end']);
  });

  it('keeps every character in order, with only white space between sentences (property)', () => {
    const word = fc.constantFrom(
      'Dr.',
      'He',
      'left.',
      'e.g.',
      '3.5',
      '"Yes!"',
      '…',
      '?',
      '😀',
      'שלום',
      '\n',
      '\n\n',
      'J.',
      'U.S.',
      '(so',
      'far.)',
      '\u2028',
      '\ud83d',
      'a.m.',
      "it's",
      '-',
      '{{a. B}}',
      '<b>',
      '`x. Y`',
      '1)',
      '2)',
      '. . .',
      '?!',
      '”',
      'end.Next',
    );
    fc.assert(fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 15 }), fc.constantFrom(' ', '', '  '), (words, gap) => {
      const text = words.join(gap);
      let at = 0;
      for (const { text: sentence, start, end } of splitSentences(text)) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(text.slice(start, end)).toBe(sentence);
        expect(sentence).toBe(sentence.trim());
        expect(sentence).not.toBe('');
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
    }));
  });
});
