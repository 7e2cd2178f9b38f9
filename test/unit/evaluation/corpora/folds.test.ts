import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterScores, paraphraseTable, spread, tenthsTable } from '../../../../src/lab/corpora/fold-tables.ts';
import { parseTenths, tenths } from '../../../../src/lab/corpora/folds.ts';

const values = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }), { maxLength: 60 });

describe('tenths', () => {
  it('cuts into ten parts of one size, in rising order, equal values in their order', () => {
    fc.assert(fc.property(values, (some) => {
      const folds = tenths(some);
      expect(folds.map((fold) => fold === undefined)).toEqual(some.map((value) => value === undefined));
      const sizes = Array.from({ length: 10 }, (_, at) => folds.filter((fold) => fold === at + 1).length);
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      expect((sizes[0] ?? 0) - (sizes[9] ?? 0)).toBeLessThanOrEqual(1);
      for (const [i, a] of some.entries()) {
        for (const [j, b] of some.entries()) {
          if (a !== undefined && b !== undefined && (a < b || (a === b && i < j))) expect(folds[i]).toBeLessThanOrEqual(folds[j] ?? 0);
        }
      }
    }));
  });

  it('reads lists of tenths', () => {
    expect([...parseTenths('1, 3-5,10')]).toEqual([1, 3, 4, 5, 10]);
    for (const list of ['', '0', '11', '5-3', 'a', '1;2', '-1'])
      expect(() => parseTenths(list)).toThrow(expect.objectContaining({ code: 'bad-flag' }));
  });
});

describe('tables', () => {
  const pair = (paraphrase: number, overlap?: number): FilterScores => ({ paraphrase, overlap, model: undefined, words: 10 });

  it('puts a value on a border in the range below', () => {
    const table = paraphraseTable([pair(-0.5, 0), pair(0.2, 0.1), pair(0.21), pair(0.8, 0.2), pair(1, 1), pair(0.9, 0.5)]);
    expect(table.map(({ row }) => row.pairs)).toEqual([2, 1, 0, 1, 2]);
    expect(table[4]?.row.overlap).toEqual({ mean: 0.75, deviation: 0.25 });
    expect(table[2]?.row.overlap).toBeUndefined();
    expect(table[1]?.row.overlap).toBeUndefined();
  });

  it('tells the borders of each tenth', () => {
    const rows = tenthsTable(Array.from({ length: 20 }, (_, at) => pair(at / 20, (19 - at) / 20)), 'overlap');
    expect(rows.map(({ least, most }) => [least, most])).toEqual(Array.from({ length: 10 }, (_, at) => [at / 10, (2 * at + 1) / 20]));
    expect(rows[0]?.paraphrase?.mean).toBeCloseTo(0.925, 12);
    expect(tenthsTable([pair(1)], 'model').every((row) => row.pairs === 0 && row.least === undefined)).toBe(true);
  });

  it('has no spread of nothing', () => {
    expect(spread([])).toBeUndefined();
    expect(spread([1, 3])).toEqual({ mean: 2, deviation: 1 });
  });
});
