import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, unbroken } from '../../../src/app/state/rewrites/changes.ts';
import { wordTokens } from '../../../src/core/text/words.ts';

const end = 'arrived at the station just before noon.';
const source = `The late train ${end}`;
/** The rewrite as a card shows it: words put in between +, words left out between −. */
function marked(rewrite: string, from = source): string {
  return compare(from, rewrite).inline.map(({ text, word, changed, gone }) =>
    gone ? text.replace(/\S.*\S|\S/u, '−$&−') : word && changed ? `+${text}+` : text).join('');
}
const counts = (rewrite: string, from = source): [number, number] => {
  const { changedWords, words } = compare(from, rewrite);
  return [changedWords, words];
};

describe('what a card says that changed', () => {
  test.each([
    ['a word left out', `The train ${end}`, `The −late− train ${end}`, [1, 10]],
    ['at the end', 'The late train arrived at the station.', 'The late train arrived at the station −just before noon−.', [3, 10]],
    ['at the beginning', `Late train ${end}`, `−The− Late train ${end}`, [1, 10]],
    ['put in', `The late train today ${end}`, `The late train +today+ ${end}`, [1, 11]],
    [
      'one for another', 'The delayed train got to the station just before noon.',
      'The −late− +delayed+ train −arrived at− +got+ +to+ the station just before noon.', [3, 10],
    ],
    [
      'moved: nothing is struck out', 'Just before noon the late train arrived at the station.',
      '+Just+ +before+ +noon+ the late train arrived at the station.', [3, 10],
    ],
    ['nothing but case and marks', source.toLowerCase().replace('.', '!'), source.toLowerCase().replace('.', '!'), [0, 10]],
  ])('%s', (_, rewrite, shown, [changed, words]) => {
    expect(marked(rewrite)).toBe(shown);
    expect(counts(rewrite)).toEqual([changed, words]);
  });

  const sentence = fc.array(fc.constantFrom('the', 'Cat', "don't", 'sat', 'on', 'mat', '42', 'naïve'), { minLength: 1, maxLength: 10 })
    .map((words) => words.join(' '));

  test('is the rewrite without the words that are left out, and leaves out those that the rewrite has fewer of', () => {
    fc.assert(fc.property(sentence, sentence, (from, rewrite) => {
      const { inline, changedWords, words } = compare(from, rewrite);
      expect(inline.filter(({ gone }) => !gone).map(({ text }) => text).join('')).toBe(rewrite);
      const bag = (text: string): string[] => wordTokens(text.toLowerCase()).map((token) => token.text);
      const left = bag(from);
      for (const word of bag(rewrite)) if (left.includes(word)) left.splice(left.indexOf(word), 1);
      expect(bag(inline.filter(({ gone }) => gone).map(({ text }) => text).join(' ')).sort()).toEqual(left.sort());
      expect(changedWords === 0).toBe(bag(from).join(' ') === bag(rewrite).join(' '));
      expect(changedWords).toBeLessThanOrEqual(words);
    }));
  });
});

test.each([
  ['a mark behind a word', 'He left.', 'He| |left.'],
  ['marks and white space between words', 'He said, “Go!” (twice)', 'He| |said,| |“Go!”| |(twice)'],
  ['marks alone between words', 'either/or, or… not', 'either/|or,| |or…| |not'],
  ['a mark with white space on both sides', 'one – two', 'one| |–| |two'],
])('a line breaks where the text does: %s', (_, rewrite, groups) => {
  expect(unbroken(compare(rewrite, rewrite).inline).map((group) => group.map(({ text }) => text).join('')).join('|')).toBe(groups);
});

test('words left out stay on no line with others, so that a line may break within them', () => {
  const { inline } = compare('We met there at noon.', 'We met there.');
  const groups = unbroken(inline).map((group) => group.map(({ text, gone }) => (gone ? `−${text}−` : text)).join(''));
  expect(groups.find((group) => group.includes('−'))).toBe('− at noon−');
});
