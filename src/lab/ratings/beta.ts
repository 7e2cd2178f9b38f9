/** Coefficients of Lanczos' approximation of the gamma function for g = 7 (Lanczos 1964; nine terms, relative error below 1e-14). */
const LANCZOS: readonly [number, ...number[]] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
const G = 7;
/** Halvings of [0, 1] until nothing of a double is left. */
const HALVINGS = 60;
const MOST_TERMS = 500;
const TINY = 1e-300;

/** Gives the natural logarithm of the gamma function, for x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const [first, ...rest] = LANCZOS;
  const sum = rest.reduce((total, coefficient, at) => total + coefficient / (x + at), first);
  const base = x + G - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * Returns the distribution function of Beta(alpha, beta): the regularised incomplete beta function I_x(alpha, beta), by its continued
 * fraction (Abramowitz & Stegun 1964, 26.5.8) evaluated from the front (Lentz 1976).
 *
 * @param alpha above 0
 * @param beta above 0
 * @param x from 0 to 1
 * @returns the probability of a value up to x, 0–1
 */
export function betaCdf(alpha: number, beta: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side of the mean only; the other side is one minus the mirrored one.
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - betaCdf(beta, alpha, 1 - x);
  const front = Math.exp(logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta) + alpha * Math.log(x) + beta * Math.log1p(-x)) / alpha;
  let [numerator, denominator, value] = [1, 0, 1];
  for (let term = 0; term < MOST_TERMS; term += 1) {
    const half = Math.floor(term / 2);
    const coefficient = term === 0 ? 1
      : term % 2 === 0 ? (half * (beta - half) * x) / ((alpha + term - 1) * (alpha + term))
        : (-(alpha + half) * (alpha + beta + half) * x) / ((alpha + term - 1) * (alpha + term));
    denominator = 1 / away(1 + coefficient * denominator);
    numerator = away(1 + coefficient / numerator);
    const change = numerator * denominator;
    value *= change;
    if (term > 0 && Math.abs(change - 1) < 1e-15) break;
  }
  return front * (value - 1);
}

/** A number that can be divided by. */
function away(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/**
 * Returns the value of Beta(alpha, beta) below which a share of the probability lies, by halving.
 *
 * @param alpha above 0
 * @param beta above 0
 * @param share of the probability, 0–1
 * @returns from 0 to 1
 */
export function betaQuantile(alpha: number, beta: number, share: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (betaCdf(alpha, beta, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
