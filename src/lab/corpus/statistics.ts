import { corpusWords } from '../corpora/pairs.ts';
import { type MeanAndDeviation, spread } from '../corpora/fold-tables.ts';
import { pieceOverlap } from '../../core/metrics/overlap.ts';
import { selfBleu } from '../../core/metrics/self-bleu.ts';
import { shallowTrees, treeDistance, type TreeSource } from '../../core/metrics/tree-source.ts';
import { trigramOverlap } from '../../core/metrics/trigram-overlap.ts';
import { meanOf } from '../../core/metrics/summary.ts';
import { textBleu } from '../../core/metrics/bleu.ts';
import { lengthRatio } from '../../core/metrics/length-ratio.ts';
import { differenceOf, type Difference, oneMinusBleu, rounded } from '../tables/measures.ts';
import { Frequencies } from './entropy.ts';
import { isCopy } from './filters.ts';
import type { RewritePair } from './forms.ts';

/** The functions that measure texts for the statistics; a measure whose function is absent is left out. */
export interface StatisticsTools {
  /** The model's tokens of a text. */
  pieces?(text: string): readonly string[];
  /** IDF of a lower-cased word, bits; undefined for one outside the table. */
  idf?(word: string): number | undefined;
  /** Cosine of the sentence embeddings of two texts, −1 to 1. */
  cosine?(a: string, b: string): number;
  /** Predicted human similarity of a rewrite `b` of `a`, 0–100, for pairs that come without it. */
  meaning?(a: string, b: string): number;
  /** Trees for edit distances and parse entropies, those of the shallow parser (true), which takes most of the time, or none (false). */
  readonly trees: TreeSource | boolean;
}

/** The figures of some texts as ParaNMT-50M's Table 1 has them; null where nothing has the measure. */
export interface TextStatistics {
  readonly n: number;
  /** Words a text, mean and standard deviation. */
  readonly length: MeanAndDeviation | null;
  /** Mean IDF of a text's words, bits. */
  readonly idf: MeanAndDeviation | null;
  /** Entropy of the words, and of the parse trees cut to their top two levels, nats. */
  readonly vocabularyEntropy: number | null;
  readonly parseEntropy: number | null;
}

/** The measures of rewrites against their sources; null where nothing has the measure. */
export interface PairStatistics {
  readonly n: number;
  /** Rewrites with the words of their source in its order, per cent. */
  readonly copies: number | null;
  /** Mean predicted human similarity, 0–100. */
  readonly meaning: number | null;
  /** Paraphrase score: cosine of the sentence embeddings (ParaNMT-50M, Table 1). */
  readonly cosine: MeanAndDeviation | null;
  /** 100 − corpus BLEU without brevity penalty (ParaBank 2 §3.6); BLEU over one paragraph (ParaBank §5.4, Table 4). */
  readonly oneMinusBleu: number | null;
  readonly paragraphBleu: number | null;
  /** Mean ∩/∪ × 100 of the model's tokens; mean word-trigram overlap, 0–1 (ParaNMT-50M §5.4). */
  readonly overlap: number | null;
  readonly trigramOverlap: number | null;
  /** Mean edit distance of trees, nodes. */
  readonly treeEdit: number | null;
  /** Words of the rewrites over words of their sources. */
  readonly lengthRatio: number | null;
}

/** The rewrites of one system, or of all. */
export interface SystemStatistics extends PairStatistics {
  /** The system; null for all systems together. */
  readonly system: string | null;
  readonly texts: TextStatistics;
  /** Mean over the sources with several rewrites of their self-BLEU, 0–100. */
  readonly selfBleu: number | null;
  /** The statistics by length of the source in words, shortest first. */
  readonly byLength: Readonly<Record<string, PairStatistics>>;
}

/** The difference between the first rewrites of two systems for a source (ParaBank 2, Table 2); BLEU's reference is the first. */
export interface TwoSystems extends Difference {
  readonly systems: readonly [string, string];
  readonly n: number;
}

