import { Shuffler } from '../shuffle.ts';

/** The range that holds the middle of a distribution. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1000;
/** The share of the resampled values that lies outside the interval on either side. */
const TAIL = 0.05;

/**
 * Returns the 90 % interval of a statistic over records by the percentile bootstrap (Efron 1979): the records drawn again with
 * replacement, as many as there are. The seed alone decides the draws, so that statistics of the same number of
 * records see the same ones. Undefined where no draw has a value.
 */
export function bootstrap<T>(records: readonly T[], statistic: (records: readonly T[]) => number | undefined, seed: number):
Interval | undefined {
  if (records.length === 0) return undefined;
  const shuffler = new Shuffler(seed);
  const values = Array.from({ length: RESAMPLES }, () => statistic(records.map(() => records[shuffler.below(records.length)] as T)))
    .filter((value) => value !== undefined)
    .toSorted((a, b) => a - b);
  const [low, high] = [values[Math.floor(TAIL * values.length)], values[Math.ceil((1 - TAIL) * values.length) - 1]];
  return low === undefined || high === undefined ? undefined : { low, high };
}
