import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beliefOf, intervalOf, matchQuality, modeOf, observe, PRIOR, varianceOf } from '../../../../src/lab/ratings/belief.ts';
import { nextRound } from '../../../../src/lab/ratings/round.ts';
import { PAGE_ITEMS, ratingSheet, type RatingGroup, type RatingPage } from '../../../../src/lab/ratings/sheet.ts';

const ratings = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 });
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('beliefs', () => {
  it('take the share of each rating, by hand', () => {
    expect(observe(PRIOR, 100)).toEqual({ alpha: 2, beta: 1 });
    expect(observe(observe(PRIOR, 25), 75)).toEqual({ alpha: 2, beta: 2 });
    expect([modeOf(PRIOR), modeOf({ alpha: 2, beta: 2 }), modeOf({ alpha: 2, beta: 1 }), modeOf({ alpha: 4, beta: 2 })]).toEqual([
      50, 50, 100, 75,
    ]);
    // αβ / ((α + β)² (α + β + 1)): 1/12, 2/36, 4/80.
    expect([varianceOf(PRIOR), varianceOf({ alpha: 2, beta: 1 }), varianceOf({ alpha: 2, beta: 2 })]).toEqual([1 / 12, 2 / 36, 4 / 80]);
    expect(intervalOf(PRIOR).low).toBeCloseTo(2.5, 10);
    expect(intervalOf({ alpha: 2, beta: 1 }).high).toBeCloseTo(100 * Math.sqrt(0.975), 10);
  });

  it('have the mean of the ratings as their mode, and an interval around their mean that a further like rating narrows', () => {
    fc.assert(fc.property(ratings, (values) => {
      const belief = beliefOf(values);
      expect(modeOf(belief)).toBeCloseTo(mean(values), 8);
      const { low, high } = intervalOf(belief);
      const middle = (100 * belief.alpha) / (belief.alpha + belief.beta);
      expect(low).toBeLessThan(middle);
      expect(high).toBeGreaterThan(middle);
      const later = beliefOf([...values, ...values]);
      expect(varianceOf(later)).toBeLessThan(varianceOf(belief));
    }));
  });

  it('match best where they are alike, by hand', () => {
    const [a, b] = [beliefOf([100]), beliefOf([0])];
    // Variances 1/18 each, modes a whole scale apart: c² = 0.02 + 1/9.
    const spread = 0.02 + 1 / 9;
    expect(matchQuality(a, a)).toBeCloseTo(Math.sqrt(0.02 / spread), 12);
    expect(matchQuality(a, b)).toBeCloseTo(Math.sqrt(0.02 / spread) * Math.exp(-1 / (2 * spread)), 12);
    expect(matchQuality(a, b)).toBe(matchQuality(b, a));
    expect(matchQuality(a, beliefOf([90]))).toBeGreaterThan(matchQuality(a, beliefOf([20])));
  });
});

const group = (sentence: number, count: number): RatingGroup => ({
  sentence,
  source: `Source number ${sentence}.`,
  candidates: Array.from({ length: count }, (_, at) => ({
    text: `Text ${at} of ${sentence}`,
    origins: [{ system: 'parabank2', rank: at + 1, distance: 1, seed: 7, model: 'base' }],
    predicted: 80,
  })),
});
/** The score of each item by its number in its sentence, null for controls. */
const scored = (pages: readonly RatingPage[], score: (text: string) => number | null): (number | null)[][] =>
  pages.map(({ items }) => items.map(({ text, control }) => (control ? 100 : score(text))));
const shown = (pages: readonly RatingPage[]): string[] =>
  pages.flatMap(({ items }) => items.filter(({ control }) => !control).map(({ text }) => text));

describe('nextRound', () => {
  it('has half as many pages, each of one sentence, none with an item twice, controls on every other one, whatever was rated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
        fc.integer(),
        fc.infiniteStream(fc.option(fc.integer({ min: 0, max: 100 }))),
        (counts, seed, given) => {
          const first = ratingSheet(
            counts.map((count, at) => group(at, count)),
            100,
            seed,
          );
          const scores = scored(first, () => given.next().value);
          const next = nextRound(first, scores, seed);
          const all = counts.reduce((sum, count) => sum + count, 0);
          expect(next.length).toBeLessThanOrEqual(Math.ceil(all / PAGE_ITEMS / 2));
          expect(next.length).toBeGreaterThan(0);
          expect(new Set(shown(next)).size).toBe(shown(next).length);
          expect(next.filter(({ items }) => items.some(({ control }) => control)).length).toBe(Math.ceil(next.length / 2));
          for (const { round, sentence, source, items } of next) {
            expect([round, source]).toEqual([1, `Source number ${sentence}.`]);
            const rewrites = items.filter(({ control }) => !control);
            expect(rewrites.length).toBeGreaterThan(0);
            expect(rewrites.length).toBeLessThanOrEqual(PAGE_ITEMS);
            expect(rewrites.every(({ text }) => text.endsWith(` of ${sentence}`))).toBe(true);
          }
          expect(nextRound(first, scores, seed)).toEqual(next);
          expect(
            nextRound(
              [...first, ...next],
              scored([...first, ...next], () => 40),
              seed,
            ).every(({ round }) => round === 2),
          ).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('begins with what is least certain: not rated before, else nearest the middle of the scale', () => {
    const first = ratingSheet([group(0, 5), group(1, 5), group(2, 5), group(3, 5)], 100, 1);
    const sentences = (score: (text: string) => number | null): number[] =>
      nextRound(first, scored(first, score), 2)
        .map(({ sentence }) => sentence)
        .toSorted();
    expect(sentences((text) => (/of [13]$/u.test(text) ? 50 : 95))).toEqual([1, 3]);
    expect(sentences((text) => (/Text 2 of [02]$/u.test(text) ? null : 50))).toEqual([0, 2]);
    // A rating of 50 thrice says more than one of 95 once: the variances are 0.0417 and 0.0569.
    const twice = [
      ...first,
      ...[1, 3].map((sentence): RatingPage => ({
        round: 1,
        sentence,
        source: `Source number ${sentence}.`,
        items: group(sentence, 5).candidates.map((each) => ({ ...each, control: false })),
      })),
    ];
    const thrice = [...twice, ...twice.slice(-2)];
    expect(
      nextRound(
        thrice,
        scored(thrice, (text) => (/of [13]$/u.test(text) ? 50 : 95)),
        2,
      )
        .map(({ sentence }) => sentence)
        .toSorted(),
    ).toEqual([0, 2]);
  });

  it('puts what was rated alike side by side', () => {
    // Thirty rewrites of one sentence, half of them rated low and half high, three times over.
    const first = ratingSheet([group(0, 30)], 100, 3);
    const half = (text: string): number => (Number(/\d+/u.exec(text)?.[0]) < 15 ? 5 : 95);
    const pages = [...first, ...first, ...first];
    let [alike, pairs] = [0, 0];
    for (let seed = 0; seed < 40; seed += 1) {
      for (const { items } of nextRound(pages, scored(pages, half), seed)) {
        const [head, ...rest] = items.filter(({ control }) => !control).map(({ text }) => half(text));
        alike += rest.filter((each) => each === head).length;
        pairs += rest.length;
      }
    }
    // By chance it would be 14 of 29; the match quality of unlike ones is e^(−0.81 / 0.1) of that of like ones.
    expect(alike / pairs).toBeGreaterThan(0.9);
  });

  it('has nothing to show when there is nothing to rate', () => {
    expect(nextRound([], [], 1)).toEqual([]);
  });
});
