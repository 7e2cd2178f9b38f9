import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignedPhrases, LEAST_CONFIDENCE } from '../../../../src/core/alignment/phrases.ts';

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
  expect(read('She agreed.', 'In the end, she agreed.')).toEqual([['She agreed.', 'she agreed.']]);
  expect(read('', source)).toEqual([]);
});

test('what only lies at the same place lights up beside enough that is shared, and not without', () => {
  expect(read('Nothing alike here', 'Wholly other words')).toEqual([]);
  expect(read('She bought a car.', 'She took the train home yesterday.')).toEqual([['She', 'She'], ['.', '.']]);
  expect(read('The committee will not meet before June arrives.', 'The committee decided to postpone it.')).toEqual([
    ['The committee', 'The committee'],
    ['.', '.'],
  ]);
  expect(read('We met on a Monday in May.', 'We saw each other on a Monday in May.')).toContainEqual(['met', 'saw each other']);
  for (const { confidence } of alignedPhrases('The committee chose to put off the meeting.', source))
    expect(confidence).toBeGreaterThanOrEqual(LEAST_CONFIDENCE);
});

test('shared words are certain, a gap the more so the more is shared beside it', () => {
  const confidence = (rewrite: string, from: string): number | undefined =>
    alignedPhrases(rewrite, from).find((pair) => rewrite.slice(pair.rewrite.start, pair.rewrite.end) === 'chose')?.confidence;
  expect(confidence('They chose it.', 'They decided it.')).toBeCloseTo(2 / 3, 9);
  expect(confidence('They all chose it now.', 'They all decided it now.')).toBeCloseTo(4 / 5, 9);
  expect(confidence('They all chose it now.', 'They all made up it now.')).toBeCloseTo((2 / 3) * (4 / 6), 9);
  expect(alignedPhrases('They all', 'they all')).toMatchObject([{ confidence: 1 }]);
});

const sentence = fc
  .array(fc.constantFrom('the', 'Cat', 'sat', 'on', 'a', 'mat', ',', 'and', '42', 'naïve'), { maxLength: 10 })
  .map((words) => words.join(' '));

test('a token is in one pair at most, on either side', () => {
  fc.assert(fc.property(sentence, sentence, (rewrite, from) => {
    const pairs = alignedPhrases(rewrite, from);
    for (const side of ['rewrite', 'source'] as const) {
      const extents = pairs.map((pair) => pair[side]).toSorted((x, y) => x.start - y.start);
      for (const [place, extent] of extents.entries()) {
        expect(extent.start).toBeLessThan(extent.end);
        expect(extents[place + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(extent.end);
      }
    }
  }));
});

test('a text in another casing is one pair with it', () => {
  fc.assert(fc.property(sentence.filter((text) => text !== ''), (text) => {
    expect(read(text.toUpperCase(), text)).toEqual([[text.toUpperCase(), text]]);
  }));
});
