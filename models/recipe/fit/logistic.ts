/** One observation: features and whether it is so. */
export interface Outcome {
  readonly features: readonly number[];
  readonly positive: boolean;
  /** How many observations it counts for, 1 unless told. */
  readonly weight?: number;
}

export interface LogisticFit {
  readonly bias: number;
  /** One a feature, of the features as they are given. */
  readonly weights: readonly number[];
}

const STEPS = 50;
const CLOSE = 1e-8;

/**
 * Logistic regression with a ridge on the standardised features, by Newton's method (iteratively reweighted least
 * squares; Hastie, Tibshirani and Friedman 2009, §4.4.1): minimises −Σ weight · log p + ridge / 2 · Σ (w s)², s the
 * standard deviation of a feature; the bias is free.
 *
 * The objective is convex. A feature that never varies gets 0.
 * @throws RangeError without observations
 */
export function fitLogistic(outcomes: readonly Outcome[], ridge: number): LogisticFit {
  const size = outcomes[0]?.features.length;
  if (size === undefined) throw new RangeError('There is nothing to fit.');
  const { means, deviations } = moments(outcomes, size);
  const rows = outcomes.map(({ features }) => [
    1,
    ...features.map((value, j) => (deviations[j] ? (value - (means[j] ?? 0)) / deviations[j] : 0)),
  ]);
  const found = new Array<number>(size + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const moved = solve(...newton(rows, outcomes, found, ridge));
    moved.forEach((value, j) => { found[j] = (found[j] ?? 0) + value; });
    if (Math.max(...moved.map(Math.abs)) < CLOSE) break;
  }
  const weights = deviations.map((deviation, j) => (deviation ? (found[j + 1] ?? 0) / deviation : 0));
  return { bias: (found[0] ?? 0) - weights.reduce((sum, weight, j) => sum + weight * (means[j] ?? 0), 0), weights };
}

function moments(outcomes: readonly Outcome[], size: number): { means: number[]; deviations: number[] } {
  const all = outcomes.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const over = (value: (features: readonly number[]) => number): number =>
    outcomes.reduce((sum, { features, weight = 1 }) => sum + weight * value(features), 0) / all;
  const means = Array.from({ length: size }, (_, j) => over((features) => features[j] ?? 0));
  const deviations = means.map((mean, j) => Math.sqrt(over((features) => ((features[j] ?? 0) - mean) ** 2)));
  return { means, deviations: deviations.map((deviation) => (deviation > 1e-12 ? deviation : 0)) };
}

/** Hessian and descent direction's right side at `found`; the ridge keeps the Hessian regular. */
function newton(
  rows: readonly (readonly number[])[],
  outcomes: readonly Outcome[],
  found: readonly number[],
  ridge: number,
): [number[][], number[]] {
  const size = found.length;
  const hessian = Array.from({ length: size }, (_, j) =>
    Array.from({ length: size }, (__, k) => (j === k ? (j === 0 ? 1e-9 : ridge + 1e-9) : 0)),
  );
  const right = found.map((value, j) => (j === 0 ? 0 : -ridge * value));
  for (const [at, row] of rows.entries()) {
    const p = 1 / (1 + Math.exp(-row.reduce((sum, x, j) => sum + x * (found[j] ?? 0), 0)));
    const counts = outcomes[at]?.weight ?? 1;
    const [error, weight] = [counts * ((outcomes[at]?.positive ? 1 : 0) - p), counts * p * (1 - p)];
    for (const [j, x] of row.entries()) {
      right[j] = (right[j] ?? 0) + error * x;
      const line = hessian[j];
      if (line) for (const [k, y] of row.entries()) line[k] = (line[k] ?? 0) + weight * x * y;
    }
  }
  return [hessian, right];
}

/** Solves a regular symmetric system by elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let j = 0; j < rows.length; j += 1) {
    let pivot = j;
    for (let i = j + 1; i < rows.length; i += 1) if (Math.abs(rows[i]?.[j] ?? 0) > Math.abs(rows[pivot]?.[j] ?? 0)) pivot = i;
    [rows[j], rows[pivot]] = [rows[pivot] ?? [], rows[j] ?? []];
    const own = rows[j] ?? [];
    for (const [i, row] of rows.entries()) {
      if (i === j) continue;
      const factor = (row[j] ?? 0) / (own[j] ?? 1);
      if (factor !== 0) for (let k = j; k < row.length; k += 1) row[k] = (row[k] ?? 0) - factor * (own[k] ?? 0);
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
