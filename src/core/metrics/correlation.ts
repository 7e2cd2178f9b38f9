import { OtherwiseError } from '../errors.ts';

/**
 * Returns Pearson's r of two lists of equal length, −1 to 1. Undefined for fewer than two values or when one list is constant.
 * @throws OtherwiseError `bad-request` when the lengths differ
 */
export function pearson(x: readonly number[], y: readonly number[]): number | undefined {
  if (x.length !== y.length)
    throw new OtherwiseError('bad-request', `A correlation needs two lists of one length, not ${x.length} and ${y.length} values.`);
  if (x.length < 2 || isConstant(x) || isConstant(y)) return undefined;
  const [a, b] = [standardise(x), standardise(y)];
  const r = a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
  return Math.max(-1, Math.min(1, r));
}

/** Returns Spearman's rho: Pearson's r of the ranks, ties sharing the mean of their ranks. Undefined and thrown as in `pearson`. */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  return pearson(ranks(x), ranks(y));
}

/** Gives the ranks of values from 1; equal ones get the mean of the ranks they take up. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, place) => place).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const result = new Array<number>(values.length).fill(0);
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end++;
    for (const place of order.slice(start, end)) result[place] = (start + 1 + end) / 2;
  }
  return result;
}

const isConstant = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

/** Scales the deviations from the mean to length 1; by the largest first, so that squares neither overflow nor vanish. */
function standardise(values: readonly number[]): number[] {
  const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const scaled = values.map((value) => value / most);
  const mean = scaled.reduce((sum, value) => sum + value, 0) / scaled.length;
  const deviations = scaled.map((value) => value - mean);
  const length = Math.sqrt(deviations.reduce((sum, deviation) => sum + deviation * deviation, 0));
  return deviations.map((deviation) => deviation / length);
}
