import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusBleu, textBleu } from '../../../../src/core/metrics/bleu.ts';
import { selfBleu } from '../../../../src/core/metrics/self-bleu.ts';
import { plainBleu } from '../../../oracle/bleu.ts';

const tokens = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12, size: 'max' });
const pairs = fc.array(fc.record({ references: fc.array(tokens, { minLength: 1, maxLength: 3 }), candidate: tokens }), {
  minLength: 1,
  maxLength: 4,
});

describe('corpusBleu', () => {
  it('equals BLEU written out, with and without brevity penalty and smoothing', () => {
    let positive = 0;
    fc.assert(fc.property(pairs, fc.boolean(), fc.boolean(), (some, brevityPenalty, exp) => {
      const expected = plainBleu(some, brevityPenalty, exp);
      if (expected > 0) positive++;
      expect(corpusBleu(some, { brevityPenalty, smoothing: exp ? 'exp' : 'none' })).toBeCloseTo(expected, 9);
    }), { numRuns: 1000 });
    expect(positive).toBeGreaterThan(200);
  });

  it('counts the closest reference length, the shorter of two equally close ones', () => {
    const candidate = 'a b c d e'.split(' ');
    const references = ['a b c d e x'.split(' '), 'a b c d'.split(' ')];
    expect(corpusBleu([{ candidate, references }], { brevityPenalty: true })).toBeCloseTo(100, 9);
    expect(corpusBleu([{ candidate, references: [references[0] ?? []] }], { brevityPenalty: true })).toBeCloseTo(100 * Math.exp(-0.2), 9);
  });

  it('is undefined for no pairs and refuses a pair without reference', () => {
    expect(corpusBleu([])).toBeUndefined();
    expect(() => corpusBleu([{ candidate: ['a'], references: [] }])).toThrow(/at least one reference/);
  });
});

describe('textBleu', () => {
  it('gives a copy that only drops words 100 without brevity penalty', () => {
    expect(textBleu([['One two three four five six.', 'one, two three four']], 'paragraph')).toBeCloseTo(100, 9);
  });

  it('lets n-grams cross sentence borders in a paragraph and not in a corpus', () => {
    const some = [['a b', 'a b'], ['c d', 'c d']] as const;
    expect(textBleu(some, 'paragraph')).toBeCloseTo(100, 9);
    expect(textBleu(some, 'corpus')).toBe(0);
  });

  it('clips by paragraph: a word may match in another sentence, as often as all references have it', () => {
    // `cat` stands in the other sentence's reference; the third `the` has no third one to match.
    const some = [['the dog ran', 'cat the the'], ['a cat saw the dog', 'the dog ran the']] as const;
    const unigrams = { orders: 1 };
    // By sentence: the of the first, the and dog of the second, of seven words.
    expect(textBleu(some, 'corpus', unigrams)).toBeCloseTo((100 * 3) / 7, 9);
    // By paragraph: two of four the, cat, dog and ran.
    expect(textBleu(some, 'paragraph', unigrams)).toBeCloseTo((100 * 5) / 7, 9);
  });

  it('takes several references, in a paragraph one for each place', () => {
    expect(textBleu([[['a b c', 'x'], 'a b c'], [['d e', 'y'], 'd e']], 'paragraph')).toBeCloseTo(100, 9);
    expect(() => textBleu([[['a', 'b'], 'a'], ['c', 'c']], 'paragraph')).toThrow(/same number/);
  });
});

describe('selfBleu', () => {
  it('is 100 for copies, 0 for texts without a common 4-gram, undefined for one text', () => {
    expect(selfBleu(['a b c d', 'A b, c d!'])).toBeCloseTo(100, 9);
    expect(selfBleu(['a b c d', 'e f g h'])).toBe(0);
    expect(selfBleu(['a b c d'])).toBeUndefined();
  });

  it('is the mean of each text against the others', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom('a', 'b'), { maxLength: 9, size: 'max' }), { minLength: 2, maxLength: 4 }), (texts) => {
        const mean =
          texts
            .map((candidate, own) => plainBleu([{ candidate, references: texts.filter((_, other) => other !== own) }], false, false))
            .reduce((x, y) => x + y, 0) / texts.length;
        expect(selfBleu(texts.map((words) => words.join(' ')))).toBeCloseTo(mean, 9);
      }),
    );
  });
});
