import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvaluation } from '../../../../src/lab/corpora/references.ts';
import { plainWords } from '../../../../src/core/text/words.ts';
import { evaluationTable, ratingTable } from '../../../../src/lab/ratings/file.ts';
import {
  PAGE_ITEMS, ratingSheet, type RewriteOrigin, type RatingGroup, type RatingPage,
} from '../../../../src/lab/ratings/sheet.ts';
import { ratingSummary } from '../../../../src/lab/ratings/summary.ts';

const origin = (system: string, rank: number | null, distance: number | null = 1): RewriteOrigin => ({
  system,
  rank,
  distance,
  seed: 7,
  model: 'base',
});
const group = (sentence: number, texts: readonly string[], source = `Source number ${sentence}.`): RatingGroup =>
  ({ sentence, source, candidates: texts.map((text, at) => ({ text, origins: [origin('parabank2', at + 1)], predicted: 80 + at })) });
const many = (count: number, each: number): RatingGroup[] =>
  Array.from({ length: count }, (_, at) =>
    group(
      at,
      Array.from({ length: each }, (__, rank) => `Text ${rank} of ${at}`),
    ),
  );
const texts = (pages: readonly RatingPage[]): string[] =>
  pages.flatMap(({ items }) => items.filter(({ control }) => !control).map(({ text }) => text));

describe('ratingSheet', () => {
  it('shows every different rewrite once, evenly spread, with a control on every other page, whatever the seed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 14 }), { maxLength: 8 }), fc.integer(), (drawn, seed) => {
        const groups = drawn.map((numbers, at) =>
          group(
            at,
            numbers.map((number) => (number === 0 ? `source NUMBER ${at}!` : `Text ${number} of ${at}`)),
          ),
        );
        const pages = ratingSheet(groups, 100, seed);
        expect(texts(pages).toSorted()).toEqual(
          groups
            .flatMap(({ source, candidates }) =>
              [...new Set(candidates.map(({ text }) => text))].filter((text) => plainWords(text).join() !== plainWords(source).join()),
            )
            .toSorted(),
        );
        const controls = pages.flatMap(({ source, items }) => items.filter(({ control }) => control).map(({ text }) => text === source));
        expect(controls).toEqual(Array.from({ length: Math.ceil(pages.length / 2) }, () => true));
        for (const page of pages) {
          const sizes = pages
            .filter(({ sentence }) => sentence === page.sentence)
            .map(({ items }) => items.filter(({ control }) => !control).length);
          expect(Math.max(...sizes)).toBeLessThanOrEqual(PAGE_ITEMS);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        }
        expect(ratingSheet(groups, 100, seed)).toEqual(pages);
      }),
    );
  });

  it('joins the origins of rewrites with one text', () => {
    const [page] = ratingSheet([{ sentence: 0, source: 'One.', candidates: [
      { text: 'Uno.', origins: [origin('parabank2', 2)], predicted: null }, { text: 'Uno.', origins: [origin('17', 1)], predicted: 70 },
    ] }], 1, 0);
    expect(page?.items.find(({ control }) => !control)).toMatchObject({
      origins: [{ system: 'parabank2' }, { system: '17' }],
      predicted: 70,
    });
  });

  it('takes as many sentences as wanted, others with another seed, and orders neither pages nor rewrites', () => {
    const groups = many(20, 5);
    const chosen = (seed: number): number[] => ratingSheet(groups, 6, seed).map(({ sentence }) => sentence);
    expect(new Set(chosen(1)).size).toBe(6);
    expect(chosen(1)).not.toEqual(chosen(2));
    const pages = ratingSheet(groups, 20, 3);
    expect(pages.map(({ sentence }) => sentence)).not.toEqual(groups.map(({ sentence }) => sentence));
    // Every rank comes first somewhere, and so does a control: places say nothing about them.
    expect(new Set(pages.map(({ items }) => items.filter(({ control }) => !control)[0]?.origins[0]?.rank)).size).toBe(5);
    expect(new Set(pages.flatMap(({ items }) => items.flatMap(({ control }, at) => (control ? [at] : [])))).size).toBeGreaterThan(2);
  });
});

const page = (sentence: number, ...items: readonly (readonly [string, readonly RewriteOrigin[], number | null])[]): RatingPage => ({
  round: 0,
  sentence,
  source: `Source ${sentence}.`,
  items: items.map(([text, origins, predicted]) => ({ text, origins, predicted, control: origins.length === 0 })),
});
const pages = [
  page(4, ['A\tb', [origin('parabank2', 1), origin('17', 1, null)], 90], ['Source 4.', [], null], ['C', [origin('parabank2', 2)], 60]),
  page(1, ['D', [origin('parabank2', 1)], 70], ['Source 1.', [], null]),
];

