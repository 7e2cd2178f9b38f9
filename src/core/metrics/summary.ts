import { plainWords } from '../text/words.ts';
import { corpusBleu } from './bleu.ts';
import { lengthRatio } from './length-ratio.ts';

/** The measures of one pair; undefined where one was not measured or is not defined. */
export interface MeasuredPair {
  readonly source: string;
  readonly text: string;
  /** Predicted human similarity, 0–100. */
  readonly meaning: number | undefined;
  /** Piece overlap ∩/∪ × 100. */
  readonly overlap: number | undefined;
  /** Edit distance of shallow trees, nodes. */
  readonly treeEdit: number | undefined;
  readonly wordEdits: number | undefined;
  readonly characterEdits: number | undefined;
}

/** The measures of ParaBank 2's Table 1 and two edit distances, over a list of pairs; undefined where no pair has one. */
export interface Summary {
  readonly n: number;
  /** Means over the pairs that have the measure. */
  readonly meaning: number | undefined;
  readonly overlap: number | undefined;
  readonly treeEdit: number | undefined;
  readonly wordEdits: number | undefined;
  readonly characterEdits: number | undefined;
  /** 100 − corpus BLEU without brevity penalty: pooled over the pairs, not their mean (ParaBank 2 §3.6). */
  readonly oneMinusBleu: number | undefined;
  /** Words of all texts over words of all sources. */
  readonly lengthRatio: number | undefined;
}

/** The measures of words alone. */
export type TextSummary = Pick<Summary, 'n' | 'oneMinusBleu' | 'lengthRatio'>;
/** The means of the other measures. */
export type MeanSummary = Omit<Summary, keyof TextSummary>;

/** Sums up pairs by their words. */
export function summariseTexts(pairs: readonly Pick<MeasuredPair, 'source' | 'text'>[]): TextSummary {
  const bleu = corpusBleu(pairs.map(({ source, text }) => ({ references: [plainWords(source)], candidate: plainWords(text) })));
  return {
    n: pairs.length,
    oneMinusBleu: bleu === undefined ? undefined : 100 - bleu,
    lengthRatio: lengthRatio(pairs.map(({ source, text }) => [source, text])),
  };
}

/** Sums up the other measures of pairs. */
export function summariseMeasures(pairs: readonly MeasuredPair[]): MeanSummary {
  const mean = (measure: keyof MeanSummary): number | undefined => meanOf(pairs.map((pair) => pair[measure]));
  return {
    meaning: mean('meaning'),
    overlap: mean('overlap'),
    treeEdit: mean('treeEdit'),
    wordEdits: mean('wordEdits'),
    characterEdits: mean('characterEdits'),
  };
}

/** Sums up all measures of pairs. */
export function summarise(pairs: readonly MeasuredPair[]): Summary {
  return { ...summariseTexts(pairs), ...summariseMeasures(pairs) };
}

/** Returns the mean of the values that are there; undefined when none is. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const present = values.filter((value) => value !== undefined);
  return present.length === 0 ? undefined : present.reduce((sum, value) => sum + value, 0) / present.length;
}
