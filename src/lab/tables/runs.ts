import { meanOf } from '../../core/metrics/summary.ts';
import { rounded } from './measures.ts';

/** Numbers by name, null where there is none. */
export type Numbers<K extends string> = Readonly<Record<K, number | null>>;

/** The mean of each number over several runs (one a seed) or columns; null for a number that one of them lacks. */
export const meanOfRuns = <K extends string>(runs: readonly Numbers<K>[]): Numbers<K> => overRuns(runs, meanOf);

/** Half the range between the lowest and the highest value of each number, as papers write ± behind the mean of two runs. */
export const halfRange = <K extends string>(runs: readonly Numbers<K>[]): Numbers<K> =>
  overRuns(runs, (values) => (Math.max(...values) - Math.min(...values)) / 2);

function overRuns<K extends string>(runs: readonly Numbers<K>[], of: (values: readonly number[]) => number | undefined): Numbers<K> {
  const names = Object.keys(runs[0] ?? {}) as K[];
  return Object.fromEntries(
    names.map((name) => {
      const values = runs.map((run) => run[name]).filter((value) => value !== null);
      return [name, values.length < runs.length ? null : rounded(of(values))];
    }),
  ) as Numbers<K>;
}
