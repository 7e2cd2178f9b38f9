import { plainWords } from '../../core/text/words.ts';
import { corpusBleu, textBleu } from '../../core/metrics/bleu.ts';
import { spearman } from '../../core/metrics/correlation.ts';
import { lengthRatio } from '../../core/metrics/length-ratio.ts';
import { pieceOverlap } from '../../core/metrics/overlap.ts';
import { shallowTrees, treeDistance, type TreeSource } from '../../core/metrics/tree-source.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** The measures that need a model. */
export interface EvaluationTools {
  /** The model's tokens of a text. */
  pieces(text: string): readonly string[];
  /** Predicted human judgement of how much of a's meaning b keeps, 0–100. */
  meaning(a: string, b: string): number;
  /** The shallow parser's where absent. */
  readonly trees?: TreeSource | undefined;
}

/** Measures of single pairs; each pair is measured once, however many rows it is in. */
export type TableMeasures = Readonly<Record<'meaning' | 'overlap' | 'treeEdit', (a: string, b: string) => number | undefined>>;

/** The measures of single pairs that the tables are made of, remembered. */
export function pairMeasures({ pieces, meaning, trees = shallowTrees }: EvaluationTools): TableMeasures {
  return {
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
  readonly reference: string;
  readonly text: string;
  /** Human score, 0–100, where there is one. */
  readonly human?: number | undefined;
}

/** How far texts lie from others; null where there are none. */
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
  /** Mean human score, 0–100. */
  readonly human: number | null;
  /** As `oneMinusBleu`, with brevity penalty. */
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

/** How far `texts` lie from what stands beside them. */
export function differenceOf(pairs: readonly Pair[], { overlap, treeEdit }: TableMeasures): Difference {
  return {
    oneMinusBleu: oneMinusBleu(pairs, false),
    overlap: rounded(meanOf(pairs.map(([a, b]) => overlap(a, b)))),
    treeEdit: rounded(meanOf(pairs.map(([a, b]) => treeEdit(a, b)))),
  };
}

/** ParaBank 2's Table 1 and ParaBank's Table 4 for one list of outputs. */
export function measuresOf(outputs: readonly Output[], measures: TableMeasures): Measures {
  const pairs = outputs.map(({ reference, text }): Pair => [reference, text]);
  return {
    meaning: rounded(meanOf(pairs.map(([a, b]) => measures.meaning(a, b)))),
    human: rounded(meanOf(outputs.map(({ human }) => human))),
    ...differenceOf(pairs, measures),
    oneMinusBleuPenalty: oneMinusBleu(pairs, true),
    paragraphBleu: rounded(textBleu(pairs, 'paragraph')),
    unigramPrecision: rounded(textBleu(pairs, 'paragraph', { orders: 1 })),
    unigramHuman: unigramHuman(outputs),
    lengthRatio: rounded(lengthRatio(pairs)),
    copies: pairs.filter(([reference, text]) => plainWords(reference).join(' ') === plainWords(text).join(' ')).length,
    n: pairs.length,
  };
}

/** 100 − corpus BLEU of texts against their references. */
export function oneMinusBleu(pairs: readonly Pair[], brevityPenalty: boolean): number | null {
  const bleu = corpusBleu(
    pairs.map(([reference, text]) => ({ references: [plainWords(reference)], candidate: plainWords(text) })),
    { brevityPenalty },
  );
  return bleu === undefined ? null : rounded(100 - bleu);
}

function unigramHuman(outputs: readonly Output[]): number | null {
  const judged = outputs.flatMap(({ reference, text, human }) => {
    const precision = textBleu([[reference, text]], 'corpus', { orders: 1 });
    return human === undefined || precision === undefined ? [] : [[precision, human] as const];
  });
  return rounded(spearman(judged.map(([precision]) => precision), judged.map(([, human]) => human)));
}

/** Four decimals; null for undefined. */
export const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1e4) / 1e4);
