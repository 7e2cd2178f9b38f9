import { escaped, header, line, plain } from './cells.ts';
import type { Measures } from './measures.ts';
import type { CollectiveRow, Correlation, EvaluationRow } from './rows.ts';

/** The results of an evaluation. */
export interface EvaluationTables {
  readonly rows: readonly EvaluationRow[];
  readonly collective: readonly CollectiveRow[];
  readonly correlations: readonly Correlation[];
}

/** A number, with half the range of the runs where there were several. */
function cell<K extends string>(
  row: Readonly<Record<K, number | null>> & { readonly halfRange?: Readonly<Record<K, number | null>> },
  name: K,
  digits: number,
): string {
  const spread = row.halfRange?.[name];
  if (spread === undefined || spread === null) return plain(row[name], digits);
  // A mean of counts is no whole number.
  const shown = Math.max(digits, 1);
  return `${plain(row[name], shown)} ± ${spread.toFixed(shown)}`;
}

const sources = { ours: '', file: ' (of the file)', oracle: '' } as const;
const nameOf = (system: string | number): string => (typeof system === 'number' ? `system ${system}` : escaped(system));

/** Columns of the first table: heading, measure, digits after the point. */
const columns = [
  ['similarity, predicted', 'meaning', 1], ['similarity, human', 'human', 1], ['flagged, %', 'flagged', 1],
  ['1-BLEU', 'oneMinusBleu', 2], ['∩/∪', 'overlap', 2],
  ['tree edit distance', 'treeEdit', 2], ['length ratio', 'lengthRatio', 2], ['paragraph BLEU', 'paragraphBleu', 2],
  ['unigram precision', 'unigramPrecision', 2], ['its ρ with human', 'unigramHuman', 2], ['copies', 'copies', 0], ['n', 'n', 0],
] as const satisfies readonly (readonly [string, keyof Measures, number])[];

/** The measures of ParaBank's Table 4, by length. */
const lengthColumns = [
  ['Similarity, predicted', 'meaning', 1], ['Similarity, human', 'human', 2], ['Paragraph BLEU', 'paragraphBleu', 2],
] as const satisfies readonly (readonly [string, keyof Measures, number])[];

const readable: Readonly<Partial<Record<keyof Measures, string>>> = {
  meaning: 'predicted similarity', human: 'human similarity', paragraphBleu: 'paragraph BLEU', unigramPrecision: 'unigram precision',
};

/** Returns the tables of an evaluation as Markdown, notes above them. */
export function evaluationMarkdown({ rows, collective, correlations }: EvaluationTables, notes: readonly string[]): string {
  return `${[
    ...notes,
    '',
    ...header(['system', 'rank', ...columns.map(([heading]) => heading)], 1),
    ...rows.map((row) => line([
      nameOf(row.system) + sources[row.source], row.rank ?? '', ...columns.map(([, measure, digits]) => cell(row, measure, digits)),
    ])),
    '',
    ...lengthTables(rows),
    ...gainTable(rows),
    'How much outputs for the same reference differ from each other:',
    '',
    ...header(['systems', 'ranks', '1-BLEU', 'the other way round', '∩/∪', 'tree edit distance', 'n'], 2),
    ...collective.map((row) => line([
      nameOf(row.system), row.ranks?.join('/') ?? '', cell(row, 'oneMinusBleu', 2), cell(row, 'oneMinusBleuReversed', 2),
      cell(row, 'overlap', 2), cell(row, 'treeEdit', 2), cell(row, 'n', 0),
    ])),
    '',
    ...correlations.filter(({ spearman }) => spearman !== null).map(({ measures: [one, other], spearman, systems }) =>
      `Spearman's ρ of ${readable[one] ?? one} and ${readable[other] ?? other} over ${systems} systems: ${plain(spearman, 2)}.`),
    ...legend,
  ].join('\n')}\n`;
}

/** Gives one table a measure: its columns are the lengths and their mean. */
function lengthTables(rows: readonly EvaluationRow[]): string[] {
  const lengths = Object.keys(rows[0]?.byLength ?? {});
  if (lengths.length === 0) return [];
  return lengthColumns.flatMap(([heading, measure, digits]) => [
    `${heading}, by length of the reference:`,
    '',
    ...header(['system', 'rank', ...lengths], 1),
    ...rows.map((row) => line([
      nameOf(row.system), row.rank ?? '', ...lengths.map((length) => plain(row.byLength?.[length]?.[measure] ?? null, digits)),
    ])),
    '',
  ]);
}

/** Gives the table of gains over the baseline, per cent; the human score also by length. */
function gainTable(rows: readonly EvaluationRow[]): string[] {
  if (rows[0]?.gain === undefined) return [];
  const lengths = Object.keys(rows[0].gain.byLength ?? {}).filter((length) => length !== 'mean');
  const names = ['similarity, predicted', 'similarity, human', ...lengths.map((length) => `human, ${length}`), 'not flagged'];
  return [
    'Gain over the baseline, per cent of its number:',
    '',
    ...header(['system', 'rank', ...names], 1),
    ...rows.map(({ system, rank, gain }) => line([
      nameOf(system), rank ?? '', plain(gain?.meaning ?? null, 1), plain(gain?.human ?? null, 1),
      ...lengths.map((length) => plain(gain?.byLength?.[length]?.human ?? null, 1)), plain(gain?.unflagged ?? null, 1),
    ])),
    '',
  ];
}

const legend = [
  '',
  'Similarity, predicted: the fitted human score 0–100 (`otherwise similarity`), a prediction, not a judgement. 1-BLEU: over all pairs,',
  'without brevity penalty, higher is more different. Paragraph BLEU and unigram precision: all references as one text, lower is more',
  'different. ∩/∪: tokens of the model, lower is more different. Tree edit distance: trees of a shallow parser, top three levels. ±: half',
  'the range of the seeds. Flagged: outputs that somebody called ungrammatical or without meaning. Deviation: over the lengths (n − 1).',
];
