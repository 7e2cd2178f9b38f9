import type { CorpusEntry, CorpusRewrite } from '../../../lab/corpus/entry.ts';
import { corpusWords } from '../../../lab/corpora/pairs.ts';
import type { OwnSystem } from '../../../lab/corpus/systems.ts';

/** A rewrite with what it was made of: a line of the table. */
export interface TableRow {
  readonly entry: CorpusEntry;
  readonly rewrite: CorpusRewrite;
  /** Place among the rewrites of its entry, from 1. */
  readonly rank: number;
  /** Words of the rewrite, and over those of its source. */
  readonly words: number;
  readonly ratio: number;
}

/** The figures of a pair that it can be sorted and filtered by. */
export const figures = [
  'score', 'crossEntropy', 'meaning', 'right', 'overlap', 'distance', 'words', 'ratio', 'forward', 'backward',
] as const;
export type Figure = (typeof figures)[number];

/** The order of a table; `by` is `row` for the order of the file. */
export interface Sorting {
  readonly by: Figure | 'row';
  readonly down: boolean;
}

/** The limits of a figure, both ends included; a pair without the figure fails any limit. */
export interface FigureLimits {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

export interface Filter {
  readonly ranges: Readonly<Partial<Record<Figure, FigureLimits>>>;
  /** The system that made the pairs; any system where it is undefined. */
  readonly system?: OwnSystem | undefined;
  /** Words that the source or the rewrite contains, in any casing. */
  readonly words: string;
}

export const noFilter: Filter = { ranges: {}, words: '' };

/** Returns the lines of the table that an entry gives. */
export function pairsOf(entry: CorpusEntry): TableRow[] {
  const sourceWords = Math.max(1, corpusWords(entry.source).length);
  return entry.rewrites.map((rewrite, at) => {
    const words = corpusWords(rewrite.text).length;
    return { entry, rewrite, rank: at + 1, words, ratio: words / sourceWords };
  });
}

/** Returns a figure of a pair; undefined where it is not known. */
export function figureOf(pair: TableRow, figure: Figure): number | undefined {
  return figure === 'words' || figure === 'ratio' ? pair[figure] : pair.rewrite[figure];
}

/** Tells whether a filter lets a pair through, as a function of the pair. */
export function passes({ ranges, system, words }: Filter): (pair: TableRow) => boolean {
  const limits = figures.flatMap((figure) => {
    const { least, most } = ranges[figure] ?? {};
    return least === undefined && most === undefined ? [] : [{ figure, least: least ?? -Infinity, most: most ?? Infinity }];
  });
  const sought = words.trim().toLowerCase();
  return (pair) => {
    const { entry, rewrite } = pair;
    return (
      limits.every(({ figure, least, most }) => {
        const value = figureOf(pair, figure);
        return value !== undefined && value >= least && value <= most;
      }) &&
      (system === undefined || rewrite.systems.some((origin) => origin.system === system)) &&
      (sought === '' || rewrite.text.toLowerCase().includes(sought) || entry.source.toLowerCase().includes(sought))
    );
  };
}

/**
 * Places of pairs in the order of a table. It goes on where it ended: pairs that were added are sorted among themselves and merged in, so
 * a growing corpus costs no sorting of the whole.
 */
export class Ordering {
  readonly #pairs: readonly TableRow[];
  readonly #passes: (pair: TableRow) => boolean;
  readonly #compare: (a: number, b: number) => number;
  #seen = 0;
  #order = new Uint32Array(0);

  /** `pairs` may grow at its end. */
  constructor(pairs: readonly TableRow[], filter: Filter, { by, down }: Sorting) {
    this.#pairs = pairs;
    this.#passes = passes(filter);
    // Pairs without the figure come last, in either direction; equal ones stay in the order of the file.
    const last = down ? -Infinity : Infinity;
    const value = (place: number): number => {
      const pair = pairs[place];
      return by === 'row' || pair === undefined ? place : (figureOf(pair, by) ?? last);
    };
    this.#compare = (a, b) => {
      const [first, second] = [value(a), value(b)];
      return first === second ? a - b : first < second === down ? 1 : -1;
    };
  }

  /** Gives the places of all pairs that pass, in order. */
  update(): Uint32Array {
    const more: number[] = [];
    for (; this.#seen < this.#pairs.length; this.#seen += 1) {
      const pair = this.#pairs[this.#seen];
      if (pair !== undefined && this.#passes(pair)) more.push(this.#seen);
    }
    if (more.length > 0) this.#order = merged(this.#order, Uint32Array.from(more).sort(this.#compare), this.#compare);
    return this.#order;
  }
}

function merged(a: Uint32Array, b: Uint32Array, compare: (a: number, b: number) => number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(a.length + b.length);
  for (let at = 0, i = 0, j = 0; at < all.length; at += 1) {
    const [first, second] = [a[i], b[j]];
    const isFirst = second === undefined || (first !== undefined && compare(first, second) <= 0);
    all[at] = (isFirst ? first : second) ?? 0;
    if (isFirst) i += 1;
    else j += 1;
  }
  return all;
}
