import type { CollectiveRow, EvaluationRow } from './evaluation.ts';

const cell = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));
const name = (system: string | number): string => (typeof system === 'number' ? `system ${system}` : system.replaceAll('|', '\\|'));

/** The tables of an evaluation as Markdown, notes above them. */
export function evaluationMarkdown(rows: readonly EvaluationRow[], collective: readonly CollectiveRow[], notes: readonly string[]): string {
  const lines = [
    ...notes,
    '',
    '| system | rank | similarity, predicted | similarity, human | 1-BLEU | ∩/∪ | tree edit distance | length ratio | copies | n |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map(
      (row) =>
        `| ${name(row.system)}${row.source === 'file' ? ' (of the file)' : ''} | ${row.rank ?? ''} | ${cell(row.meaning, 1)} | ${cell(row.human, 1)} | ${cell(row.oneMinusBleu, 2)} | ${cell(row.overlap, 2)} | ${cell(row.treeEdit, 2)} | ${cell(row.lengthRatio, 2)} | ${row.copies} | ${row.n} |`,
    ),
    '',
    'How much outputs for the same reference differ from each other:',
    '',
    '| systems | ranks | 1-BLEU | the other way round | ∩/∪ | tree edit distance | n |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...collective.map(
      (row) =>
        `| ${name(row.system)} | ${row.ranks?.join('/') ?? ''} | ${cell(row.oneMinusBleu, 2)} | ${cell(row.oneMinusBleuReversed, 2)} | ${cell(row.overlap, 2)} | ${cell(row.treeEdit, 2)} | ${row.n} |`,
    ),
    '',
    'Similarity, predicted: the fitted human score 0–100 (`otherwise similarity`), a prediction, not a judgement. 1-BLEU: over all pairs, without brevity',
    'penalty, higher is more different. ∩/∪: pieces of the model, lower is more different. Tree edit distance: trees of a shallow parser, top three levels.',
  ];
  return `${lines.join('\n')}\n`;
}
