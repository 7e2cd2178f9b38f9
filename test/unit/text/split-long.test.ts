import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLong } from '../../../src/core/text/split-long.ts';
import { splitSentences } from '../../../src/core/text/sentences.ts';
import { foldWord, wordTokens } from '../../../src/core/text/words.ts';

const words = (text: string): string[] => wordTokens(text).map((span) => foldWord(span.text));

/** Gives the beginning and end of each part, in a few words: the rest is as it was. */
const ends = (parts: readonly string[]): string[] => parts.map((part) => part.replace(/^(\S+ \S+) .* (\S+ \S+)$/u, '$1 … $2'));

describe('splitLong', () => {
  it.each([
    [
      'a semicolon',
      'The result of the vote was announced late on Monday; the members of the committee, who had waited for it, left without a word.',
      ['The result … on Monday.', 'The members … a word.'],
    ],
    [
      'a colon before a clause',
      'The outcome was clear to everybody in the stadium: the team had lost the third game in a row.',
      ['The outcome … the stadium.', 'The team … a row.'],
    ],
    [
      'a dash before a clause, but not an aside between two',
      'The old man — he was almost ninety — walked to the village every day — he liked the company of his friends.',
      ['The old … every day.', 'He liked … his friends.'],
    ],
    [
      'a conjunction begins the second part',
      'The train was more than two hours late, and he left the station without waiting for his brother.',
      ['The train … hours late.', 'And he … his brother.'],
    ],
    [
      'another conjunction, in the middle of several',
      'The staff of the two schools had not been asked about it in the years before, nor had the members of the board been told, ' +
        'but the decision was published in the papers on the first of May, so the director of the schools had to resign.',
      ['The staff … been told.', 'But the … to resign.'],
    ],
    [
      'a remark begins with This',
      'The brothers sold a thousand machines in the first year, which meant that they could buy a second factory.',
      ['The brothers … first year.', 'This meant … second factory.'],
    ],
    [
      'a remark on several things begins with These',
      'The hall was full of heavy boxes from the old warehouse, which were there for everybody who wanted them.',
      ['The hall … old warehouse.', 'These were … wanted them.'],
    ],
    [
      'a comma alone between two clauses',
      'The patient has been treated with antibiotics for ten days, the symptoms have not improved at all.',
      ['The patient … ten days.', 'The symptoms … at all.'],
    ],
    [
      'without any punctuation at a conjunction before a clause',
      'we walked to the river and the dog ran ahead of us because it was hot so we went back to the house',
      ['We walked … was hot.', 'So we … the house.'],
    ],
    [
      'what stands in quotation marks stays together',
      'He said, “We have to leave now, and we will not come back,” and then he closed the door of the house.',
      ['He said, … come back.”', 'And then … the house.'],
    ],
    [
      'quotation marks around all of it do not count',
      '“The harvest was poor; the farmers had no money, and the banks refused to lend them any.”',
      ['“The harvest was poor.', 'The farmers … them any.”'],
    ],
    [
      'what stands in brackets stays together',
      'The team had lost the game (it was the third time; nobody was surprised, and nobody was sad), so the coach resigned.',
      ['The team … was sad).', 'So the coach resigned.'],
    ],
    [
      'numbers and times stay whole',
      'The two brothers sold 1,000 machines at 10:30 on a Monday, and they made a profit of 20,000 dollars.',
      ['The two … a Monday.', 'And they … 20,000 dollars.'],
    ],
    [
      'after an abbreviation that has its full stop comes no second one',
      'The text describes all parts of the machine, screws, nails, etc.; the rest is in the annex of Mr. Jones, Dr. Smith et al.',
      ['The text … nails, etc.', 'The rest … et al.'],
    ],
    [
      'each part of a question is one',
      'Did he leave the house before noon, and did she stay in the garden until the guests had gone?',
      ['Did he … before noon?', 'And did … had gone?'],
    ],
    [
      'an exclamation keeps its mark at its end',
      'The river is rising fast, and nobody has told the people in the valley yet!',
      ['The river … rising fast.', 'And nobody … valley yet!'],
    ],
  ])('%s', (_, sentence, expected) => {
    expect(ends(splitLong(sentence))).toEqual(expected);
  });

  it.each([
    ['a list', 'He bought bread, milk, butter, a house painted red by its owner, and a car with four wheels and two doors.'],
    ['no verb', 'apples pears plums cherries and bananas with sugar and cream and a bit of cinnamon on top of everything else'],
    ['a second predicate', 'He came in, and decided to leave again because the room was full of people from the village.'],
    ['what depends on the rest', 'When the rain stopped, the children ran out into the garden, although their shoes were still wet.'],
    ['a remark in the middle', 'The house of the two brothers, which was built in 1900, was sold to a company from Leeds.'],
    ['what is quoted before who says it', '“The harvest was poor; the farmers had no money,” he explained to the man from the bank.'],
    ['an abbreviation that leads on', 'He left, e.g.; it was the dog.'],
    ['a name after an acronym', 'They met in the U.S.; Congress.'],
    ['nothing', ''],
  ])('leaves whole: %s', (_, sentence) => {
    expect(splitLong(sentence)).toEqual([]);
  });

  it('makes parts of about the same length, each within the limit, of as many clauses as there are', () => {
    const sentence = Array.from({ length: 300 }, (_, index) => `the dog saw cat number ${index}`).join(', and ');
    const lengths = splitLong(sentence).map((part) => words(part).length);
    expect(Math.min(...lengths)).toBeGreaterThan(15);
    expect(Math.max(...lengths)).toBeLessThan(35);
  });

  it('cuts nothing where a part would be too long all the same', () => {
    expect(splitLong(`He left early, and ${'very '.repeat(200)}late he came back.`)).toEqual([]);
  });

  it('keeps every word in its order, gives sentences that are read as such, and the same ones every time (property)', () => {
    const piece = fc.constantFrom(
      'the dog', 'saw', 'was', ', and', ', but he', '; it', ': they', ' — ', '(', ')', '“', '”', '"', '1,000', 'U.S.', 'e.g.', 'etc.',
      'left', ',',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 5, maxLength: 60 }), (parts) => {
        for (const { text } of splitSentences(parts.join(' '))) {
          const split = splitLong(text);
          expect(splitLong(text)).toEqual(split);
          if (split.length === 0) continue;
          expect(split.flatMap(words)).toEqual(words(text));
          expect(splitSentences(split.join(' ')).map((sentence) => sentence.text)).toEqual(split);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds no place to split in what is piled up', () => {
    const piles = ['word '.repeat(20_000), ', '.repeat(20_000), 'and '.repeat(20_000), `${'('.repeat(20_000)}a; b${')'.repeat(20_000)}`];
    for (const pile of piles) expect(splitLong(pile)).toEqual([]);
  });
});
