import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableSentences, minedSentence } from '../../../../src/lab/mining/comparable-sentences.ts';
import { documentVectors } from '../../../../src/lab/mining/document-vectors.ts';
import { distinctDocuments, mine, type Mined, type MiningOptions } from '../../../../src/lab/mining/mine.ts';
import { scoredFragments } from '../../../../src/lab/mining/scored-fragments.ts';
import { similarDocuments } from '../../../../src/lab/mining/similar-documents.ts';
import { plainComparability, plainCosines } from '../../../oracle/mining.ts';

const words = (text: string): string[] => text.split(' ').filter(Boolean);
/** Few words, some of them frequent, so that texts have much in common. */
const texts = (maxLength: number): fc.Arbitrary<string[]> => fc.array(fc.constantFrom(...'aaabbcdefghij'), { maxLength });

describe('similar documents', () => {
  it('have the weights of scikit-learn', () => {
    const [vector] = documentVectors([['a', 'b'], ['a', 'c']]);
    expect([...(vector?.terms ?? [])]).toEqual([0, 1]);
    expect(vector?.weights[0]).toBeCloseTo(0.5797386715, 9);
    expect(vector?.weights[1]).toBeCloseTo(0.8148024746, 9);
  });

  it('are those that comparing all pairs finds', () => {
    fc.assert(fc.property(fc.array(texts(12), { maxLength: 14 }), fc.double({ min: 0, max: 1, noNaN: true }), (documents, above) => {
      const plain = plainCosines(documents);
      // A score that rounding may put on either side of the limit proves nothing.
      fc.pre(plain.every(({ score }) => Math.abs(score - above) > 1e-9 || score === 0));
      const found = [...similarDocuments(documentVectors(documents), above)].flat();
      const expected = plain.filter(({ score }) => score > above);
      expect(found.map(({ a, b }) => [a, b])).toEqual(expected.map(({ a, b }) => [a, b]));
      found.forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at]?.score ?? NaN, 9));
    }), { numRuns: 500 });
  });

  it('are not looked for among documents without words', () => {
    expect([...similarDocuments(documentVectors([[], [], ['a'], ['a']]), 0)].flat()).toEqual([{ a: 2, b: 3, score: 1 }]);
    expect([...similarDocuments(documentVectors([]), 0)]).toEqual([]);
  });
});

describe('comparable sentences', () => {
  it('are those that comparing all pairs finds', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(fc.property(fc.array(texts(8), { maxLength: 5 }), fc.array(texts(8), { maxLength: 5 }), share, share, (a, b, x, y) => {
      const [min, max] = [Math.min(x, y), Math.max(x, y)];
      const mined = (sides: string[][]) => sides.map((side) => minedSentence(side.join(' '), side, 4));
      const expected = a.flatMap((left, i) => b.map((right, j) => ({ i, j, score: plainComparability(left, right, 4) })))
        .filter(({ score }) => score > 0 && score >= min && score <= max);
      expect(comparableSentences(mined(a), mined(b), { min, max })).toEqual(expected);
    }), { numRuns: 300 });
  });

  it('share n-grams of the shorter one', () => {
    const [a, b] = ['the old house', 'the old house on the hill'].map((text) => minedSentence(text, words(text), 4));
    if (!a || !b) throw new Error('no sentences');
    expect(comparableSentences([a], [b], { min: 0, max: 1 })).toEqual([{ i: 0, j: 0, score: 1 }]);
    const other = minedSentence('the new house', ['the', 'new', 'house'], 4);
    expect(comparableSentences([a], [other], { min: 0.2, max: 0.8 })).toEqual([{ i: 0, j: 0, score: 2 / 6 }]);
  });
});

