import { spearman } from '../../core/metrics/correlation.ts';
import {
  type Difference,
  differenceOf,
  type Measures,
  measuresOf,
  oneMinusBleu,
  type Output,
  type TableMeasures,
  rounded,
} from './measures.ts';
import type { SystemOutputs } from './outputs.ts';
import type { Gain } from './gains.ts';
import { deviationOf, halfRange, meanOfRuns } from './runs.ts';

/** A reference that outputs are compared with. */
export interface Reference {
  readonly reference: string | undefined;
  /** The length class of the reference, where the file has one. */
  readonly length?: number | undefined;
}

type Name = Pick<SystemOutputs, 'system' | 'rank' | 'source'>;

/** A line of the papers' tables; over several seeds it has means, with half the range beside them. */
export interface EvaluationRow extends Name, Measures {
  readonly halfRange?: Measures;
  /**
   * The same by length class of the reference, in ascending order, then `mean` and sample standard `deviation` of these
   * columns (ParaBank, Tables 4 and 6).
   */
  readonly byLength?: Readonly<Record<string, Measures>>;
  /** The gain over the baseline, per cent. */
  readonly gain?: Gain;
}

/** The difference of two systems (or ranks) on the same references; the first is the reference of BLEU. */
export interface CollectiveRow extends CollectiveMeasures {
  readonly system: string | number;
  readonly ranks: readonly [number, number] | null;
  readonly halfRange?: CollectiveMeasures;
}

interface CollectiveMeasures extends Difference {
  /** The same with the second as the reference: BLEU is not symmetric. */
  readonly oneMinusBleuReversed: number | null;
  readonly n: number | null;
}

/**
 * Returns ParaBank 2's Table 1 and ParaBank's Table 4 for a list of systems, in their order.
 * @param lengths the length classes that become columns
 */
export function evaluationRows(
  references: readonly Reference[],
  systems: readonly SystemOutputs[],
  measures: TableMeasures,
  lengths: readonly number[] = [],
): EvaluationRow[] {
  const over = (runs: readonly (readonly Output[])[]): Measures[] => runs.map((outputs) => measuresOf(outputs, measures));
  return systems.map((one) => {
    const { system, rank, source, runs } = one;
    const outputs = runs.map((texts) => outputsOf(references, texts, one));
    const whole = over(outputs);
    const columns = lengths.map((length) => meanOfRuns(over(outputs.map((run) => run.filter((output) => output.length === length)))));
    return {
      system, rank, source, ...meanOfRuns(whole),
      ...(whole.length > 1 && { halfRange: halfRange(whole) }),
      ...(columns.length > 0 && {
        byLength: {
          ...Object.fromEntries(lengths.map((length, at) => [length, columns[at] as Measures])),
          mean: meanOfRuns(columns), deviation: deviationOf(columns),
        },
      }),
    };
  });
}

interface PlacedOutput extends Output {
  readonly length: number | undefined;
}

function outputsOf(
  references: readonly Reference[],
  texts: readonly (string | undefined)[],
  { human, ratings, flagged }: Pick<SystemOutputs, 'human' | 'ratings' | 'flagged'>,
): PlacedOutput[] {
  return references.flatMap(({ reference, length }, place): PlacedOutput[] => {
    const text = texts[place];
    return text === undefined ? [] : [
      { reference, text, human: human?.[place], ratings: ratings?.[place], flagged: flagged?.[place], length },
    ];
  });
}

/** Two systems, or two ranks of one, with the name of the pair. */
export interface CollectivePair extends Pick<CollectiveRow, 'system' | 'ranks'> {
  readonly first: SystemOutputs;
  readonly second: SystemOutputs;
}

/** Returns ParaBank 2's Table 2 for one pair of systems or ranks. */
export function collectiveRow({ system, ranks, first, second }: CollectivePair, measures: TableMeasures): CollectiveRow {
  const runs = first.runs.map((texts, run): CollectiveMeasures => {
    const others = second.runs[run] ?? [];
    const pairs = texts.flatMap((text, place): (readonly [string, string])[] => {
      const other = others[place];
      return text === undefined || other === undefined ? [] : [[text, other]];
    });
    return {
      ...differenceOf(pairs, measures),
      oneMinusBleuReversed: oneMinusBleu(pairs.map(([one, other]) => [other, one]), measures),
      n: pairs.length,
    };
  });
  return { system, ranks, ...meanOfRuns(runs), ...(runs.length > 1 && { halfRange: halfRange(runs) }) };
}

const correlated = [
  ['paragraphBleu', 'unigramPrecision'],
  ['unigramPrecision', 'human'],
  ['paragraphBleu', 'human'],
  ['meaning', 'human'],
] as const;

/** Spearman's rho between two measures over systems; null where fewer than two systems have both. */
export interface Correlation {
  readonly measures: readonly [keyof Measures, keyof Measures];
  readonly spearman: number | null;
  readonly systems: number;
}

/** Says how the measures order the systems: ParaBank's footnote 6 (BLEU by unigram precision), and each by the human scores. */
export function correlations(rows: readonly EvaluationRow[]): Correlation[] {
  return correlated.map(([one, other]): Correlation => {
    const both = rows.flatMap((row) => {
      const [x, y] = [row[one], row[other]];
      return row.source === 'oracle' || x === null || y === null ? [] : [[x, y] as const];
    });
    return { measures: [one, other], spearman: rounded(spearman(both.map(([x]) => x), both.map(([, y]) => y))), systems: both.length };
  });
}
