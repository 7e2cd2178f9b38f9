import { header, line, plain } from '../tables/cells.ts';
import { wordCount } from '../../core/alignment/fragment.ts';
import { sideOf } from '../../core/alignment/tokens.ts';
import type { Mined } from './mine.ts';

/** Longest phrases that have a share of their own, in words; longer ones share the last. */
const LONGEST = 5;

/** The counts of what a run of `mine` found, as tables 3 and 4 of Wang & Callison-Burch (2011) have them. */
export interface MiningCounts {
  /** Documents that are in a pair at least. */
  readonly retrieved: number;
  readonly documents: number;
  readonly sentences: number;
  readonly fragments: number;
  /** Per cent of the phrases (both sides of all fragments) with 2, 3, 4 and 5 or more words; null without fragments. */
  readonly phrases: Readonly<Record<string, number | null>>;
  /** Per cent of the fragments with so many words on the shorter and the longer side; null without fragments. */
  readonly paraphrases: Readonly<Record<string, number | null>>;
}

const nameOf = (words: number): string => (words < LONGEST ? `${words}` : `${LONGEST}+`);
const lengths = [2, 3, 4, 5];
const pairNames = lengths.flatMap((more) => lengths.filter((less) => less <= more).map((less) => `${nameOf(less)}&${nameOf(more)}`));

/** Counts what is found. */
export class MiningTally {
  private readonly retrieved = new Set<string>();
  private readonly counts = { documents: 0, sentences: 0, fragments: 0 };
  private readonly phrases = new Map<string, number>();
  private readonly paraphrases = new Map<string, number>();

  /** Takes in one finding, but reports of progress. */
  add(found: Exclude<Mined, { stage: 'compared' }>): void {
    this.counts[found.stage] += 1;
    if (found.stage === 'documents') for (const name of [found.pair.a, found.pair.b]) this.retrieved.add(name);
    if (found.stage !== 'fragments') return;
    const [less, more] = [found.pair.a, found.pair.b].map(wordsOf).toSorted((x, y) => x - y) as [number, number];
    for (const words of [less, more]) increase(this.phrases, nameOf(words));
    increase(this.paraphrases, `${nameOf(less)}&${nameOf(more)}`);
  }

  /** The number of document pairs so far. */
  get documents(): number {
    return this.counts.documents;
  }

  /** Gives all counts; shares have one digit behind the point. */
  result(): MiningCounts {
    return {
      retrieved: this.retrieved.size, ...this.counts,
      phrases: shares(this.phrases, lengths.map(nameOf)), paraphrases: shares(this.paraphrases, pairNames),
    };
  }
}

const wordsOf = (text: string): number => {
  const { tokens } = sideOf(text);
  return wordCount(tokens, { from: 0, to: tokens.length });
};

const increase = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

function shares(counts: ReadonlyMap<string, number>, names: readonly string[]): Record<string, number | null> {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return Object.fromEntries(names.map((name) =>
    [name, all === 0 ? null : Number(((100 * (counts.get(name) ?? 0)) / all).toFixed(1))]));
}

/**
 * Returns the tables 3 (sizes) and 4 (lengths of phrases) of Wang & Callison-Burch (2011) for a run, as Markdown.
 * @param read documents that were compared; undefined where sentence pairs were given
 */
export function miningMarkdown(counts: MiningCounts, read: number | undefined): string {
  const share = (part: number, whole: number | undefined): string =>
    (whole === undefined || whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
  const each = (part: number, whole: number): string => (whole === 0 ? '–' : `${(part / whole).toFixed(2)} a pair before`);
  const shareTable = (name: string, found: Readonly<Record<string, number | null>>): string[] => [
    ...header([name, ...Object.keys(found)], 1), line(['per cent', ...Object.values(found).map((value) => plain(value, 1))]), '',
  ];
  return `${[
    'Sizes (table 3):', '',
    ...header(['stage', 'n', 'share'], 1),
    ...(read === undefined ? [] : [
      line(['documents', read, '']), line(['documents retrieved', counts.retrieved, share(counts.retrieved, read)]),
      line(['document pairs', counts.documents, '']),
    ]),
    line(['sentence pairs', counts.sentences, read === undefined ? '' : each(counts.sentences, counts.documents)]),
    line(['fragment pairs', counts.fragments, each(counts.fragments, counts.sentences)]),
    '', 'Words of phrases, and of the two phrases of a fragment pair (table 4):', '',
    ...shareTable('phrases', counts.phrases), ...shareTable('paraphrases', counts.paraphrases),
  ].join('\n')}`;
}
