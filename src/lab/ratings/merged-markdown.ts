import { escaped, header, line, plain } from '../tables/cells.ts';
import type { RaterAgreement, SystemFigures } from './merged.ts';
import type { RaterReport } from './raters.ts';

/** The report on the judgements of several raters together. */
export interface MergedReport {
  readonly raters: readonly RaterReport[];
  /** Rewrites that count, and those with too few judges. */
  readonly items: number;
  readonly fewJudges: number;
  readonly agreement: RaterAgreement;
  readonly systems: readonly SystemFigures[];
}

const reasons = { few: 'too few judgements', controls: 'copies missed' } as const;

/** Returns a table of the raters. */
export const raterLines = (raters: readonly RaterReport[]): string[] => [
  ...header(['rater', 'judgements', 'copies', 'missed', 'left out'], 1),
  ...raters.map(({ rater, ratings, controls, missed, leftOut }) =>
    line([escaped(rater), ratings, controls, missed, leftOut === undefined ? '' : reasons[leftOut]])),
];

/** Returns the report as Markdown: raters, their agreement, and systems as in ParaBank's Tables 4 and 5. */
export function mergedMarkdown({ raters, items, fewJudges, agreement, systems }: MergedReport): string {
  return `${[
    ...raterLines(raters),
    '',
    `${items} rewrites; ${fewJudges} more have too few judges. Krippendorff’s α of the ratings ${plain(agreement.ratings ?? null, 2)}, ` +
      `of the flags ${plain(agreement.flags ?? null, 2)}, on ${agreement.items} rewrites.`,
    '',
    ...header(['system', 'similarity', 'grammatical and meaningful, %', 'n'], 1),
    ...systems.map(({ system, similarity, grammatical, n }) =>
      line([escaped(system), plain(similarity ?? null, 2), plain(grammatical ?? null, 2), n])),
  ].join('\n')}\n`;
}
