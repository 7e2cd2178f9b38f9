import { OtherwiseError } from '../../core/errors.ts';
import { tsvTable } from '../tables/cells.ts';
import { cleanText } from '../../core/text/clean.ts';
import type { CorpusEntry, CorpusRewrite, Origin } from './entry.ts';

/** The forms in which a corpus is written: an entry a line, or a rewrite a line. */
export const corpusForms = ['jsonl', 'tsv'] as const;
export type CorpusForm = (typeof corpusForms)[number];

type Cell = string | number | null;

/** The columns of the TSV form, in their order. */
const columns: readonly (readonly [name: string, cell: (entry: CorpusEntry, rewrite: CorpusRewrite | undefined) => Cell | undefined])[] = [
  ['line', ({ line }) => line],
  ['id', ({ id }) => id],
  ['source', ({ source }) => source],
  ['rewrite', (_, rewrite) => rewrite?.text],
  ['systems', (_, rewrite) => rewrite && systemList(rewrite.systems)],
  ['forward', (_, rewrite) => rewrite?.forward],
  ['backward', (_, rewrite) => rewrite?.backward],
  ['score', (_, rewrite) => rewrite?.score],
  ['crossEntropy', (_, rewrite) => rewrite?.crossEntropy],
  ['right', (_, rewrite) => rewrite?.right],
  ['distance', (_, rewrite) => rewrite?.distance],
  ['overlap', (_, rewrite) => rewrite?.overlap],
  ['meaning', (_, rewrite) => rewrite?.meaning],
  ['model', ({ model }) => model],
  ['seed', ({ seed }) => seed],
  ['runtime', ({ runtime }) => runtime],
  ['device', ({ device }) => device],
  ['unmet', ({ unmet }) => unmet && JSON.stringify(unmet)],
];

/** Columns of the TSV form that only some corpora have. */
const optionalColumns: Readonly<Record<'kept' | 'sourceOutside' | 'outside', (typeof columns)[number][1]>> = {
  kept: (_, rewrite) => rewrite?.kept && JSON.stringify(rewrite.kept),
  sourceOutside: ({ outside }) => outside,
  outside: (_, rewrite) => rewrite?.outside,
};
type OptionalColumn = keyof typeof optionalColumns;

/** The columns of a corpus besides those that every corpus has: the input's other ones, and those that were asked for. */
export interface MoreColumns {
  /** Names of the input's other columns, in their order. */
  readonly others: readonly string[];
  readonly optional: readonly OptionalColumn[];
}
const none: MoreColumns = { others: [], optional: [] };

/** Names that no column of an input may have that goes along. */
export const takenNames: Readonly<Record<CorpusForm, ReadonlySet<string>>> = {
  jsonl: new Set(['line', 'source', 'keep', 'outside', 'rewrites', 'dropped', 'unmet', 'model', 'seed', 'runtime', 'device']),
  tsv: new Set([...columns.map(([name]) => name), ...Object.keys(optionalColumns)].filter((name) => name !== 'id')),
};

/** Gives the header above all entries: the names of the columns, or nothing. */
export const corpusHeader = (form: CorpusForm, { others, optional } = none): string =>
  form === 'tsv' ? tsvTable([[...columnsOf(others).map(([name]) => name), ...optional, ...others]]) : '';

/**
 * Gives an entry as it is written, its line ends included. In a TSV an entry without rewrites has a line only if constraints are the
 * reason; its column `unmet` names them.
 */
export function corpusLines(entry: CorpusEntry, form: CorpusForm, { others, optional } = none): string {
  const { columns: own = {}, line, id, ...rest } = entry;
  if (form === 'jsonl') return `${JSON.stringify({ line, ...(id !== undefined && { id }), ...own, ...rest })}\n`;
  const rows = entry.rewrites.length === 0 && entry.unmet ? [undefined] : entry.rewrites;
  return rows.length === 0 ? '' : tsvTable(rows.map((rewrite) => [
    ...columnsOf(others).map(([, cell]) => cell(entry, rewrite) ?? null),
    ...optional.map((name) => optionalColumns[name](entry, rewrite) ?? null),
    ...others.map((name) => cellOf(own[name])),
  ]));
}

