import { meanOf } from '../../core/metrics/summary.ts';
import { rounded } from './measures.ts';

/** Numbers by name, null where there is none. */
export type Numbers<K extends string> = Readonly<Record<K, number | null>>;

/** Returns the mean of each number over several runs (one a seed) or columns; null for a number that one of them lacks. */
export const meanOfRuns = <K extends string>(runs: readonly Numbers<K>[]): Numbers<K> => overRuns(runs, meanOf);

/** Returns half the range between the lowest and the highest value of each number, as papers write ± behind the mean of two runs. */
export const halfRange = <K extends string>(runs: readonly Numbers<K>[]): Numbers<K> =>
  overRuns(runs, (values) => (Math.max(...values) - Math.min(...values)) / 2);

/**
 * Returns the sample standard deviation of each number over several columns (n − 1, which fits ParaBank's Table 6); null for one column.
 */
export const deviationOf = <K extends string>(columns: readonly Numbers<K>[]): Numbers<K> => overRuns(columns, (values) => {
  if (values.length < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
});

function overRuns<K extends string>(runs: readonly Numbers<K>[], of: (values: readonly number[]) => number | undefined): Numbers<K> {
  const names = Object.keys(runs[0] ?? {}) as K[];
  return Object.fromEntries(
    names.map((name) => {
      const values = runs.map((run) => run[name]).filter((value) => value !== null);
      return [name, values.length < runs.length ? null : rounded(of(values))];
    }),
  ) as Numbers<K>;
}
