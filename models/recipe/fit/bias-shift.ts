/** How probably each of some rewrites was called right, 0–1, and whether it is. */
export interface Outcome {
  readonly right: number;
  readonly good: boolean;
}

const STEPS = 60;
const CERTAIN = 1e-6;
/** No estimator is so far from the truth, in logits. */
const FARTHEST = 10;

/**
 * What must be added to every logit, so that as many rewrites are right as the estimator says: the maximum-likelihood bias of a
 * logistic regression whose only feature is the logit with weight 1, found by bisection.
 * @throws RangeError where all or none of them are good: no bias would be enough
 */
export function biasShift(outcomes: readonly Outcome[]): number {
  const good = outcomes.filter((outcome) => outcome.good).length;
  if (good === 0 || good === outcomes.length) throw new RangeError('Good rewrites and others are needed, to tell them apart.');
  const logits = outcomes.map(({ right }) => {
    const p = Math.min(1 - CERTAIN, Math.max(CERTAIN, right));
    return Math.log(p / (1 - p));
  });
  const expected = (shift: number): number => logits.reduce((sum, logit) => sum + 1 / (1 + Math.exp(-logit - shift)), 0);
  let [low, high] = [-FARTHEST, FARTHEST];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (expected(middle) < good) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
