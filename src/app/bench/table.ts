import { tsvTable } from '../../lab/tables/cells.ts';

/** The lengths in words of the measured sentences. */
export const LENGTHS = [10, 20] as const;
export type WordCount = (typeof LENGTHS)[number];

/** The measured times of a model on a device of this machine. */
export interface BenchResult {
  readonly model: string;
  readonly device: 'webgpu' | 'wasm';
  /** The graphics adapter, or the number of threads. */
  readonly name: string;
  /** Seconds until the model was ready; without stored weights this includes unpacking and storing them. */
  readonly load: number;
  /** Seconds until the first rewrite of a sentence was there, and until all were, by its words; medians. */
  readonly first: Readonly<Record<WordCount, number>>;
  readonly whole: Readonly<Record<WordCount, number>>;
  /** The median number of candidates sampled for a sentence. */
  readonly rows: number;
  /** Sentences of each length. */
  readonly sentences: number;
}

/** A model and device that could not be measured; `failure` says why. */
export interface BenchFailure extends Pick<BenchResult, 'model' | 'device'> {
  readonly failure: string;
}

const lengthColumns = LENGTHS.flatMap((length) => [`first s (${length} words)`, `whole s (${length} words)`]);

/** The columns of the table. They are data, and the same in every language. */
export const COLUMNS = ['model', 'device', 'name', 'load s', ...lengthColumns, 'rows', 'sentences', 'failure', 'browser'] as const;

/** Rounds a number to three significant digits. */
const short = (value: number): string => String(Number(value.toPrecision(3)));

/** Returns one line of the table, cell by cell. */
export function cellsOf(found: BenchResult | BenchFailure, browser: string): string[] {
  const { model, device } = found;
  if ('failure' in found) {
    const none = Array.from({ length: COLUMNS.length - 4 }, () => '');
    return [model, device, ...none, found.failure, browser];
  }
  const { name, load, first, whole, rows, sentences } = found;
  const times = LENGTHS.flatMap((length) => [short(first[length]), short(whole[length])]);
  return [model, device, name, short(load), ...times, String(rows), String(sentences), '', browser];
}

/** Returns the table to copy: a line a model and device, tabs between cells, as spreadsheets take it. */
export const tableOf = (found: readonly (BenchResult | BenchFailure)[], browser: string): string =>
  tsvTable([COLUMNS, ...found.map((one) => cellsOf(one, browser))]);
