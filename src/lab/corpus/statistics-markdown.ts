import type { MeanAndDeviation } from '../corpora/fold-tables.ts';
import { escaped, header, line, plain } from '../tables/cells.ts';
import type { CorpusTables, PairStatistics, SystemStatistics, TextStatistics } from './statistics.ts';

const both = (value: MeanAndDeviation | null, digits: number): string =>
  (value === null ? '–' : `${value.mean.toFixed(digits)} ± ${value.deviation.toFixed(digits)}`);

const nameOf = (system: string | null): string =>
  (system === null ? 'all' : /^\d+$/u.test(system) ? `system ${system}` : escaped(system));

const texts = ({ n, length, idf, vocabularyEntropy, parseEntropy }: TextStatistics): (string | number)[] =>
  [n, both(length, 1), both(idf, 1), plain(vocabularyEntropy, 1), plain(parseEntropy, 1)];

const pair = (one: PairStatistics): (string | number)[] => [
  one.n, plain(one.copies, 1), plain(one.meaning, 1), both(one.cosine, 2), plain(one.oneMinusBleu, 2), plain(one.overlap, 2),
  plain(one.trigramOverlap, 2), plain(one.treeEdit, 2), plain(one.lengthRatio, 2),
];

/** Measures that have a table by length of the source (ParaBank, Table 4). */
const byLength = [
  ['Rewrites', 'n', 0], ['Copies, per cent', 'copies', 1], ['Similarity, predicted', 'meaning', 1],
  ['Paragraph BLEU', 'paragraphBleu', 2], ['∩/∪', 'overlap', 2],
] as const satisfies readonly (readonly [string, keyof PairStatistics, number])[];

/** Returns the statistics of a corpus as Markdown: its texts, its pairs by system and by length, and its systems beside each other. */
export function statisticsMarkdown({ sources, without, systems, together }: CorpusTables): string {
  return `${[
    `${sources.n} sources, ${without} of them without a rewrite.`,
    '',
    ...header(['texts', 'n', 'words', 'IDF', 'vocabulary entropy', 'parse entropy'], 1),
    line(['sources', ...texts(sources)]),
    ...systems.map((one) => line([nameOf(one.system), ...texts(one.texts)])),
    '',
    ...header([
      'system', 'rewrites', 'copies, per cent', 'similarity, predicted', 'paraphrase score', '1-BLEU', '∩/∪', 'trigram overlap',
      'tree edit distance', 'length ratio', 'self-BLEU',
    ], 1),
    ...systems.map((one) => line([nameOf(one.system), ...pair(one), plain(one.selfBleu, 2)])),
    '',
    ...byLength.flatMap((measure) => lengthTable(systems, measure)),
    'How much the first rewrites of two systems for the same source differ from each other:',
    '',
    ...header(['systems', 'n', '1-BLEU', '∩/∪', 'tree edit distance'], 1),
    ...together.map((one) => line([
      one.systems.map(nameOf).join(' / '), one.n, plain(one.oneMinusBleu, 2), plain(one.overlap, 2), plain(one.treeEdit, 2),
    ])),
    ...legend,
  ].join('\n')}\n`;
}

function lengthTable(systems: readonly SystemStatistics[], [heading, measure, digits]: (typeof byLength)[number]): string[] {
  const lengths = Object.keys(systems[0]?.byLength ?? {});
  return [
    `${heading}, by words of the source:`,
    '',
    ...header(['system', ...lengths], 1),
    ...systems.map((one) => line([nameOf(one.system), ...lengths.map((length) => plain(one.byLength[length]?.[measure] ?? null, digits))])),
    '',
  ];
}

const legend = [
  '',
  'Words, IDF (bits) and paraphrase score (cosine of sentence embeddings): mean ± standard deviation. Entropies in nats, those of parses',
  'over the top two levels of shallow trees. Similarity, predicted: the fitted human score 0–100, a prediction, not a judgement. 1-BLEU:',
  'over all pairs, without brevity penalty, higher is more different. Paragraph BLEU, ∩/∪ (tokens of the model), trigram overlap: lower is',
  'more different. Self-BLEU: of the rewrites of one source, lower is more different from each other.',
];
