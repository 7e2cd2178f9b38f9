import { escaped, header, line, plain } from '../tables/cells.ts';
import type { Agreement } from './ratings.ts';
import type { ReadingFigure, Results } from './results.ts';
import type { Control } from './sheet.ts';

/** A rater's controls, and how each two raters agree. */
export interface RatersReport {
  readonly raters: readonly { readonly name: string; readonly controls: Readonly<Record<Control, { passed: number; rated: number }>> }[];
  readonly agreements: readonly (Agreement & { readonly raters: readonly [string, string] })[];
}

/** Writes raters and results of a blind reading as Markdown. */
export function blindMarkdown({ raters, agreements }: RatersReport, { systems, differences }: Results): string {
  return `${[
    ...header(['rater', 'copies passed', 'foreign rewrites passed'], 1),
    ...raters.map(({ name, controls: { copy, other } }) => line([escaped(name), passedOf(copy), passedOf(other)])),
    '',
    ...header(['raters', 'items', 'same verdict, %', "Cohen's kappa", 'fluency, difference', 'adequacy, difference'], 1),
    ...agreements.map(({ raters: [one, other], items, same, kappa, fluency, adequacy }) => line([
      escaped(`${one}, ${other}`), items, ...[same, kappa, fluency, adequacy].map((value, at) => plain(value ?? null, at === 0 ? 1 : 2)),
    ])),
    '',
    ...figureTable(systems.map(({ system, sources, figures }) => ({ name: system, sources, figures }))),
    '',
    ...(differences.length === 0 ? [] : [
      ...figureTable(differences.map(({ systems: [one, other], sources, figures }) => ({ name: `${other} − ${one}`, sources, figures }))),
      '',
    ]),
    ...legend,
  ].join('\n')}\n`;
}

const passedOf = ({ passed, rated }: { passed: number; rated: number }): string => `${passed} of ${rated}`;

/** A line a figure, a column a system. */
function figureTable(
  columns: readonly { readonly name: string; readonly sources: number; readonly figures: readonly ReadingFigure[] }[],
): string[] {
  const [first] = columns;
  return [
    ...header(['', ...columns.map(({ name }) => escaped(name))], 1),
    line(['sources', ...columns.map(({ sources }) => sources)]),
    ...(first?.figures ?? []).map(({ name }, at) => line([name, ...columns.map(({ figures }) => cellOf(figures[at]))])),
  ];
}

function cellOf(figure: ReadingFigure | undefined): string {
  if (!figure) return '';
  const { value, interval } = figure;
  return plain(value, 2) + (interval ? ` (${plain(interval.low, 2)} to ${plain(interval.high, 2)})` : '');
}

const legend = [
  'Right: fluency and adequacy at least 4 in the mean of the raters; to each rater: both at least 4 from everyone. The likeliest: the one',
  "with the system's own highest estimate. DG5: the largest set of right rewrites that lie so far (1 − ∩/∪ of words) from the source and",
  'from each other. 1-BLEU: over all shown, without brevity penalty, and over all pairs (mean of both orders). In brackets: 90 % intervals',
  'over sources (bootstrap); differences are paired by source. A source counts where every rewrite of the system was rated by everyone.',
];
