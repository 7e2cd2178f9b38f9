import type { Measures } from './measures.ts';

/** Measures of which more is better. */
type Gained = 'meaning' | 'human' | 'unflagged';
type GainOf = Readonly<Record<Gained, number | null>>;

/** The gain of one row over another, per cent of the other; null where one of them has no number. */
export interface Gain extends GainOf {
  /** The same by length of the reference (ParaBank §5.3 has 5.0, 6.6, 10.2 and 14.0 % over ParaNMT). */
  readonly byLength?: Readonly<Record<string, GainOf>>;
}

/** A row of a system or of one of its ranks. */
interface RankedRow extends Measures {
  readonly system: string | number;
  readonly rank: number | null;
  readonly byLength?: Readonly<Record<string, Measures>>;
}

const values: Readonly<Record<Gained, (row: Measures) => number | null>> = {
  meaning: ({ meaning }) => meaning,
  human: ({ human }) => human,
  unflagged: ({ flagged }) => (flagged === null ? null : 100 - flagged),
};
const gained = Object.keys(values) as Gained[];

/**
 * Returns every row with its gain over that of the baseline, a system or a column of the file, at its first rank. Without such a row
 * there are no gains.
 */
export function withGains<Row extends RankedRow>(rows: readonly Row[], name: string): readonly (Row & { readonly gain?: Gain })[] {
  const baseline = rows.find(({ system, rank }) => String(system) === name && (rank === null || rank === 1));
  return baseline === undefined ? rows : rows.map((row) => {
    const lengths = Object.keys(row.byLength ?? {}).filter((length) => length !== 'deviation');
    const byLength = Object.fromEntries(lengths.flatMap((length) => {
      const [own, other] = [row.byLength?.[length], baseline.byLength?.[length]];
      return own && other ? [[length, gainOf(own, other)]] : [];
    }));
    return { ...row, gain: { ...gainOf(row, baseline), ...(lengths.length > 0 && { byLength }) } };
  });
}

/** The rows have four decimals, so a gain has no more than two. */
const hundredths = (value: number): number => Math.round(100 * value) / 100;

function gainOf(row: Measures, baseline: Measures): GainOf {
  return Object.fromEntries(gained.map((name) => {
    const [own, other] = [values[name](row), values[name](baseline)];
    return [name, own === null || other === null || other === 0 ? null : hundredths(100 * (own / other - 1))];
  })) as Record<Gained, number | null>;
}
