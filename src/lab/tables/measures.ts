import { plainWords } from '../../core/text/words.ts';
import { textBleu, type TextBleuOptions } from '../../core/metrics/bleu.ts';
import { spearman } from '../../core/metrics/correlation.ts';
import { lengthRatio } from '../../core/metrics/length-ratio.ts';
import { pieceOverlap } from '../../core/metrics/overlap.ts';
import { shallowTrees, treeDistance, type TreeSource } from '../../core/metrics/tree-source.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** The measures that need a model. */
export interface EvaluationTools {
  /** The model's tokens of a text. */
  pieces(text: string): readonly string[];
  /** Gives the predicted human judgement of how much of a's meaning b keeps, 0–100. */
  meaning(a: string, b: string): number;
  /** The shallow parser's where absent. */
  readonly trees?: TreeSource | undefined;
}

type PairMeasure = (a: string, b: string) => number | undefined;

/** The options for measuring outputs. */
export interface MeasuringOptions {
  /** Tells whether BLEU and unigram precision tell words that differ in case alone; the papers lower-case them. */
  readonly keepCase?: boolean | undefined;
}

/** Measures of single pairs; each pair is measured once, however many rows it is in. */
export interface TableMeasures extends Readonly<Record<'meaning' | 'overlap' | 'treeEdit', PairMeasure>>, MeasuringOptions {}

/** Returns the measures of single pairs that the tables are made of, remembered. */
export function pairMeasures(
  { pieces, meaning, trees = shallowTrees }: EvaluationTools, options: MeasuringOptions = {},
): TableMeasures {
  return {
    ...options,
    meaning: remembered(meaning),
    overlap: remembered((a, b) => pieceOverlap(pieces(a), pieces(b))),
    treeEdit: remembered((a, b) => treeDistance(trees, a, b)),
  };
}

function remembered<T>(measure: (a: string, b: string) => T): (a: string, b: string) => T {
  const known = new Map<string, T>();
  return (a, b) => {
    const key = JSON.stringify([a, b]);
    const value = known.has(key) ? known.get(key) as T : measure(a, b);
    known.set(key, value);
    return value;
  };
}

/** An output beside its reference. */
export interface Output {
  /** The text of the reference; undefined where it has none: then only what people say of the output counts. */
  readonly reference: string | undefined;
  readonly text: string;
  /** Human score, 0–100, where there is one. */
  readonly human?: number | undefined;
  /** Ratings that the human score is the mean of, 1 unless given. */
  readonly ratings?: number | undefined;
  /** Tells whether somebody called it ungrammatical or without meaning. */
  readonly flagged?: boolean | undefined;
}

/** The difference of texts from others; null where there are none. */
export interface Difference {
  /** 100 − corpus BLEU, without brevity penalty (ParaBank 2 §3.6). */
  readonly oneMinusBleu: number | null;
  /** Mean overlap of the tokens ∩/∪ × 100; lower means more different. */
  readonly overlap: number | null;
  /** Mean edit distance of trees, nodes. */
  readonly treeEdit: number | null;
}

/** The numbers of one system over some references; null where nothing has the measure. */
export interface Measures extends Difference {
  /** Mean predicted human score, 0–100. */
  readonly meaning: number | null;
  /** Mean of all human ratings, 0–100. */
  readonly human: number | null;
  /** Outputs that somebody flagged, per cent of those that were judged (100 less ParaBank's Table 5). */
  readonly flagged: number | null;
  /** The same as `oneMinusBleu`, with brevity penalty. */
  readonly oneMinusBleuPenalty: number | null;
  /** BLEU over one paragraph of all references, without brevity penalty, 0–100 (ParaBank §5.4, footnote 6). */
  readonly paragraphBleu: number | null;
  /** Unigram precision over the same paragraphs, 0–100. */
  readonly unigramPrecision: number | null;
  /** Spearman's rho of the unigram precision of single outputs and their human scores. */
  readonly unigramHuman: number | null;
  /** Words of the outputs over words of the references. */
  readonly lengthRatio: number | null;
  /** Outputs with the words of the reference in its order. */
  readonly copies: number | null;
  /** References with an output. */
  readonly n: number | null;
}

type Pair = readonly [reference: string, text: string];

/** Says how far `texts` lie from what stands beside them. */
export function differenceOf(pairs: readonly Pair[], { overlap, treeEdit, keepCase }: TableMeasures): Difference {
  return {
    oneMinusBleu: oneMinusBleu(pairs, { keepCase }),
    overlap: rounded(meanOf(pairs.map(([a, b]) => overlap(a, b)))),
    treeEdit: rounded(meanOf(pairs.map(([a, b]) => treeEdit(a, b)))),
  };
}

/** Returns ParaBank 2's Table 1 and ParaBank's Table 4 for one list of outputs. */
export function measuresOf(outputs: readonly Output[], measures: TableMeasures): Measures {
  const { keepCase } = measures;
  const pairs = outputs.flatMap(({ reference, text }): Pair[] => (reference === undefined ? [] : [[reference, text]]));
  const flags = outputs.flatMap(({ flagged }) => flagged ?? []);
  return {
    meaning: rounded(meanOf(pairs.map(([a, b]) => measures.meaning(a, b)))),
    human: rounded(humanMean(outputs)),
    flagged: rounded(meanOf(flags.map((flag) => (flag ? 100 : 0)))),
    ...differenceOf(pairs, measures),
    oneMinusBleuPenalty: oneMinusBleu(pairs, { keepCase, brevityPenalty: true }),
    paragraphBleu: rounded(textBleu(pairs, 'paragraph', { keepCase })),
    unigramPrecision: rounded(textBleu(pairs, 'paragraph', { keepCase, orders: 1 })),
    unigramHuman: unigramHuman(outputs, keepCase),
    lengthRatio: rounded(lengthRatio(pairs)),
    copies: outputs.filter(isCopied).length,
    n: outputs.length,
  };
}

/** Tells whether an output has the words of its reference in their order. */
export const isCopied = ({ reference, text }: Output): boolean =>
  reference !== undefined && plainWords(reference).join(' ') === plainWords(text).join(' ');

/** A score that is the mean of several ratings counts as often as that. */
function humanMean(outputs: readonly Output[]): number | undefined {
  const scored = outputs.flatMap(({ human, ratings = 1 }) => (human === undefined ? [] : [{ human, ratings }]));
  const count = scored.reduce((sum, { ratings }) => sum + ratings, 0);
  return count === 0 ? undefined : scored.reduce((sum, { human, ratings }) => sum + human * ratings, 0) / count;
}

/** Returns 100 − corpus BLEU of texts against their references. */
export function oneMinusBleu(
  pairs: readonly Pair[], options: Pick<TextBleuOptions, 'keepCase' | 'brevityPenalty'> = {},
): number | null {
  const bleu = textBleu(pairs, 'corpus', options);
  return bleu === undefined ? null : rounded(100 - bleu);
}

function unigramHuman(outputs: readonly Output[], keepCase: boolean | undefined): number | null {
  const judged = outputs.flatMap(({ reference, text, human }) => {
    const precision = reference === undefined ? undefined : textBleu([[reference, text]], 'corpus', { keepCase, orders: 1 });
    return human === undefined || precision === undefined ? [] : [[precision, human] as const];
  });
  return rounded(spearman(judged.map(([precision]) => precision), judged.map(([, human]) => human)));
}

/** Rounds to four decimals; null for undefined. */
export const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1e4) / 1e4);
