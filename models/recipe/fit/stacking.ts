import { type Logistic, probablyRight } from '../../../src/core/quality/estimator.ts';
import type { JudgedFeatures } from './features.ts';
import { biasesOf, weightOfJudgement } from './judged.ts';
import { fitLogistic } from './logistic.ts';
import type { Rated } from './tables.ts';

/** A rated rewrite that the adapter was not learnt from, with what it says of it. */
export interface Said extends Rated {
  readonly judgement: number;
}

const RIDGE = 1;

/**
 * A regression that weighs the logit of another one against what the adapter says (stacking; Wolpert 1992).
 * @param base the regression without the adapter @param said rewrites with the probability by a fit like `base` without their sources
 */
export function stacked(base: Logistic, said: readonly Said[]): Logistic {
  const { bias, weights: [own = 1, judgement = 0] } = fitLogistic(said.map(({ right, judgement: heard, judged, isGood }) => ({
    features: [Math.log(right / (1 - right)), heard, ...biasesOf(judged)], positive: isGood, weight: weightOfJudgement(judged),
  })), RIDGE);
  const weights = Object.fromEntries(Object.entries(base.weights).map(([name, weight]) => [name, short(own * weight)]));
  return { bias: short(bias + own * base.bias), weights: { ...weights, judgement: short(judgement) } };
}

/** The same of rewrites with their features, the adapter's word among them. @param base a regression without it, of any scale */
export function stackedOn(base: Logistic, some: readonly JudgedFeatures[]): Logistic {
  return stacked(base, some.flatMap((item) => {
    const { judgement } = item.features;
    return judgement === undefined ? [] : [{ ...item, judgement, right: probablyRight(item.features, base) }];
  }));
}

/** To four digits. */
export const short = (value: number): number => Number(value.toPrecision(4));
