import { corpusBleu } from '../metrics/bleu.ts';
import { lengthRatio } from '../metrics/length-ratio.ts';
import { pieceOverlap } from '../metrics/overlap.ts';
import { shallowTreeDistance } from '../metrics/shallow-tree.ts';
import { plainWords } from '../../text/words.ts';

/** What one system (one rank of it) made of the references; places without an output are undefined. */
export interface SystemOutputs {
  /** `parabank2` or a number of ParaBank's for our own, else the column of the file. */
  readonly system: string | number;
  /** 1 is the best; null where the file does not say. */
  readonly rank: number | null;
  readonly source: 'ours' | 'file';
  readonly texts: readonly (string | undefined)[];
  /** Human scores of the outputs, 0–100, where the file has them. */
  readonly human?: readonly (number | undefined)[];
}

/** The measures that need a model. */
export interface EvaluationTools {
  /** The model's pieces of a text. */
  pieces(text: string): readonly string[];
  /** Predicted human judgement of how much of a's meaning b keeps, 0–100. */
  meaning(a: string, b: string): number;
}

/** Measures of pairs; null where there are none. BLEU has no brevity penalty (seeds-spec 2.4). */
export interface PairMeasures {
  /** 100 − corpus BLEU. */
  readonly oneMinusBleu: number | null;
  /** Mean piece overlap ∩/∪ × 100; lower means more different. */
  readonly overlap: number | null;
  /** Mean edit distance of shallow trees. */
  readonly treeEdit: number | null;
}

export interface EvaluationRow extends PairMeasures {
  readonly system: string | number;
  readonly rank: number | null;
  readonly source: 'ours' | 'file';
  /** Mean predicted human score, 0–100. */
  readonly meaning: number | null;
  /** Mean human score, 0–100; null without judgements. */
  readonly human: number | null;
  /** As `oneMinusBleu`, with brevity penalty. */
  readonly oneMinusBleuPenalty: number | null;
  readonly lengthRatio: number | null;
  /** Outputs with the words of the reference in its order. */
  readonly copies: number;
  /** References with an output. */
  readonly n: number;
}

/** How much two systems (or ranks) differ on the same references; the first is the reference of BLEU. */
export interface CollectiveRow extends PairMeasures {
  readonly system: string | number;
  readonly ranks: readonly [number, number] | null;
  /** The same with the second as the reference: BLEU is not symmetric. */
  readonly oneMinusBleuReversed: number | null;
  readonly n: number;
}

/** ParaBank 2's Table 1 for a list of systems, in their order. */
export function evaluationRows(references: readonly string[], systems: readonly SystemOutputs[], tools: EvaluationTools): EvaluationRow[] {
  return systems.map(({ system, rank, source, texts, human }) => {
    const pairs = together(references, texts);
    return {
      system, rank, source,
      meaning: mean(pairs.map(([reference, text]) => tools.meaning(reference, text))),
      human: mean((human ?? []).filter((score) => score !== undefined)),
      ...measures(pairs, tools),
      oneMinusBleuPenalty: oneMinusBleu(pairs, true),
      lengthRatio: rounded(lengthRatio(pairs)),
      copies: pairs.filter(([reference, text]) => plainWords(reference).join(' ') === plainWords(text).join(' ')).length,
      n: pairs.length,
    };
  });
}

/** ParaBank 2's Table 2 for one pair of systems or ranks. */
export function collectiveRow(
  system: string | number,
  ranks: readonly [number, number] | null,
  first: SystemOutputs,
  second: SystemOutputs,
  tools: EvaluationTools,
): CollectiveRow {
  const pairs = together(first.texts, second.texts);
  return {
    system,
    ranks,
    ...measures(pairs, tools),
    oneMinusBleuReversed: oneMinusBleu(
      pairs.map(([a, b]) => [b, a]),
      false,
    ),
    n: pairs.length,
  };
}

type Pair = readonly [reference: string, text: string];

function together(references: readonly (string | undefined)[], texts: readonly (string | undefined)[]): Pair[] {
  return references.flatMap((reference, place): Pair[] => {
    const text = texts[place];
    return reference === undefined || text === undefined ? [] : [[reference, text]];
  });
}

function measures(pairs: readonly Pair[], tools: EvaluationTools): PairMeasures {
  return {
    oneMinusBleu: oneMinusBleu(pairs, false),
    overlap: mean(pairs.map(([a, b]) => pieceOverlap(tools.pieces(a), tools.pieces(b))).filter((value) => value !== undefined)),
    treeEdit: mean(pairs.map(([a, b]) => shallowTreeDistance(a, b))),
  };
}

function oneMinusBleu(pairs: readonly Pair[], brevityPenalty: boolean): number | null {
  const bleu = corpusBleu(
    pairs.map(([reference, text]) => ({ references: [plainWords(reference)], candidate: plainWords(text) })),
    { brevityPenalty },
  );
  return bleu === undefined ? null : rounded(100 - bleu);
}

const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 1e4) / 1e4);

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/**
 * Texts of ranks 1 … `ranks` from lists of rewrites, best first. Where a list is shorter its last one is repeated
 * (ParaBank 2 §3.3); an empty list gives no text.
 */
export function byRank(lists: readonly (readonly string[])[], ranks: number): (readonly (string | undefined)[])[] {
  return Array.from({ length: ranks }, (_, at) => lists.map((list) => list[at] ?? list.at(-1)));
}
