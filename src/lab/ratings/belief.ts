import { betaQuantile } from './beta.ts';

/**
 * The belief about one item in EASL, given its ratings (Sakaguchi & Van Durme 2018, "Efficient Online Scalar Annotation with Bounded
 * Support", §4): how much of the meaning is kept, 0–1, has the distribution Beta(alpha, beta).
 */
export interface Belief {
  readonly alpha: number;
  readonly beta: number;
}

/** The belief before any rating: all values are equally likely. */
export const PRIOR: Belief = { alpha: 1, beta: 1 };
/**
 * γ of the match quality, as the authors' program has it: how far apart items may lie and still tell something about
 * each other, on a scale of 0–1.
 */
const GAMMA = 0.1;

/** Returns the belief after one more rating (0–100): its share goes to alpha, the rest to beta. */
export function observe({ alpha, beta }: Belief, rating: number): Belief {
  return { alpha: alpha + rating / 100, beta: beta + 1 - rating / 100 };
}

/** Returns the belief after all of an item's ratings, 0–100. */
export function beliefOf(ratings: readonly number[]): Belief {
  return ratings.reduce(observe, PRIOR);
}

/** Returns the distribution's mode, 0–100: the mean of the ratings; 50 before there is one. */
export function modeOf({ alpha, beta }: Belief): number {
  const ratings = alpha + beta - 2;
  return ratings === 0 ? 50 : (100 * (alpha - 1)) / ratings;
}

/** Returns the distribution's variance, on the scale 0–1. */
export function varianceOf({ alpha, beta }: Belief): number {
  return (alpha * beta) / ((alpha + beta) ** 2 * (alpha + beta + 1));
}

/** Says where the distribution has its middle 95 per cent, 0–100. */
export function intervalOf({ alpha, beta }: Belief): { readonly low: number; readonly high: number } {
  return { low: 100 * betaQuantile(alpha, beta, 0.025), high: 100 * betaQuantile(alpha, beta, 0.975) };
}

/**
 * Says how much is to be learnt from rating two items side by side, above 0 and at most 1: most where they are known to lie together
 * (Herbrich et al. 2006, "TrueSkill", §5, with the modes and variances of EASL §4).
 */
export function matchQuality(a: Belief, b: Belief): number {
  const spread = 2 * GAMMA ** 2 + varianceOf(a) + varianceOf(b);
  const distance = (modeOf(a) - modeOf(b)) / 100;
  return Math.sqrt((2 * GAMMA ** 2) / spread) * Math.exp(-(distance ** 2) / (2 * spread));
}