describe('ratingSummary', () => {
  it('takes means by system and rank, counts missed controls, and compares ratings with predictions', () => {
    const summary = ratingSummary(pages, [[80, 100, 20], [50, 89]]);
    expect(summary).toMatchObject({ rounds: 1, rated: 5, total: 5, controls: { rated: 2, missed: 1, failed: true } });
    // By hand: Beta(1.8, 1.2) has the variance 1.8 · 1.2 / (9 · 4) = 0.06, Beta(1.5, 1.5) 0.0625, Beta(1.2, 1.8) 0.06 again.
    const near = (value: number): number => expect.closeTo(value, 10) as number;
    expect(summary.systems).toEqual([
      { system: '17', rank: 1, distance: null, n: 1, mean: 80, margin: near(196 * Math.sqrt(0.06)), predicted: 90 },
      { system: 'parabank2', rank: 1, distance: 1, n: 2, mean: 65, margin: near(98 * Math.sqrt(0.1225)), predicted: 80 },
      { system: 'parabank2', rank: 2, distance: 1, n: 1, mean: 20, margin: near(196 * Math.sqrt(0.06)), predicted: 60 },
    ]);
    expect(summary.pairs.map(({ predicted, rating }) => [predicted, rating])).toEqual([[90, 80], [60, 20], [70, 50]]);
    expect(summary.spearman).toBeCloseTo(1, 12);
    expect(summary.pearson).toBeLessThan(1);
  });

  it('leaves out what is not rated', () => {
    expect(ratingSummary(pages, [[null, null, 0], []])).toMatchObject({
      rated: 1,
      controls: { rated: 0, missed: 0, failed: false },
      systems: [{ rank: 2, mean: 0, n: 1 }],
      pearson: undefined,
    });
    // Just a tenth of ten controls may be missed.
    const ten = Array.from({ length: 10 }, (_, at) => page(at, ['x', [], null]));
    const failed = (missed: number): boolean => ratingSummary(ten, ten.map((_, at) => [at < missed ? 40 : 95])).controls.failed;
    expect([failed(1), failed(2)]).toEqual([false, true]);
  });
});

describe('files', () => {
  it('lists every item as it was shown', () => {
    // √0.025 and √0.975 are the ends of Beta(2, 1), one less them those of Beta(1, 2).
    expect(ratingTable(pages, [[80, 100, null], [0, 89]])).toBe([
      'page\tposition\tsentence\tsource\tcandidate\tsystems\tcontrol\trating\tpredicted\tseed\tmodel\tround\tratings\tmean\tlow\thigh',
      '1\t1\t5\tSource 4.\tA b\tparabank2-d1-1 17-1\t0\t80\t90\t7\tbase\t1\t1\t80\t11.23\t97.32',
      '1\t2\t5\tSource 4.\tSource 4.\tcopy\t1\t100\t\t\t\t1\t1\t100\t15.81\t98.74',
      '1\t3\t5\tSource 4.\tC\tparabank2-d1-2\t0\t\t60\t7\tbase\t1\t0\t\t\t',
      '2\t1\t2\tSource 1.\tD\tparabank2-d1-1\t0\t0\t70\t7\tbase\t1\t1\t0\t1.26\t84.19',
      '2\t2\t2\tSource 1.\tSource 1.\tcopy\t1\t89\t\t\t\t1\t1\t89\t13.17\t98.04', '',
    ].join('\n'));
  });

  it('say of an item what all its rounds say', () => {
    const again = [...pages, { ...page(1, ['D', [origin('parabank2', 1)], 70]), round: 1 }];
    const scores = [[80, 100, null], [0, 89], [100]];
    const lines = ratingTable(again, scores).split('\n').map((line) => line.split('\t'));
    // Beta(2, 2): its distribution function is 3x² − 2x³.
    const cells = lines.filter((fields) => fields[4] === 'D').map((fields) => [fields[7], ...fields.slice(11)]);
    expect(cells).toEqual([['0', '1', '2', '50', '9.43', '90.57'], ['100', '2', '2', '50', '9.43', '90.57']]);
    expect(3 * 0.0943 ** 2 - 2 * 0.0943 ** 3).toBeCloseTo(0.025, 4);
    expect(evaluationTable(again, scores).split('\n')[1]?.split('\t').slice(0, 6)).toEqual(['2', 'Source 1.', '', '', 'D', '50']);
    expect(ratingSummary(again, scores)).toMatchObject({ rounds: 2, rated: 5, total: 6 });
    const [, first] = ratingSummary(again, scores).systems;
    // Beta(1.8, 1.2) has the variance 0.06, Beta(2, 2) 4 / (16 · 5) = 0.05.
    expect(first).toMatchObject({ system: 'parabank2', rank: 1, n: 2, mean: 65 });
    expect(first?.margin).toBeCloseTo(98 * Math.sqrt(0.11), 10);
  });

  it('is read by evaluate', () => {
    const lines = evaluationTable(pages, [[80, 100, null], [0, 89]]).slice(0, -1).split('\n').map((text, number) => ({ number, text }));
    expect(
      readEvaluation(lines).map(
        ({ item, error }) =>
          error ?? [item?.id, item?.reference, Object.fromEntries(item?.outputs ?? []), Object.fromEntries(item?.human ?? [])],
      ),
    ).toEqual([
      ['2', 'Source 1.', { 'parabank2-d1-1': 'D' }, { 'parabank2-d1-1': 0 }],
      ['5', 'Source 4.', { '17-1': 'A b', 'parabank2-d1-1': 'A b', 'parabank2-d1-2': 'C' }, { '17-1': 80, 'parabank2-d1-1': 80 }],
    ]);
  });
});
