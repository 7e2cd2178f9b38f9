import { type ChangeKind, changesOf } from '../../core/metrics/changes.ts';
import { APARTS, expectedDistinct, type Probable } from '../../core/metrics/distinct.ts';
import { meanOf } from '../../core/metrics/summary.ts';
import { header, line, plain } from './cells.ts';
import { rounded } from './measures.ts';
import { NEAR_COPY, percent, setMeasures, type SetMeasures, tallyOf } from './sets.ts';

/** The number of alarms that a grammar checker raises in texts, and of the words in them. */
export interface Alarms {
  readonly alarms: number;
  readonly words: number;
}

/** A sentence of the table with its rewrites. */
export interface QualityRecord {
  readonly group: string;
  readonly source: string;
  /** The rewrites; `right` by the estimator, 0–1, where there is one. */
  readonly rewrites: readonly { readonly text: string; readonly right?: number | undefined }[];
  readonly sourceAlarms: Alarms;
  /** The alarms in all rewrites together. */
  readonly rewriteAlarms: Alarms;
  readonly seconds: number;
}

/** A row: figures of all sentences of a group; null where there is nothing to count. */
export type QualityRow = { readonly [M in keyof SetMeasures]: number | null } & Readonly<Record<ChangeKind, number | null>> & {
  readonly group: string;
  readonly sentences: number;
  /** Means of `right`, per cent: of all rewrites, and of the likeliest of each set. */
  readonly expectedRight: number | null;
  readonly expectedRightLikeliest: number | null;
  /** Distinct good rewrites expected from `right` alone, for each of `APARTS`. */
  readonly expectedDistinct: readonly (number | null)[];
  /** Alarms in 100 words of the rewrites and of the sources. */
  readonly alarms: number | null;
  readonly sourceAlarms: number | null;
  readonly seconds: number | null;
};

/** Returns a row for each group in the order of first appearance, and one for all of them. */
export function qualityRows(records: readonly QualityRecord[]): QualityRow[] {
  const groups = [...new Set(records.map(({ group }) => group))];
  return [...groups.map((group) => rowOf(group, records.filter((one) => one.group === group))), rowOf('all', records)];
}

function rowOf(group: string, records: readonly QualityRecord[]): QualityRow {
  const pairs = records.flatMap(({ source, rewrites }) => rewrites.map(({ text }) => changesOf(source, text)));
  const measures = setMeasures(records.map(({ source, rewrites }) => tallyOf({ source, texts: rewrites.map(({ text }) => text) })));
  const rights = records.map(({ rewrites }) => rewrites.flatMap(({ right }) => right ?? []));
  return {
    group,
    sentences: records.length,
    ...eachRounded(measures),
    expectedRight: rounded(meanOf(rights.flat().map((right) => 100 * right))),
    expectedRightLikeliest: rounded(meanOf(rights.filter((some) => some.length > 0).map((some) => 100 * Math.max(...some)))),
    expectedDistinct: APARTS.map((apart) => rounded(meanOfAll(records.map((record) => expectedOf(record, apart))))),
    alarms: rounded(inHundredWords(records.map(({ rewriteAlarms }) => rewriteAlarms))),
    sourceAlarms: rounded(inHundredWords(records.map(({ sourceAlarms }) => sourceAlarms))),
    numbers: rounded(percent(pairs.map(({ numbers }) => numbers))),
    names: rounded(percent(pairs.map(({ names }) => names))),
    negation: rounded(percent(pairs.map(({ negation }) => negation))),
    seconds: rounded(meanOf(records.map(({ seconds }) => seconds))),
  };
}

function eachRounded(measures: SetMeasures): { [M in keyof SetMeasures]: number | null } {
  const { shown, oneMinusBleu, oneMinusBleuPairs, distance, distancePairs, nearCopies } = measures;
  return {
    shown: rounded(shown), oneMinusBleu: rounded(oneMinusBleu), oneMinusBleuPairs: rounded(oneMinusBleuPairs),
    distance: rounded(distance), distancePairs: rounded(distancePairs), nearCopies: rounded(nearCopies),
  };
}

/** Gives the distinct good rewrites that are expected of a set; undefined where the estimator did not judge all of them. */
function expectedOf({ source, rewrites }: QualityRecord, apart: number): number | undefined {
  const judged = rewrites.flatMap(({ text, right }): Probable[] => (right === undefined ? [] : [{ text, right }]));
  return judged.length < rewrites.length ? undefined : expectedDistinct(source, judged, apart);
}

/** Gives a mean; undefined where a value is undefined: a mean over some sets would be one of the shortest. */
const meanOfAll = (values: readonly (number | undefined)[]): number | undefined =>
  values.includes(undefined) ? undefined : meanOf(values);

function inHundredWords(some: readonly Alarms[]): number | undefined {
  const sum = (of: keyof Alarms): number => some.reduce((total, one) => total + one[of], 0);
  return sum('words') === 0 ? undefined : (100 * sum('alarms')) / sum('words');
}

const heading = [
  'group', 'sentences', 'shown', '1-BLEU', '1-BLEU, pairs', 'distance', 'distance, pairs', 'near copies, %', 'expected right, %',
  'of the likeliest, %', `expected DG5 at ${APARTS.join(' / ')}`, 'alarms (source)', 'numbers, %', 'names, %', 'negation, %', 'seconds',
];

/** Returns the table as Markdown, notes above it. */
export function qualityMarkdown(rows: readonly QualityRow[], notes: readonly string[]): string {
  return `${[...notes, '', ...header(heading, 1), ...rows.map(rowLine), ...legend].join('\n')}\n`;
}

function rowLine(row: QualityRow): string {
  return line([
    row.group, row.sentences, plain(row.shown, 2), plain(row.oneMinusBleu, 1), plain(row.oneMinusBleuPairs, 1), plain(row.distance, 2),
    plain(row.distancePairs, 2), plain(row.nearCopies, 1), plain(row.expectedRight, 1), plain(row.expectedRightLikeliest, 1),
    row.expectedDistinct.map((value) => plain(value, 2)).join(' / '), `${plain(row.alarms, 2)} (${plain(row.sourceAlarms, 2)})`,
    plain(row.numbers, 1), plain(row.names, 1), plain(row.negation, 1), plain(row.seconds, 1),
  ]);
}

const legend = [
  '',
  'Shown: rewrites a sentence. 1-BLEU: over all that is shown, without brevity penalty, and over all pairs of a sentence (mean of both',
  'orders); distance: 1 − ∩/∪ of words, to the source and over pairs; higher is more different. Near copies: distance below',
  `${NEAR_COPY}. **Expected is what the estimator expects and nobody has read:** its mean probability of right, of all shown and of the`,
  'likeliest of each sentence, and the distinct good rewrites (DG5) that these probabilities make likely. Alarms: of a grammar checker in',
  '100 words of the rewrites and of the sources. Numbers, names, negation: shares of rewrites that differ there from the source by a',
  'plain look at the words. Only a blind reading (`--sheet`) says what is right.',
];
