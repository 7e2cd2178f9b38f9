import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignedPhrases } from '../../../../src/evaluation/alignment/phrases.ts';

const source = 'The committee decided to postpone the meeting until next week.';
const read = (rewrite: string, from = source): [string, string][] =>
  alignedPhrases(rewrite, from).map((pair) => [
    rewrite.slice(pair.rewrite.start, pair.rewrite.end),
    from.slice(pair.source.start, pair.source.end),
  ]);

test('what is the same stands for itself, what lies between for what lay between', () => {
  expect(read('The committee chose to put off the meeting until next week.')).toEqual([
    ['The committee', 'The committee'],
    ['chose', 'decided'],
    ['to', 'to'],
    ['put off', 'postpone'],
    ['the meeting until next week.', 'the meeting until next week.'],
  ]);
});

test('phrases that changed places find each other, and stop words do not lead astray', () => {
  expect(read('Next week the report will be read by the committee.', 'The committee will read the report next week.')).toEqual([
    ['Next week', 'next week'],
    ['the report', 'the report'],
    ['will be', 'will'],
    ['read', 'read'],
    ['the committee', 'The committee'],
    ['.', '.'],
  ]);
});

test('what has no partner has no pair', () => {
  expect(read('In the end, she agreed.', 'She agreed.')).toEqual([['she agreed.', 'She agreed.']]);
  expect(read('Nothing alike here', 'Wholly other words')).toEqual([['Nothing alike here', 'Wholly other words']]);
  expect(read('', source)).toEqual([]);
});

const sentence = fc
  .array(fc.constantFrom('the', 'Cat', 'sat', 'on', 'a', 'mat', ',', 'and', '42', 'naïve'), { maxLength: 10 })
  .map((words) => words.join(' '));

test('a token is in one pair at most, on either side, and a text beside itself is one pair', () => {
  fc.assert(fc.property(sentence, sentence, (rewrite, from) => {
    const pairs = alignedPhrases(rewrite, from);
    for (const side of ['rewrite', 'source'] as const) {
      const extents = pairs.map((pair) => pair[side]).toSorted((x, y) => x.start - y.start);
      for (const [place, extent] of extents.entries()) {
        expect(extent.start).toBeLessThan(extent.end);
        expect(extents[place + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(extent.end);
      }
    }
    if (from.trim() !== '') expect(read(from, from)).toEqual([[from, from]]);
  }));
});