export interface CorpusTables {
  readonly sources: TextStatistics;
  /** Sources that nothing came of. */
  readonly without: number;
  readonly systems: readonly SystemStatistics[];
  readonly together: readonly TwoSystems[];
}

/** Lengths of sources in words: each holds one of ParaBank's (5, 10, 20, 40), the borders are their geometric means. */
export const lengthClasses = [
  { name: '1–7', most: 7 }, { name: '8–14', most: 14 }, { name: '15–28', most: 28 }, { name: '29–', most: Infinity },
] as const;

interface Measured {
  readonly source: string;
  readonly text: string;
  /** Words of the source. */
  readonly words: number;
  readonly copy: boolean;
  readonly meaning: number | undefined;
  readonly cosine: number | undefined;
  readonly overlap: number | undefined;
  readonly trigramOverlap: number | undefined;
  readonly treeEdit: number | undefined;
}

/** Levels of the trees whose entropy counts (ParaNMT-50M §3). */
const ENTROPY_LEVELS = 2;

const treesOf = ({ trees }: StatisticsTools): TreeSource | undefined => (trees === true ? shallowTrees : trees || undefined);

/** The texts of one side or system, as far as they are counted one by one. */
class Texts {
  private readonly words = new Frequencies();
  private readonly trees = new Frequencies();
  private readonly lengths: number[] = [];
  private readonly idfs: number[] = [];

  constructor(private readonly tools: StatisticsTools) {}

  add(text: string): void {
    const words = corpusWords(text);
    for (const word of words) this.words.add(word);
    this.lengths.push(words.length);
    const idf = meanOf(words.map((word) => this.tools.idf?.(word)));
    if (idf !== undefined) this.idfs.push(idf);
    const tree = treesOf(this.tools)?.tree(text, ENTROPY_LEVELS);
    if (tree) this.trees.add(JSON.stringify(tree));
  }

  get statistics(): TextStatistics {
    return {
      n: this.lengths.length, length: rounds(spread(this.lengths)), idf: rounds(spread(this.idfs)),
      vocabularyEntropy: rounded(this.words.entropy), parseEntropy: rounded(this.trees.entropy),
    };
  }
}

/** The rewrites of one system. */
class SystemTexts {
  readonly pairs: Measured[] = [];
  readonly texts: Texts;
  readonly selfBleus: number[] = [];

  constructor(tools: StatisticsTools) {
    this.texts = new Texts(tools);
  }

  /** Adds all rewrites of one source. */
  add(pairs: readonly Measured[]): void {
    for (const pair of pairs) {
      this.pairs.push(pair);
      this.texts.add(pair.text);
    }
    const own = selfBleu(pairs.map(({ text }) => text));
    if (own !== undefined) this.selfBleus.push(own);
  }
}

/** The statistics of a corpus, source by source. */
export class CorpusStatistics {
  private readonly sources: Texts;
  private readonly all: SystemTexts;
  private readonly bySystem = new Map<string, SystemTexts>();
  /** The first rewrite of each system, by source. */
  private readonly firsts: ReadonlyMap<string, string>[] = [];
  private without = 0;

  constructor(private readonly tools: StatisticsTools) {
    this.sources = new Texts(tools);
    this.all = new SystemTexts(tools);
  }

  /** Takes in a source with all its rewrites. */
  add(pairs: readonly RewritePair[]): void {
    const [first] = pairs;
    if (!first) return;
    this.sources.add(first.source);
    const words = corpusWords(first.source).length;
    const made = pairs.flatMap((pair) => this.measured(pair, words) ?? []);
    if (made.length === 0) this.without += 1;
    this.all.add(made.map(({ measured }) => measured));
    const bySystem = new Map<string, Measured[]>();
    for (const { measured, systems } of made)
      for (const system of systems) bySystem.set(system, [...(bySystem.get(system) ?? []), measured]);
    for (const [system, own] of bySystem) this.textsOf(system).add(own);
    if (bySystem.size > 1) this.firsts.push(new Map([...bySystem].map(([system, [best]]) => [system, best?.text ?? ''])));
  }

