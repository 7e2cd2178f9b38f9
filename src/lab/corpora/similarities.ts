import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';
import { pearson, spearman } from '../../core/metrics/correlation.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** A sentence pair of a semantic-textual-similarity file with what people said of it. */
export interface JudgedPair {
  /** The score that people gave, 0 to 5 in the shared tasks; any scale will do. */
  readonly score: number;
  readonly a: string;
  readonly b: string;
  /** The set within the file, its fourth column; '' where it has none. */
  readonly set: string;
}

/**
 * Reads a line `score TAB a TAB b`, optionally with the set as a fourth column; further columns are not looked at.
 * @throws OtherwiseError `bad-request` for fewer columns or a score that is no number, `text-empty`
 */
export function readJudgedPair(line: string): JudgedPair {
  const [given = '', a, b, set = ''] = line.split('\t');
  if (a === undefined || b === undefined)
    throw new OtherwiseError('bad-request', 'The line has no three columns; a pair is a score, a tab, a text, a tab and a text.');
  const score = given.trim() === '' ? NaN : Number(given);
  if (!Number.isFinite(score)) throw new OtherwiseError('bad-request', `The score '${given}' is no number.`);
  const pair = { score, a: cleanText(a), b: cleanText(b), set };
  if (pair.a === '' || pair.b === '') throw new OtherwiseError('text-empty', 'A text of the pair is empty.');
  return pair;
}

/** Pearson's r and Spearman's rho, in hundredths; undefined where a list is constant. */
export interface Correlations {
  readonly pearson: number | undefined;
  readonly spearman: number | undefined;
}

/** Says how a measure agrees with people on some pairs; `values` holds its value for each of them. */
export function agreement(pairs: readonly JudgedPair[], values: readonly number[]): Correlations {
  const scores = pairs.map(({ score }) => score);
  const hundredths = (r: number | undefined): number | undefined => (r === undefined ? undefined : 100 * r);
  return { pearson: hundredths(pearson(values, scores)), spearman: hundredths(spearman(values, scores)) };
}

/**
 * Returns the plain mean of the agreements on each set, as the value of a year is (ParaNMT-50M, Table 8); undefined when it is so on one of
 * them.
 */
export function agreementBySet(pairs: readonly JudgedPair[], values: readonly number[]): Correlations {
  const each = Array.from(new Set(pairs.map(({ set }) => set)), (set) => {
    const within = (at: number): boolean => pairs[at]?.set === set;
    return agreement(pairs.filter((_, at) => within(at)), values.filter((_, at) => within(at)));
  });
  const mean = (list: readonly (number | undefined)[]): number | undefined =>
    list.some((value) => value === undefined) ? undefined : meanOf(list.flatMap((value) => value ?? []));
  return { pearson: mean(each.map((one) => one.pearson)), spearman: mean(each.map((one) => one.spearman)) };
}

/** The difference between the values of two models; undefined where no set has values of both. */
export interface ModelDifference {
  readonly models: readonly [string, string];
  /** Mean over the sets of the absolute difference, in the unit of the values. */
  readonly difference: number | undefined;
}

/**
 * Returns the mean absolute difference of each two models over some sets (ParaNMT-50M, Table 10).
 * @param sets the value of every model on each set; null where there is none
 */
export function meanDifferences(sets: readonly Readonly<Record<string, number | null>>[], models: readonly string[]): ModelDifference[] {
  return models.flatMap((one, at) => models.slice(at + 1).map((other): ModelDifference => {
    const differences = sets.flatMap((values) => {
      const [x, y] = [values[one] ?? null, values[other] ?? null];
      return x === null || y === null ? [] : Math.abs(x - y);
    });
    return { models: [one, other], difference: meanOf(differences) };
  }));
}