describe('fragments', () => {
  const [a, b] = ['He asked the Bosnian Serbs to pull their heavy weapons back from Sarajevo.',
    'He said the Bosnian Serbs withdraw their heavy weapons from there.'];

  it('have the mean value of their words', () => {
    const options = { threshold: 0, minWords: 2 };
    const [fragment, ...others] = scoredFragments('he sold the old red house', 'she bought the old big house', options);
    // Values −1 −1 1 1 −1 1, smoothed −1/3 0 −1/5 1/5 1/2 1/3.
    expect(others).toEqual([]);
    expect(fragment).toMatchObject({ a: 'old red house', b: 'old big house' });
    expect(fragment?.score).toBeCloseTo((1 / 5 + 1 / 2 + 1 / 3) / 3, 12);
  });

  it('are fewer with a higher threshold and more words', () => {
    const all = scoredFragments(a ?? '', b ?? '', { threshold: 0, minWords: 2 });
    expect(all.length).toBeGreaterThan(0);
    for (const { score } of all) expect(score).toBeGreaterThan(0);
    for (const { score } of scoredFragments(a ?? '', b ?? '', { threshold: 0.5, minWords: 2 })) expect(score).toBeGreaterThan(0.5);
    expect(scoredFragments(a ?? '', b ?? '', { threshold: 0, minWords: 20 })).toEqual([]);
  });
});

describe('mine', () => {
  const options: MiningOptions = {
    documents: { min: 0.3, max: 1 }, sentences: { min: 0.2, max: 0.8 }, ngrams: 4, length: { min: 1, max: 100 },
    fragments: { threshold: 0, minWords: 2 },
  };
  const document = (name: string, ...sentences: string[]) => ({ name, text: sentences.join('\n') });
  const one = document('1', 'The minister met farmers in the village hall on Monday.', 'It rained.');
  const two = document('2', 'On Monday the minister saw farmers in the village hall.', 'It rained.');
  const three = document('3', 'On Monday the minister saw farmers in the village hall.', 'It rained a lot.');
  const stagesOf = (found: Iterable<Mined>): string[] => Array.from(found, ({ stage }) => stage);

  it('gives fragments behind their sentences behind their documents', () => {
    const found = [...mine([one, two], options)];
    expect(stagesOf(found).slice(0, 3)).toEqual(['documents', 'sentences', 'fragments']);
    const [a, b] = [one, two].map(({ text }) => text.split('\n')[0]);
    expect(found.slice(0, 3)).toMatchObject([
      { pair: { a: '1', b: '2' } }, { pair: { documents: ['1', '2'], a, b } }, { pair: { sentences: 1 } },
    ]);
  });

  it('takes the same two sentences once', () => {
    const pairs = [...mine([one, two, three], options)].filter(({ stage }) => stage === 'sentences');
    expect(pairs.filter((found) => JSON.stringify(found).includes('minister met'))).toHaveLength(1);
  });

  it('keeps to the limits of documents, sentences and lengths', () => {
    expect([...mine([one, two], { ...options, documents: { min: 0.3, max: 0.4 } })]).toEqual([]);
    expect([...mine([one, two], { ...options, mayPair: () => false })]).toEqual([]);
    expect(stagesOf(mine([one, two], { ...options, length: { min: 11, max: 100 } }))).toEqual(['documents']);
    expect(stagesOf(mine([one, two], { ...options, sentences: { min: 0.79, max: 0.8 } }))).toEqual(['documents']);
    const late = [document('1', 'It rained.', one.text), document('2', 'It rained.', two.text)];
    expect(stagesOf(mine(late, { ...options, first: 1 }))).toEqual(['documents']);
    expect(stagesOf(mine(late, { ...options, first: 2 }))).toContain('sentences');
  });

  it('says how far it is', () => {
    const many = Array.from({ length: 250 }, (_, at) => ({ name: `${at}`, text: `word${at}` }));
    expect([...mine(many, options)]).toEqual([{ stage: 'compared', documents: 100 }, { stage: 'compared', documents: 200 }]);
  });

  it('leaves out documents with the words of an earlier one', () => {
    expect(distinctDocuments([one, { name: '1b', text: one.text.toUpperCase() }, two]).map(({ name }) => name)).toEqual(['1', '2']);
  });
});
