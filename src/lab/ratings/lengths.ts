import { rounded } from '../tables/measures.ts';
import type { Judgement } from './judgements.ts';
import { type MeanKind, meanRating } from './means.ts';
import { systemNames } from './merged.ts';

/** A system's mean ratings by length of the source, 0–100, four decimals; null where nobody rated one (ParaBank, Table 4). */
export type LengthFigures = Readonly<Record<string, number | string | null>> & {
  readonly system: string;
  /** The mean over all lengths. */
  readonly all: number | null;
  /** The mean of the columns, as the paper's column Avg. has it. */
  readonly mean: number | null;
  /** The number of ratings. */
  readonly n: number;
};

/** Returns the lengths of some judgements, ascending. */
export const lengthsOf = (judgements: readonly Judgement[]): number[] =>
  [...new Set(judgements.flatMap(({ length }) => length ?? []))].toSorted((a, b) => a - b);

/** Returns every system by name with a column for each length; controls count for nothing. */
export function lengthFigures(judgements: readonly Judgement[], by: MeanKind): LengthFigures[] {
  const rated = judgements.filter(({ control }) => !control);
  const lengths = lengthsOf(rated);
  return systemNames(rated).map((system): LengthFigures => {
    const own = rated.filter(({ systems }) => systems.includes(system));
    const columns = lengths.map((length) => meanRating(own.filter((one) => one.length === length), by));
    const complete = columns.filter((value) => value !== undefined);
    const sum = complete.reduce((total, value) => total + value, 0);
    return {
      system, ...Object.fromEntries(lengths.map((length, at) => [length, rounded(columns[at])])),
      all: rounded(meanRating(own, by)),
      mean: complete.length < columns.length ? null : rounded(sum / columns.length),
      n: own.filter(({ rating }) => rating !== undefined).length,
    };
  });
}
