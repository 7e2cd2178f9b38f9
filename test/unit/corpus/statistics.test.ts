import { describe, expect, it } from 'vitest';
import { Frequencies } from '../../../src/lab/corpus/entropy.ts';
import type { RewritePair } from '../../../src/lab/corpus/forms.ts';
import { CorpusStatistics, type CorpusTables, type StatisticsTools } from '../../../src/lab/corpus/statistics.ts';
import { statisticsMarkdown } from '../../../src/lab/corpus/statistics-markdown.ts';
import { selfBleu } from '../../../src/core/metrics/self-bleu.ts';
import { shallowTreeDistance } from '../../../src/core/metrics/shallow-tree.ts';
import { measuresOf, pairMeasures } from '../../../src/lab/tables/measures.ts';
import { plainWords } from '../../../src/core/text/words.ts';

const short = 'He went home early today.';
const long = 'After the long meeting she walked slowly back to the small house by the river.';
const pair = (source: string, rewrite: string | undefined, systems: string[], meaning = 80): RewritePair => ({
  source, rewrite, systems, meaning,
});
const corpus: readonly (readonly RewritePair[])[] = [
  [
    pair(short, 'He left for home early today.', ['otherwise', '17'], 90),
    pair(short, 'He was home early today.', ['otherwise'], 70),
    pair(short, 'He went home early today!', ['34'], 100),
  ],
  [pair(long, 'She walked back slowly to the little house by the river after the long meeting.', ['otherwise', '34'])],
  [pair('Nothing came of this.', undefined, [])],
];

const tools = {
  pieces: plainWords, idf: (word: string) => new Map([['he', 2], ['went', 6]]).get(word), cosine: () => 0.5, trees: true,
};

function tablesOf(some: readonly (readonly RewritePair[])[], given: StatisticsTools = tools): CorpusTables {
  const statistics = new CorpusStatistics(given);
  for (const pairs of some) statistics.add(pairs);
  return statistics.tables();
}

describe('CorpusStatistics', () => {
  const tables = tablesOf(corpus);
  const system = (name: string | null) => tables.systems.find((one) => one.system === name);

  it('counts sources, those without a rewrite, and a shared rewrite once for each system and once for all', () => {
    expect([tables.sources.n, tables.without]).toEqual([3, 1]);
    expect(tables.systems.map(({ system: name, n }) => [name, n])).toEqual([[null, 4], ['otherwise', 3], ['17', 1], ['34', 2]]);
  });

  it('gives the figures that the metrics give', () => {
    const own = corpus.flat().filter(({ systems }) => systems.includes('otherwise'))
      .map(({ source, rewrite = '' }) => ({ reference: source, text: rewrite }));
    const expected = measuresOf(own, pairMeasures({ pieces: plainWords, meaning: () => NaN }));
    const found = system('otherwise');
    const names = ['oneMinusBleu', 'paragraphBleu', 'overlap', 'treeEdit', 'lengthRatio'] as const;
    for (const name of names) expect(found?.[name]).toBe(expected[name]);
    expect(found?.meaning).toBe(80);
    expect(found?.selfBleu).toBeCloseTo(selfBleu(own.slice(0, 2).map(({ text }) => text)) ?? NaN, 3);
    expect(system('34')?.selfBleu).toBeNull();
    expect([system('34')?.copies, system('otherwise')?.copies]).toEqual([50, 0]);
    expect(found?.cosine).toEqual({ mean: 0.5, deviation: 0 });
  });

  it('describes texts by length, IDF and entropies', () => {
    const { length, idf } = tables.sources;
    expect(length?.mean).toBeCloseTo((5 + 15 + 4) / 3, 3);
    expect(idf).toEqual({ mean: 4, deviation: 0 });
    const even = tablesOf([[pair('a b c d', 'a a a a', ['x'])]]);
    expect([even.sources.vocabularyEntropy, even.systems[0]?.texts.vocabularyEntropy]).toEqual([1.3863, 0]);
    expect(tables.sources.parseEntropy).toBeGreaterThan(0);
  });

  it('parts pairs by the length of their source', () => {
    const parts = system('34')?.byLength ?? {};
    expect(Object.entries(parts).map(([name, { n }]) => [name, n])).toEqual([['1–7', 1], ['8–14', 0], ['15–28', 1], ['29–', 0]]);
    expect([parts['1–7']?.copies, parts['15–28']?.copies, parts['29–']?.copies]).toEqual([100, 0, null]);
  });

  it('compares the first rewrites of two systems for the same source', () => {
    expect(tables.together.map(({ systems, n }) => [systems.join('/'), n])).toEqual(
      [['otherwise/17', 1], ['otherwise/34', 2], ['17/34', 1]]);
    const [same, , other] = tables.together;
    expect([same?.oneMinusBleu, same?.overlap, same?.treeEdit]).toEqual([0, 100, 0]);
    expect(other?.treeEdit).toBe(shallowTreeDistance('He left for home early today.', 'He went home early today!'));
  });

  it('measures only what its tools know, and takes overlaps that a corpus has', () => {
    const [all] = tablesOf([[{ ...pair(short, 'He left.', ['17']), overlap: 33 }]], { trees: false }).systems;
    expect([all?.overlap, all?.cosine, all?.treeEdit, all?.texts.idf, all?.texts.parseEntropy]).toEqual([33, null, null, null, null]);
  });

  it('is defined for nothing', () => {
    const none = tablesOf([]);
    expect([none.sources.n, none.sources.length, none.systems[0]?.n, none.systems[0]?.copies]).toEqual([0, null, 0, null]);
    expect(statisticsMarkdown(none)).toContain('0 sources');
  });

  it('halts between its steps', () => {
    const statistics = new CorpusStatistics(tools);
    for (const pairs of corpus) statistics.add(pairs);
    expect([...statistics.steps()].length).toBe(4 + 3);
  });
});

describe('statisticsMarkdown', () => {
  it('has tables whose rows are as wide as their headers, with every system in each', () => {
    const text = statisticsMarkdown(tablesOf(corpus));
    const blocks = text.split('\n\n').filter((block) => block.startsWith('|'));
    expect(blocks.length).toBe(2 + 5 + 1);
    for (const block of blocks) {
      const rows = block.trimEnd().split('\n').filter((row) => row.startsWith('|'));
      expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
    }
    for (const block of blocks.slice(1, -1)) expect(block.match(/^\| (?:all|otherwise|system 17|system 34) \|/gmu)?.length).toBe(4);
    expect(text).toMatch(/\| otherwise \/ system 17 \| 1 \| 0\.00 \| 100\.00 \|/u);
  });
});

describe('Distribution', () => {
  it('has the entropy of what occurred, in nats', () => {
    const distribution = new Frequencies();
    expect(distribution.entropy).toBeUndefined();
    for (const thing of ['a', 'b', 'a', 'b', 'c', 'd', 'c', 'd']) distribution.add(thing);
    expect(distribution.entropy).toBeCloseTo(Math.log(4), 12);
  });
});