/** The columns of every corpus, but for the id where the input has a column of that name which goes along. */
const columnsOf = (others: readonly string[]): typeof columns => columns.filter(([name]) => name !== 'id' || !others.includes('id'));

/** A value of JSON as a cell: a text as it is, what is no text as JSON. */
const cellOf = (value: unknown): Cell =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

/** Writes systems with their ranks: `otherwise:1,17:2`. */
export const systemList = (systems: readonly Origin[]): string => systems.map(({ system, rank }) => `${system}:${rank}`).join(',');

/** A pair of a corpus of any origin, for its statistics. */
export interface RewritePair {
  readonly source: string;
  /** The text of the rewrite; undefined for a source that has none. */
  readonly rewrite: string | undefined;
  /** The systems that made the rewrite. */
  readonly systems: readonly string[];
  readonly overlap?: number | undefined;
  readonly meaning?: number | undefined;
}

/** The pairs of an entry; a source without rewrites is one without a rewrite. */
export function pairsOf({ source, rewrites }: CorpusEntry): RewritePair[] {
  if (rewrites.length === 0) return [{ source, rewrite: undefined, systems: [] }];
  return rewrites.map(({ text, systems, overlap, meaning }) => ({
    source, rewrite: text, systems: systems.map(({ system }) => String(system)), overlap, meaning,
  }));
}

/** The pairs of an entry that was written as JSON. @throws OtherwiseError `missing-field`, `bad-request` where the object is none */
export function readEntryPairs(object: Readonly<Record<string, unknown>>): RewritePair[] {
  const source = textOf(object, 'source');
  const { rewrites } = object;
  if (!Array.isArray(rewrites)) throw new OtherwiseError('missing-field', "The field 'rewrites' is missing, a list.");
  if (rewrites.length === 0) return [{ source, rewrite: undefined, systems: [] }];
  return rewrites.map((one: unknown): RewritePair => {
    if (typeof one !== 'object' || one === null) throw new OtherwiseError('bad-request', "Field 'rewrites': must hold objects.");
    const rewrite = one as Readonly<Record<string, unknown>>;
    const systems = Array.isArray(rewrite['systems']) ? rewrite['systems'].map(systemName) : [];
    const [overlap, meaning] = [numberOf(rewrite, 'overlap'), numberOf(rewrite, 'meaning')];
    return { source, rewrite: textOf(rewrite, 'text'), systems, overlap, meaning };
  });
}

/** The cells that a pair is read from, of a line of the TSV form or of another table; empty ones where the table lacks the column. */
export type PairCells = Readonly<Record<'source' | 'rewrite' | 'systems' | 'unmet', string>>;

/**
 * Reads the pair of a line of a table. Only a line that names no systems and says what is unmet is that of a source without rewrites.
 * @throws OtherwiseError `text-empty`
 */
export function readPairCells(cells: PairCells): RewritePair {
  const [source, rewrite, systems] = [cleanText(cells.source), cleanText(cells.rewrite), readSystemList(cells.systems)];
  const isWithoutRewrites = rewrite === '' && systems.length === 0 && cells.unmet.trim() !== '';
  if (source === '' || (rewrite === '' && !isWithoutRewrites)) throw new OtherwiseError('text-empty', 'A text of the pair is empty.');
  return { source, rewrite: isWithoutRewrites ? undefined : rewrite, systems };
}

/** The names in a list of systems as a TSV has it, ranks left out. */
export const readSystemList = (list: string): string[] =>
  [...new Set(list.split(',').map((one) => one.trim().replace(/:\d+$/u, '')).filter((name) => name !== ''))];

function systemName(one: unknown): string {
  const name = typeof one === 'object' && one !== null ? (one as { readonly system?: unknown }).system : one;
  if (typeof name !== 'string' && typeof name !== 'number') throw new OtherwiseError('bad-request', "Field 'systems': must name systems.");
  return String(name);
}

function textOf(object: Readonly<Record<string, unknown>>, name: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new OtherwiseError('missing-field', `The field '${name}' is missing, a text.`);
  const text = cleanText(value);
  if (text === '') throw new OtherwiseError('text-empty', `The field '${name}' is empty.`);
  return text;
}

function numberOf(object: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') throw new OtherwiseError('bad-request', `Field '${name}': must be a number.`);
  return value;
}
