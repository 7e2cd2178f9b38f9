import { isWithin, paraphraseRanges, type FoldRange, tenths } from './folds.ts';

/** The scores of a sentence pair that the filters read. */
export interface FilterScores {
  /** Paraphrase score: cosine of the sentence embeddings, −1 to 1. */
  readonly paraphrase: number;
  /** Word-trigram overlap, 0–1; undefined when a side has fewer than three words. */
  readonly overlap: number | undefined;
  /** The model's score of the pair as given, undefined when the corpus has none. */
  readonly model: number | undefined;
  /** Words of both sides together. */
  readonly words: number;
}

/** The filters of ParaNMT-50M §5.4 (Table 5). */
export const filterMeasures = ['paraphrase', 'overlap', 'model'] as const;
export type FilterMeasure = (typeof filterMeasures)[number];

/** Pairs of one range or tenth; means are undefined where there is nothing to take the mean of. */
export interface FoldRow {
  readonly pairs: number;
  /** Lowest and highest value of the filter in it. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly overlap: MeanAndDeviation | undefined;
  readonly paraphrase: MeanAndDeviation | undefined;
  /** Words a sentence. */
  readonly length: number | undefined;
}

/** Mean and standard deviation (of the population). */
export interface MeanAndDeviation {
  readonly mean: number;
  readonly deviation: number;
}

/** Returns ParaNMT-50M's Table 3, its columns that need no judges: pairs and trigram overlap by range of the paraphrase score. */
export function paraphraseTable(
  pairs: readonly FilterScores[],
  ranges: readonly FoldRange[] = paraphraseRanges,
): { readonly range: FoldRange; readonly row: FoldRow }[] {
  return ranges.map((range) => ({
    range,
    row: foldRow(
      pairs.filter(({ paraphrase }) => isWithin(paraphrase, range)),
      'paraphrase',
    ),
  }));
}

/** Returns the ten folds of one filter, lowest values first (ParaNMT-50M §5.4). */
export function tenthsTable(pairs: readonly FilterScores[], measure: FilterMeasure): FoldRow[] {
  const folds = tenths(pairs.map((pair) => pair[measure]));
  return Array.from({ length: 10 }, (_, at) => foldRow(pairs.filter((_pair, place) => folds[place] === at + 1), measure));
}

function foldRow(pairs: readonly FilterScores[], measure: FilterMeasure): FoldRow {
  const values = defined(pairs.map((pair) => pair[measure]));
  const words = pairs.map((pair) => pair.words / 2);
  return {
    pairs: pairs.length,
    least: values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : undefined,
    most: values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : undefined,
    overlap: spread(defined(pairs.map(({ overlap }) => overlap))),
    paraphrase: spread(pairs.map(({ paraphrase }) => paraphrase)),
    length: spread(words)?.mean,
  };
}

const defined = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

/** Returns mean and standard deviation; undefined for no values. */
export function spread(values: readonly number[]): MeanAndDeviation | undefined {
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) };
}
