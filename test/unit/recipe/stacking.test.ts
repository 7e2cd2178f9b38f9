import { describe, expect, it } from 'vitest';
import type { Judged } from '../../../models/recipe/fit/judged.ts';
import { type Said, stacked } from '../../../models/recipe/fit/stacking.ts';
import { probablyRight } from '../../../src/core/quality/estimator.ts';

const base = { bias: -1, weights: { words: 0.5 } };
/** Makes judgements: right for certain where the adapter says so and the other regression does not object strongly. */
const said = (count: number, biased: boolean): Said[] => Array.from({ length: count }, (_, i) => {
  const [logit, judgement] = [((i * 7) % 11) - 5, ((i * 3) % 13) - 6];
  const judge = i % 3 === 0 && biased ? 'editor' : 'pool';
  const right = 1 / (1 + Math.exp(-logit));
  const isGood = logit + 2 * judgement + ((i % 5) - 2) > (judge === 'editor' ? 6 : 0);
  return { judged: { judge } as Judged, isGood, isBroken: false, distance: 0, right, judgement };
});

describe('stacked', () => {
  it('weighs the logit of a regression and what the adapter says by how much each tells', () => {
    const { bias, weights } = stacked(base, said(2000, false));
    const own = (weights['words'] ?? NaN) / base.weights.words;
    expect((weights['judgement'] ?? NaN) / own).toBeCloseTo(2, 0);
    expect(bias - own * base.bias).toBeCloseTo(0, 0);
    expect(probablyRight({ words: 2, judgement: 4 }, { bias, weights })).toBeGreaterThan(0.9);
    expect(probablyRight({ words: 2, judgement: -4 }, { bias, weights })).toBeLessThan(0.1);
  });

  it('keeps the bias of pools where another judge is stricter', () => {
    const { bias, weights } = stacked(base, said(2000, true));
    const own = (weights['words'] ?? NaN) / base.weights.words;
    expect(Math.abs((bias - own * base.bias) / own)).toBeLessThan(0.6);
  });
});
