import { escaped, header, line, plain } from '../tables/cells.ts';
import { raterLines } from '../ratings/merged-markdown.ts';
import type { RaterReport } from '../ratings/raters.ts';
import { relations, type SheetKind } from './kinds.ts';
import type { SheetResult, SheetResults } from './results.ts';

/** Returns the results of a sheet as Markdown: raters, their agreement, then the paper's table. */
export function sheetMarkdown(kind: SheetKind, { items, agreement, rows }: SheetResults, raters: readonly RaterReport[]): string {
  const alphas = Object.entries(agreement).map(([name, value]) => `${name} ${plain(value ?? null, 2)}`);
  return `${[
    ...raterLines(raters), '', `${items} pairs. Krippendorff’s α: ${alphas.join(', ')}.`, '',
      ...(kind === 'paranmt' ? strengthTable(rows) : relationTable(kind, rows)),
  ].join('\n')}\n`;
}

/** Gives ParaNMT-50M's Table 3: counts of each answer; of the deviation one decimal, as there. */
function strengthTable(rows: readonly SheetResult[]): string[] {
  const steps = [1, 2, 3];
  return [
    ...header(['range', 'pairs', 'trigram overlap', ...steps.map((step) => `paraphrase ${step}`),
      ...steps.map((step) => `fluency ${step}`)], 1),
    ...rows.map(({ group, pairs, overlap, counts }) => line([
      group, pairs, overlap ? `${plain(overlap.mean, 2)} ± ${plain(overlap.deviation, 1)}` : '–', ...counts.strength ?? [],
        ...counts.fluency ?? [],
    ])),
  ];
}

/** The fragments paper's Figure 2 (shares by band) and Table 2 (by what found the fragments): per cent, the best answer first. */
function relationTable(kind: SheetKind, rows: readonly SheetResult[]): string[] {
  const names = kind === 'fragments' ? ['PARAPHRASE, %', 'RELATED, %', 'SUM, %']
    : [...relations].toReversed().map((name) => `${name}, %`);
  return [
    ...header([kind === 'fragments' ? 'system' : 'score', 'pairs', ...names], 1),
    ...rows.map(({ group, pairs, counts }) => {
      const [unrelated = 0, related = 0, paraphrase = 0] = counts.relation ?? [];
      const judged = unrelated + related + paraphrase;
      const shares = (kind === 'fragments' ? [paraphrase, related, paraphrase + related] : [paraphrase, related, unrelated]);
      return line([escaped(group), pairs, ...shares.map((count) => plain(judged === 0 ? null : (100 * count) / judged, 1))]);
    }),
  ];
}
