import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneMinusBleu as tableBleu } from '../../../../src/lab/tables/measures.ts';
import { qualityMarkdown, type QualityRecord, qualityRows } from '../../../../src/lab/tables/quality.ts';
import { setMeasures, tallyOf } from '../../../../src/lab/tables/sets.ts';

const record = (given: Partial<QualityRecord>): QualityRecord => ({
  group: 'e-mail', source: 'one two three four', rewrites: [], seconds: 1,
  sourceAlarms: { alarms: 0, words: 4 }, rewriteAlarms: { alarms: 0, words: 0 }, ...given,
});

describe('measures of sets', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 4, maxLength: 8 }).map((words) => words.join(' '));

  it('are those of all their pairs', () => {
    fc.assert(fc.property(fc.array(fc.record({ source: text, texts: fc.array(text, { maxLength: 4 }) }), { maxLength: 4 }), (sets) => {
      const toSource = sets.flatMap(({ source, texts }) => texts.map((one) => [source, one] as const));
      const pairs = sets.flatMap(({ texts }) => texts.flatMap((one, at) => texts.slice(at + 1).map((other) => [one, other] as const)));
      const measures = setMeasures(sets.map(tallyOf));
      const expectNear = (value: number | undefined, expected: number | null): void => {
        if (expected === null) expect(value).toBeUndefined();
        else expect(value).toBeCloseTo(expected, 3);
      };
      expectNear(measures.oneMinusBleu, tableBleu(toSource));
      const orders = [tableBleu(pairs), tableBleu(pairs.map(([one, other]) => [other, one]))];
      expectNear(measures.oneMinusBleuPairs, pairs.length === 0 ? null : ((orders[0] ?? 0) + (orders[1] ?? 0)) / 2);
      expectNear(measures.shown, sets.length === 0 ? null : toSource.length / sets.length);
    }), { numRuns: 50 });
  });

  it('have known distances', () => {
    const measures = setMeasures([tallyOf({ source: 'a b c d', texts: ['d c b a', 'a b', 'e f'] }), tallyOf({ source: 'a', texts: [] })]);
    expect(measures).toMatchObject({ shown: 1.5, distance: 0.5 });
    // a b c d / a b: 0.5; the others share nothing.
    expect(measures.distancePairs).toBeCloseTo(2.5 / 3, 12);
    expect(measures.nearCopies).toBeCloseTo(100 / 3, 12);
  });
});

describe('the table', () => {
  const records = [
    record({
      rewrites: [{ text: 'five six', right: 0.9 }, { text: 'three four seven', right: 0.5 }],
      sourceAlarms: { alarms: 1, words: 4 }, rewriteAlarms: { alarms: 2, words: 5 }, seconds: 2,
    }),
    record({ group: 'news', rewrites: [{ text: 'not one two three', right: 0.2 }], rewriteAlarms: { alarms: 0, words: 4 }, seconds: 4 }),
    record({ group: 'news' }),
  ];

  it('has a row for each group and one for all', () => {
    const [mail, news, all] = qualityRows(records);
    expect(mail).toMatchObject({
      group: 'e-mail', sentences: 1, shown: 2, expectedRight: 70, expectedRightLikeliest: 90, expectedDistinct: [1.4, 1.4, 1.4],
      alarms: 40, sourceAlarms: 25, numbers: 100, names: 0, negation: 0, seconds: 2,
    });
    expect(news).toMatchObject({
      group: 'news', sentences: 2, shown: 0.5, expectedRight: 20, expectedDistinct: [0.1, 0.1, 0.1], negation: 100, oneMinusBleuPairs: null,
    });
    expect(all).toMatchObject({ group: 'all', sentences: 3, shown: 1, expectedRightLikeliest: 55, sourceAlarms: 8.3333, seconds: 2.3333 });
  });

  it('expects nothing where the estimator did not look', () => {
    const [row] = qualityRows([record({ rewrites: [{ text: 'five six' }] }), record({})]);
    expect(row).toMatchObject({ expectedRight: null, expectedRightLikeliest: null, expectedDistinct: [null, null, null] });
    expect(qualityMarkdown(qualityRows([record({})]), ['note'])).toMatch(
      /^note\n\n\| group .*\n\|---\|---:.*\n\| e-mail \| 1 \| 0\.00 \| – \|/u,
    );
  });

  it('says that what is expected was not read', () => {
    expect(qualityMarkdown(qualityRows(records), [])).toContain('nobody has read');
  });
});
