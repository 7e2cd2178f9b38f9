import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PairCounts, pmiMeasures } from '../../../../src/lab/corpora/pair-counts.ts';
import { corpusWords, readPair } from '../../../../src/lab/corpora/pairs.ts';
import { plainAssociations, type PlainPair } from '../../../oracle/pmi.ts';

const sentence = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'constructor'), { minLength: 1, maxLength: 6 });
const corpus = fc.array(fc.tuple(sentence, sentence), { maxLength: 12 });

function counted(pairs: readonly PlainPair[]): PairCounts {
  const counts = new PairCounts();
  for (const pair of pairs) counts.add(...pair);
  return counts;
}

describe('PairCounts', () => {
  it.each(pmiMeasures)('%s equals the definition on random corpora', (measure) => {
    let rows = 0;
    fc.assert(fc.property(corpus, fc.integer({ min: 1, max: 4 }), (pairs, minCount) => {
      const expected = new Map(
        plainAssociations(pairs, measure, minCount).map(({ a, b, count, score }) => [`${a} ${b}`, { count, score }]),
      );
      const found = counted(pairs).associations(measure, minCount);
      expect(new Set(found.map(({ a, b }) => `${a} ${b}`))).toEqual(new Set(expected.keys()));
      expect(found.length).toBe(expected.size);
      for (const { a, b, count, score } of found) {
        expect(count).toBe(expected.get(`${a} ${b}`)?.count);
        expect(score).toBeCloseTo(expected.get(`${a} ${b}`)?.score ?? NaN, 10);
      }
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((x, y) => y - x));
      rows += found.length;
    }), { numRuns: 500 });
    expect(rows).toBeGreaterThan(1000);
  });

  it('puts words that replace each other above words that go together', () => {
    const pairs: PlainPair[] = [
      [['doctor', 'hospital', 'busy'], ['physician', 'hospital', 'busy']],
      [['doctor', 'hospital', 'open'], ['physician', 'hospital', 'open']],
      [['nurse', 'ward'], ['nurse', 'ward']],
      [['car', 'road'], ['car', 'road']],
    ];
    const score = (measure: 'adjusted' | 'cross', a: string, b: string): number =>
      counted(pairs)
        .associations(measure, 1)
        .find((row) => row.a === a && row.b === b)?.score ?? NaN;
    expect(score('cross', 'nurse', 'ward')).toBeGreaterThanOrEqual(score('cross', 'doctor', 'physician'));
    expect(score('adjusted', 'doctor', 'physician')).toBeGreaterThan(score('adjusted', 'nurse', 'ward'));
    // 2 directions of 8, both words in a quarter of the sentences; they never meet in one.
    expect(score('adjusted', 'doctor', 'physician')).toBeCloseTo(Math.log((4 - 2) * 8 / (2 * 2)), 12);
  });

  it('gives nothing for no pairs', () => {
    expect(new PairCounts().associations('adjusted', 1)).toEqual([]);
  });
});

describe('readPair', () => {
  it('reads two columns and refuses any other line', () => {
    expect(readPair(' A  cat\tA dog ')).toEqual({ reference: 'A cat', translation: 'A dog', rest: [] });
    expect(readPair('a\tb\t0.5', 1).rest).toEqual(['0.5']);
    for (const line of ['a', 'a\tb\tc', '']) expect(() => readPair(line)).toThrow(expect.objectContaining({ code: 'bad-request' }));
    for (const line of ['\tb', 'a\t ', '\t']) expect(() => readPair(line)).toThrow(expect.objectContaining({ code: 'text-empty' }));
  });

  it('counts words in lower case without punctuation', () => {
    expect(corpusWords('The well-known plan’s “Don’t”, 3.')).toEqual(['the', 'well', 'known', 'plan', "'s", "don't", '3']);
  });
});
