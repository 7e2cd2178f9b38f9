import { describe, expect, it } from 'vitest';
import { bootstrap } from '../../../../src/lab/blind/bootstrap.ts';
import { blindMarkdown } from '../../../../src/lab/blind/markdown.ts';
import { type ReadingFigure, blindResults } from '../../../../src/lab/blind/results.ts';
import type { Rating, Ratings } from '../../../../src/lab/blind/ratings.ts';
import { blindKey, type SystemSet } from '../../../../src/lab/blind/sheet.ts';

const source = 'one two three four five six seven';
const other = 'eight nine ten eleven twelve';
const good = { fluency: 5, adequacy: 4 };
const bad = { fluency: 2, adequacy: 5 };
const sets: SystemSet[] = [
  {
    system: 'new',
    source,
    rewrites: [
      { text: 'a b c d', right: 0.6 },
      { text: 'a b c e', right: 0.9 },
      { text: 'f g h i', right: 0.5 },
      { text: 'j k l m', right: 0.4 },
    ],
  },
  { system: 'new', source: other, rewrites: [] },
  { system: 'old', source, rewrites: [{ text: 'a b c d' }, { text: source }] },
  { system: 'old', source: other, rewrites: [{ text: 'unrated' }] },
];
const key = blindKey(sets, 5);

const rater = (marks: Readonly<Record<string, Rating>>): Ratings => new Map(key.items.flatMap(({ id, text, control }) => {
  const mark = marks[text];
  return control || !mark ? [] : [[id, mark] as const];
}));
const marks = { 'a b c d': good, 'a b c e': good, 'f g h i': good, 'j k l m': bad, [source]: { fluency: 5, adequacy: 5 } };
// The second rater calls one wrong that the mean still has right.
const raters = [rater({ ...marks, 'f g h i': { fluency: 5, adequacy: 5 } }), rater({ ...marks, 'f g h i': { fluency: 3, adequacy: 4 } })];
const results = blindResults(key, raters, 0);
const valueOf = (figures: readonly ReadingFigure[] | undefined, name: string): number | null | undefined =>
  figures?.find((figure) => figure.name === name)?.value;

describe('results of a blind reading', () => {
  it('are known for each system', () => {
    const [one, two] = results.systems;
    // `eight …` was not rated for the old system, and has nothing to rate for the new one.
    expect([one?.sources, two?.sources]).toEqual([2, 1]);
    const names = ['shown', 'right, all shown, %', 'right, rank 1, %', 'right, the likeliest, %', 'right to each rater, all shown, %',
      'DG5 at 0.15', 'DG5 at 0.25', 'DG5 at 0.35'];
    // The two that share three of five words are distinct at 0.35.
    expect(names.map((name) => valueOf(one?.figures, name))).toEqual([2, 75, 100, 100, 50, 1.5, 1.5, 1.5]);
    expect(names.map((name) => valueOf(two?.figures, name))).toEqual([2, 100, 100, null, 100, 1, 1, 1]);
    expect(valueOf(one?.figures, '1-BLEU')).toBe(100);
    // A copy has 7, 6, 5 and 4 n-grams in common, four foreign words 4, 3, 2 and 1 not.
    expect(valueOf(two?.figures, '1-BLEU')).toBeCloseTo(100 - 100 * ((7 / 11) * (6 / 9) * (5 / 7) * (4 / 5)) ** (1 / 4), 9);
  });

  it('are compared by source', () => {
    const [difference] = results.differences;
    expect([difference?.systems, difference?.sources]).toEqual([['new', 'old'], 1]);
    expect(valueOf(difference?.figures, 'shown')).toBe(-2);
    expect(valueOf(difference?.figures, 'right, all shown, %')).toBe(25);
    expect(difference?.figures.find(({ name }) => name === 'DG5 at 0.25')).toEqual({
      name: 'DG5 at 0.25',
      value: -2,
      interval: { low: -2, high: -2 },
    });
  });

  it('are the same for the same seed, as a table too', () => {
    expect(blindResults(key, raters, 0)).toEqual(results);
    const markdown = blindMarkdown({ raters: [], agreements: [] }, results);
    expect(markdown).toContain('| DG5 at 0.25 | 1.50 (0.00 to 3.00) | 1.00 (1.00 to 1.00) |');
    expect(markdown).toContain('|  | old − new |');
  });
});

describe('the bootstrap', () => {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('gives the interval that theory gives', () => {
    const values = Array.from({ length: 400 }, (_, at) => at % 2);
    const { low, high } = bootstrap(values, mean, 7) ?? { low: NaN, high: NaN };
    // 1.645 standard errors of 0.025.
    expect(low).toBeCloseTo(0.459, 2);
    expect(high).toBeCloseTo(0.541, 2);
  });

  it('draws by its seed, and has nothing to say of nothing', () => {
    const values = [1, 5, 2, 8, 3, 9];
    expect(bootstrap(values, mean, 7)).toEqual(bootstrap(values, mean, 7));
    expect(bootstrap(values, mean, 8)).not.toEqual(bootstrap(values, mean, 7));
    expect(bootstrap([], mean, 7)).toBeUndefined();
    expect(bootstrap(values, () => undefined, 7)).toBeUndefined();
  });
});