  /** The tables of what was taken in. */
  tables(): CorpusTables {
    const steps = this.steps();
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** Makes the tables; it halts before each system, so that a page breathes in between. */
  *steps(): Generator<undefined, CorpusTables> {
    const names = [...this.bySystem.keys()];
    const systems: SystemStatistics[] = [];
    for (const [system, texts] of [[null, this.all] as const, ...this.bySystem]) {
      yield;
      systems.push(systemStatistics(system, texts));
    }
    const together: TwoSystems[] = [];
    for (const [at, one] of names.entries()) {
      yield;
      for (const other of names.slice(at + 1)) together.push(...this.twoSystems(one, other));
    }
    return { sources: this.sources.statistics, without: this.without, systems, together };
  }

  private textsOf(system: string): SystemTexts {
    const known = this.bySystem.get(system) ?? new SystemTexts(this.tools);
    this.bySystem.set(system, known);
    return known;
  }

  private measured({ source, rewrite, systems, overlap, meaning }: RewritePair, words: number) {
    if (rewrite === undefined) return undefined;
    const { cosine, meaning: predicted } = this.tools;
    const measured: Measured = {
      source, text: rewrite, words, meaning: meaning ?? predicted?.(source, rewrite), copy: isCopy(source, rewrite),
      cosine: cosine?.(source, rewrite), overlap: this.overlap(source, rewrite) ?? overlap, trigramOverlap: trigramOverlap(source, rewrite),
      treeEdit: this.treeEdit(source, rewrite),
    };
    return { measured, systems };
  }

  private overlap(a: string, b: string): number | undefined {
    return this.tools.pieces && pieceOverlap(this.tools.pieces(a), this.tools.pieces(b));
  }

  private treeEdit(a: string, b: string): number | undefined {
    const trees = treesOf(this.tools);
    return trees && treeDistance(trees, a, b);
  }

  private twoSystems(one: string, other: string): TwoSystems[] {
    const pairs = this.firsts.flatMap((firsts) => {
      const [a, b] = [firsts.get(one), firsts.get(other)];
      return a === undefined || b === undefined ? [] : [[a, b] as const];
    });
    if (pairs.length === 0) return [];
    const measures = {
      meaning: () => undefined, overlap: (a: string, b: string) => this.overlap(a, b),
      treeEdit: (a: string, b: string) => this.treeEdit(a, b),
    };
    return [{ systems: [one, other], n: pairs.length, ...differenceOf(pairs, measures) }];
  }
}

function systemStatistics(system: string | null, { pairs, texts, selfBleus }: SystemTexts): SystemStatistics {
  const byLength = lengthClasses.map(({ name, most }, at) => {
    const least = lengthClasses[at - 1]?.most ?? -1;
    return [name, pairStatistics(pairs.filter(({ words }) => words > least && words <= most))] as const;
  });
  return {
    system, texts: texts.statistics, ...pairStatistics(pairs), selfBleu: rounded(meanOf(selfBleus)),
    byLength: Object.fromEntries(byLength),
  };
}

function pairStatistics(pairs: readonly Measured[]): PairStatistics {
  const texts = pairs.map(({ source, text }) => [source, text] as const);
  const mean = (measure: 'meaning' | 'overlap' | 'trigramOverlap' | 'treeEdit'): number | null =>
    rounded(meanOf(pairs.map((pair) => pair[measure])));
  return {
    n: pairs.length, copies: rounded(meanOf(pairs.map(({ copy }) => (copy ? 100 : 0)))), meaning: mean('meaning'),
    cosine: rounds(spread(pairs.flatMap(({ cosine }) => cosine ?? []))), oneMinusBleu: oneMinusBleu(texts),
    paragraphBleu: rounded(textBleu(texts, 'paragraph')), overlap: mean('overlap'), trigramOverlap: mean('trigramOverlap'),
    treeEdit: mean('treeEdit'), lengthRatio: rounded(lengthRatio(texts)),
  };
}

const rounds = (one: MeanAndDeviation | undefined): MeanAndDeviation | null =>
  one === undefined ? null : { mean: rounded(one.mean) ?? NaN, deviation: rounded(one.deviation) ?? NaN };
