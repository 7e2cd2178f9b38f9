import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMeaning } from '../../../src/cli/meaning.ts';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';
import { observe } from '../../../src/core/quality/assess.ts';
import { featureNames } from '../../../src/core/quality/meaning/features.ts';
import { type MeaningModel, readPenalties } from '../../../src/core/quality/meaning/meaning.ts';
import { fitNonNegative } from '../../../models/recipe/fit/non-negative.ts';
import { sharedCount } from '../../../src/core/text/shared-count.ts';

const words = wordKnowledge(await loadInflector(), await loadIdf());
/** A sentence, a rewrite that means the same, one that denies it. */
const triples: readonly (readonly [string, string, string])[] = [
  ['She can come to the party tomorrow.', 'Tomorrow she is able to come to the party.', "She can't come to the party tomorrow."],
  [
    'The committee approved the new budget on Monday.',
    'On Monday, the new budget was approved by the committee.',
    'The committee did not approve the new budget on Monday.',
  ],
  ['I have never seen such a beautiful house.', "I've never seen a house as beautiful as this.", 'I have seen such a beautiful house.'],
  ['He was happy with the result.', 'The result made him happy.', 'He was not happy with the result.'],
  ['The train leaves at noon.', 'The train departs at noon.', 'The train does not leave at noon.'],
  ['We need to talk about the contract.', 'We have to discuss the contract.', "We don't need to talk about the contract."],
  ['They will finish the work by Friday.', "They'll have completed the work by Friday.", 'They will not finish the work by Friday.'],
  ['The museum is open on Sundays.', 'On Sundays the museum is open.', 'The museum is not open on Sundays.'],
  [
    'My brother lives in a small town near the sea.',
    'My brother lives in a little town close to the sea.',
    'My brother does not live in a small town near the sea.',
  ],
  [
    'The doctor said that the medicine was safe.',
    'The medicine was safe, according to the doctor.',
    'The doctor said that the medicine was not safe.',
  ],
  ['You should tell her the truth.', 'You ought to tell her the truth.', 'You should not tell her the truth.'],
  ['Prices rose sharply last year.', 'Last year prices increased sharply.', 'Prices did not rise sharply last year.'],
];

describe('the predicted human score', () => {
  let model: MeaningModel;
  beforeAll(async () => { model = await loadMeaning(); });
  const meaning = (a: string, b: string): number => model.similarity(a, b).meaning;

  it.each(triples)('of %j is 100 for itself, high for a paraphrase, and low for its denial', (text, paraphrase, denial) => {
    expect(meaning(text, text)).toBe(100);
    expect(meaning(text, paraphrase)).toBeGreaterThan(60);
    expect(meaning(text, paraphrase)).toBeLessThan(100);
    expect(meaning(text, denial)).toBeLessThan(45);
  });

  it('is low for a text about something else', () => {
    for (const [at, [text]] of triples.entries()) expect(meaning(text, triples[(at + 5) % triples.length]?.[1] ?? '')).toBeLessThan(40);
  });

  it('stays within 0 and 100, and nothing beats the text itself', () => {
    const word = fc.constantFrom('the', 'dog', 'cat', 'not', 'seven', 'runs', 'Paris', 'never', 'zzq', '12', 'quickly', '🎸');
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(fc.property(text, text, (a, b) => {
      const value = meaning(a, b);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(meaning(a, a));
    }));
  });

  it('is the same with what is observed handed over, and after other texts', () => {
    for (const [text, paraphrase, denial] of triples) {
      const before = model.similarity(text, denial);
      meaning(paraphrase, text);
      expect(model.similarity(text, denial, observe(text, denial, words))).toEqual(before);
    }
  });
});

describe('the file of penalties', () => {
  const all = Object.fromEntries(featureNames.map((name) => [name, 1]));
  it('must be JSON with a penalty of at least 0 for every feature', () => {
    expect(readPenalties(JSON.stringify({ penalties: all }))).toEqual(all);
    const { negation: _, ...without } = all;
    for (const text of [
      '{',
      'null',
      '{}',
      JSON.stringify({ penalties: without }),
      JSON.stringify({ penalties: { ...all, name: -1 } }),
      JSON.stringify({ penalties: { ...all, name: '3' } }),
    ]) {
      expect(() => readPenalties(text)).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
    }
  });
});

describe('non-negative least squares', () => {
  const error = (rows: readonly { features: readonly number[]; target: number; weight: number }[], x: readonly number[]): number =>
    rows.reduce(
      (sum, { features, target, weight }) =>
        sum + weight * (target - features.reduce((left, value, at) => left + value * (x[at] ?? 0), 0)) ** 2,
      0,
    );

  it('finds the penalties that made the targets', () => {
    const grid = [
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [1, 0, 1],
      [0, 1, 2],
    ].map((features) => ({ features, target: 3 * (features[0] ?? 0) + 5 * (features[2] ?? 0), weight: 1 }));
    expect(fitNonNegative(grid, 0)).toEqual([3, 0, 5].map((value) => expect.closeTo(value, 5)));
  });

  it('is not beaten by any other non-negative choice', () => {
    const value = fc.integer({ min: -3, max: 3 });
    const row = fc.record({
      features: fc.tuple(value, value, value),
      target: fc.integer({ min: -9, max: 9 }),
      weight: fc.integer({ min: 1, max: 4 }),
    });
    const choice = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 6, noNaN: true })));
    fc.assert(fc.property(fc.array(row, { minLength: 3, maxLength: 9 }), choice, (rows, other) => {
      const found = fitNonNegative(rows, 0);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
      expect(error(rows, found)).toBeLessThanOrEqual(error(rows, other) + 1e-3);
    }));
  });
});

it('shared items are counted as multisets', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 });
  fc.assert(fc.property(letters, letters, (a, b) => {
    const count = (list: readonly string[], letter: string): number => list.filter((one) => one === letter).length;
    expect(sharedCount(a, b)).toBe(['a', 'b', 'c'].reduce((sum, letter) => sum + Math.min(count(a, letter), count(b, letter)), 0));
  }));
});
