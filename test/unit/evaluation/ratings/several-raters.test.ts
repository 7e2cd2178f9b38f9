import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alpha } from '../../../../src/lab/ratings/alpha.ts';
import { ratingTable } from '../../../../src/lab/ratings/file.ts';
import { type Judgement, readRatingRows } from '../../../../src/lab/ratings/judgements.ts';
import { mergedItems, systemFigures } from '../../../../src/lab/ratings/merged.ts';
import { raterReports } from '../../../../src/lab/ratings/raters.ts';

const judgement = (rater: string, text: string, rating: number | undefined, more: Partial<Judgement> = {}): Judgement =>
  ({ rater, source: 's', text, systems: ['A'], control: false, rating, flagged: undefined, ...more });
const raw = (...lines: string[]) => lines.map((text, number) => ({ number, text }));

/** Computes alpha over all pairs of values, as Krippendorff writes it down. */
function plainAlpha(units: readonly (readonly number[])[]): number | undefined {
  const paired = units.filter((values) => values.length > 1);
  const all = paired.flat();
  const pairs = (values: readonly number[]): number =>
    values.flatMap((x, i) => values.flatMap((y, j) => (i === j ? [] : [(x - y) ** 2]))).reduce((sum, one) => sum + one, 0);
  const observed = paired.map((values) => pairs(values) / (values.length - 1)).reduce((sum, one) => sum + one, 0) / all.length;
  const expected = pairs(all) / (all.length * (all.length - 1));
  return all.length === 0 || expected === 0 ? undefined : 1 - observed / expected;
}

describe("Krippendorff's alpha", () => {
  it('is that of all pairs of values', () => {
    fc.assert(fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }), { maxLength: 6 }), (units) => {
      const [fast, slow] = [alpha(units), plainAlpha(units)];
      if (slow === undefined) expect(fast).toBeUndefined();
      else expect(fast).toBeCloseTo(slow, 9);
    }), { numRuns: 300 });
  });

  it('is 1 where raters agree and 0.849 in the example of its author', () => {
    expect(alpha([[1, 1, 1], [2, 2], [5, 5]])).toBe(1);
    // Krippendorff 2011, section D, interval data of four observers.
    const units = [[1, 1, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
      [2, 2, 2, 2], [5, 5, 5], [1, 1], [3]];
    expect(alpha(units)).toBeCloseTo(0.849, 3);
  });
});

describe('tables of raters', () => {
  it('are read as the page saves them', () => {
    const origin = { system: 'A', rank: 1, distance: null, seed: 0, model: 'base' };
    const items = [
      { text: 'Good day.', origins: [origin], predicted: null, control: false },
      { text: 'Hi there.', origins: [origin, { ...origin, system: 'B' }], predicted: null, control: false },
      { text: 'Hello.', origins: [], predicted: null, control: true },
    ];
    const table = ratingTable([{ round: 0, sentence: 0, source: 'Hello.', items }], [[80, null, 100]]);
    const { judgements, errors } = readRatingRows(raw(...table.trimEnd().split('\n')), 'Ann');
    expect(errors).toEqual([]);
    expect(judgements).toEqual([
      { rater: 'Ann', source: 'Hello.', text: 'Good day.', systems: ['A-1'], control: false, rating: 80, flagged: undefined },
      { rater: 'Ann', source: 'Hello.', text: 'Hello.', systems: [], control: true, rating: 100, flagged: undefined },
    ]);
  });

  it('are read with the flags that the page saves', () => {
    const origin = { system: 'A', rank: null, distance: null, seed: 0, model: 'base' };
    const items = ['One.', 'Two.'].map((text) => ({ text, origins: [origin], predicted: null, control: false }));
    const table = ratingTable([{ round: 0, sentence: 0, source: 'S.', items }], [[80, null]], [[false, true]]);
    const { judgements } = readRatingRows(raw(...table.trimEnd().split('\n')), 'Ann');
    expect(judgements.map(({ text, rating, flagged }) => [text, rating, flagged])).toEqual([['One.', 80, false],
      ['Two.', undefined, true]]);
  });

  it('may have flags, and raters of their own', () => {
    const head = 'source\tcandidate\tsystems\tcontrol\trating\tflagged\trater';
    const { judgements } = readRatingRows(raw(head, 's\tt\tA\t0\t70\t1\tBen', 's\tu\tA\t0\t\t1\tBen', 's\tv\tA\t0\t60\t0\tCy'), 'Ann');
    expect(judgements.map(({ rater, rating, flagged }) => [rater, rating, flagged])).toEqual([
      ['Ben', 70, true], ['Ben', undefined, true], ['Cy', 60, false],
    ]);
  });

  it('may be that of ParaBank, whose system 0 is a control', () => {
    const head = 'ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker';
    const { judgements, errors } = readRatingRows(
      raw(head, '1\t5\t3 10\tA.\t0.1\t95\t2\t7', '1\t5\t0\tB.\t-2\t100\t2\t7',
        '1\t5\t4\tC\t0.1\t\t0\t8', '1\t5\t4\tD\t0.1\t101\t2\t8', 'short'),
      '',
    );
    expect(judgements.map(({ rater, systems, control, rating, flagged }) => [rater, systems, control, rating, flagged])).toEqual([
      ['7', ['3', '10'], false, 95, false], ['7', [], true, 100, false], ['8', ['4'], false, undefined, true],
    ]);
    expect(errors.map(({ line, error }) => [line, error.code])).toEqual([[5, 'bad-request'], [6, 'bad-request']]);
  });
});

describe('several raters', () => {
  it('are left out with few judgements or when they miss copies', () => {
    const copies = (rater: string, ratings: readonly number[]) => ratings.map((rating) => judgement(rater, 's', rating,
      { control: true }));
    const some = [
      ...copies('careful', [100, 95, 90, 100, 100, 100, 100, 100, 100, 60]), ...copies('careless', [100, 89, 100, 100, 20]),
      judgement('new', 't', 50), judgement('new', 'u', 50),
    ];
    expect(raterReports(some, { minRatings: 3, control: 90, missed: 0.1 })).toEqual([
      { rater: 'careful', ratings: 10, controls: 10, missed: 1 },
      { rater: 'careless', ratings: 5, controls: 5, missed: 2, leftOut: 'controls' },
      { rater: 'new', ratings: 2, controls: 0, missed: 0, leftOut: 'few' },
    ]);
  });

  it('count once each, and one flag makes a rewrite ungrammatical', () => {
    const items = mergedItems([
      judgement('a', 't', 40, { flagged: false }), judgement('a', 't', 60, { flagged: false }),
        judgement('b', 't', 80, { flagged: true }),
      judgement('a', 'u', 90, { flagged: false, systems: ['A', 'B'] }), judgement('b', 's', 100, { control: true }),
    ]);
    expect(items.map(({ text, raters, ratings, flags }) => ({ text, raters, ratings, flags }))).toEqual([
      { text: 't', raters: 2, ratings: [50, 80], flags: [false, true] }, { text: 'u', raters: 1, ratings: [90], flags: [false] },
    ]);
    expect(systemFigures(items)[0]?.similarity).toBe((40 + 60 + 80 + 90) / 4);
    expect(systemFigures(items, 'rewrite')).toEqual([
      { system: 'A', n: 2, similarity: 77.5, grammatical: 50 }, { system: 'B', n: 1, similarity: 90, grammatical: 100 },
    ]);
    expect(systemFigures(mergedItems([judgement('a', 't', 40)]))).toMatchObject([{ grammatical: undefined }]);
  });
});
