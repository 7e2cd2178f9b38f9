import { turn } from '../../platform/turn.ts';
import type { CorpusSource } from '../../../lab/corpus/generate.ts';
import { tabbed } from '../../../lab/corpus/csv.ts';
import { linesOf, MOST_LINE_BYTES, type InputLine } from '../../../lab/corpus/lines.ts';
import {
  columnNames, headerOf, kindOf, readRow, readRows, type Column, type ReadRow, type RowFormat, type RowKind,
} from '../../../lab/corpus/rows.ts';
import { OtherwiseError, throwIfAborted } from '../../../core/errors.ts';
import { cleanText } from '../../../core/text/clean.ts';
export type { Column };
import type { Job, Skipped } from './job.ts';

/** Largest file, bytes: what it holds is kept in memory while it is worked on. */
export const MOST_BYTES = 100e6;
/** Lines that are looked at before anything is chosen, and bytes they may take. */
const [SHOWN, HEAD] = [6, 3 * MOST_LINE_BYTES];
/** The most skipped lines that are named. */
const NAMED = 200;
/** The number of lines after which the page has its turn. */
const SLICE = 2000;

/** The reason why a file is not taken, before a line of it is read; `too-large` has the most bytes. */
export type CorpusRefusal = { readonly kind: 'too-large'; readonly most: number } | { readonly kind: 'empty' | 'not-text' | 'unreadable' };

/** The format of a file's rows; `id` is the column of their names, where they have any. */
export type Format = RowFormat<'text'> | RowFormat<'text' | 'id'>;

/** A file whose first lines were looked at. */
export interface Look {
  readonly file: File;
  readonly kind: RowKind;
  readonly lines: readonly InputLine[];
}

/** A row of the sample, or why the line is none. */
export type SampleRow = CorpusSource | Skipped;

/** The rows of a file, and the lines that are none. */
export interface Read {
  readonly rows: readonly CorpusSource[];
  readonly skipped: Job['skipped'];
}

/** Looks at the first lines of a file. */
export async function lookInto(file: File): Promise<Look | { readonly refused: CorpusRefusal }> {
  if (file.size > MOST_BYTES) return { refused: { kind: 'too-large', most: MOST_BYTES } };
  const lines: InputLine[] = [];
  try {
    for await (const line of rowLines(file, HEAD)) {
      if (lines.push(line) === SHOWN) break;
    }
  } catch {
    return { refused: { kind: 'unreadable' } };
  }
  if (lines.every(({ text, error }) => error === undefined && text.trim() === '')) return { refused: { kind: 'empty' } };
  // No text has such a character; programs, pictures and archives do.
  if (lines.some(({ text }) => text.includes('\0')) || lines.every(({ error }) => error?.code === 'bad-utf8'))
    return { refused: { kind: 'not-text' } };
  const first = lines.find(({ error }) => error === undefined)?.text ?? '';
  return { file, kind: isCsv(file) ? 'tsv' : kindOf(file.name, first), lines };
}

/** Returns the columns to choose from. */
export function columnsOf({ lines }: Look, kind: RowKind, header: boolean): Column[] {
  for (const { text, error } of lines) {
    if (error !== undefined || text.trim() === '') continue;
    try {
      return columnNames(text, kind, header);
    } catch {
      // The line is no JSON: the next one may have fields.
    }
  }
  return [];
}

const known = /^(?:text|source|sentence|reference|original|src)$/iu;

/** Tells whether the first line of a table looks like the names of its columns: a name that is known, or none longer than three words. */
export function looksLikeHeader({ lines: [first, second] }: Look): boolean {
  const [names, fields] = [first, second].map((line) => (line?.text ?? '').split('\t').map((cell) => cell.trim()));
  const words = (cell: string): number => cell.split(/\s+/u).length;
  if (names?.some((name) => known.test(name))) return true;
  const areNames = names?.every((name) => name !== '' && words(name) <= 3 && !/[.!?\d]/u.test(name));
  return areNames === true && fields?.some((cell) => words(cell) > 3) === true;
}

/** Returns the column that most likely holds the sentences: one with a usual name, else the one with the longest texts. */
export function likelyColumn(look: Look, kind: RowKind, header: boolean): Column | undefined {
  const columns = columnsOf(look, kind, header);
  const length = (column: Column): number =>
    sampleOf(look, { kind, header, columns: { text: column } }).reduce((sum, row) => sum + ('text' in row ? row.text.length : 0), 0);
  return columns.find((column) => known.test(String(column))) ?? columns.toSorted((a, b) => length(b) - length(a))[0];
}

/** Returns the first rows as a format reads them. */
export function sampleOf({ lines }: Look, format: RowFormat): SampleRow[] {
  const [first] = lines;
  const isHeader = format.kind === 'tsv' && format.header;
  try {
    const names = isHeader && first ? headerOf(first, Object.values<Column>(format.columns)) : undefined;
    return (isHeader ? lines.slice(1) : lines).map((line) => rowOf(readRow(line, format, names)));
  } catch {
    return [];
  }
}

/**
 * Reads all rows; `told` hears how many lines were read.
 * @throws OtherwiseError `bad-request` where the header lacks a column, `text-empty` where there is no row, `file-unreadable`, `aborted`
 */
export async function readCorpus(
  { file }: Look, format: RowFormat, told: (lines: number) => void, signal?: AbortSignal,
): Promise<Read> {
  const rows: CorpusSource[] = [];
  const [first, found]: [Skipped[], { count: number }] = [[], { count: 0 }];
  let lines = 0;
  for await (const read of readRows(rowLines(file), format)) {
    const row = rowOf(read);
    if ('text' in row) rows.push(row);
    else if ((found.count += 1) <= NAMED) first.push(row);
    if ((lines += 1) % SLICE > 0) continue;
    told(lines);
    await turn();
    throwIfAborted(signal);
  }
  if (rows.length === 0) throw new OtherwiseError('text-empty', 'No line of the file gives a row.');
  return { rows, skipped: { count: found.count, first } };
}

function rowOf(read: ReadRow): SampleRow {
  if ('error' in read) return { line: read.line, code: read.error.code };
  const { line, fields } = read;
  const text = cleanText(fields['text'] ?? '');
  if (text === '') return { line, code: 'text-empty' };
  const { id } = fields;
  return { line, text, ...(id !== undefined && { id }) };
}

const isCsv = ({ name }: File): boolean => /\.csv$/iu.test(name);

/** Reads the lines of a file, or of its first bytes; those of a CSV as a table with tabs. */
function rowLines(file: File, most = file.size): AsyncIterable<InputLine> {
  const lines = linesOf(bytesOf(file.slice(0, most)), MOST_LINE_BYTES);
  return isCsv(file) ? tabbed(lines) : lines;
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield part.value;
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', 'The file can not be read any more.', { cause });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
