import { OtherwiseError } from '../../core/errors.ts';
import { parseObject } from '../../core/text/json-object.ts';
import type { InputLine } from './lines.ts';

/** The kinds of rows: one text a line; fields with tabs between them; a JSON object a line. */
export const rowKinds = ['txt', 'tsv', 'jsonl'] as const;
export type RowKind = (typeof rowKinds)[number];

/** A column by its name (in a header, or a field of JSON) or by its number from 1; 0 is the whole line. */
export type Column = string | number;

/** The form of the rows of a file, and the columns of them that are wanted. */
export interface RowFormat<Name extends string = string> {
  readonly kind: RowKind;
  /** Tells whether the first line of a TSV names its columns. */
  readonly header: boolean;
  /** The wanted columns by what they are for; every row has all of them. A text file has its one column only. */
  readonly columns: Readonly<Record<Name, Column>>;
  /** Tells whether rows carry their other columns. */
  readonly others?: boolean;
}

/** A row; `line` counts from 1, as editors do. */
export interface FileRow<Name extends string = string> {
  readonly line: number;
  readonly fields: Readonly<Record<Name, string>>;
  /** All other columns as they are, by name or number, in their order; where the format wants them. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** A row, or why the line is none. */
export type ReadRow<Name extends string = string> = FileRow<Name> | { readonly line: number; readonly error: OtherwiseError };

/** Returns the kind of a file by its ending, else by its first line. */
export function kindOf(name: string, first: string): RowKind {
  const [, ending = ''] = /\.([a-z]+)$/iu.exec(name) ?? [];
  const known = ({ txt: 'txt', tsv: 'tsv', tab: 'tsv', jsonl: 'jsonl', ndjson: 'jsonl' } as const)[ending.toLowerCase()];
  return known ?? (first.trimStart().startsWith('{') ? 'jsonl' : first.includes('\t') ? 'tsv' : 'txt');
}

/** Returns the names of the columns that a file's first line shows, for whoever chooses among them: numbers where nothing names them. */
export function columnNames(first: string, kind: RowKind, header: boolean): Column[] {
  if (kind === 'txt') return [1];
  if (kind === 'jsonl') return Object.keys(parseObject(first));
  const cells = first.split('\t');
  return header ? cells.map((cell) => cell.trim()) : cells.map((_, at) => at + 1);
}

/**
 * Reads the rows of a file's lines, in their order. What is no row carries its error: `bad-json`, `missing-field` for a column that is
 * not there, `bad-request` for another number of fields than the header's or for a field that is no text, and what the lines themselves
 * carry.
 * @throws OtherwiseError `bad-request` where no line could have the columns: the header lacks one or names it twice
 */
export async function* readRows<Name extends string>(
  lines: AsyncIterable<InputLine> | Iterable<InputLine>, format: RowFormat<Name>,
): AsyncGenerator<ReadRow<Name>> {
  const { kind, header } = format;
  let names: readonly string[] | undefined;
  for await (const line of lines) {
    if (kind === 'tsv' && header && line.number === 0) names = headerOf(line, Object.values(format.columns));
    else yield readRow(line, format, names);
  }
}

/** Reads the header of a table. @throws OtherwiseError `bad-request` for a header that lacks a wanted column or names it twice */
export function headerOf({ text, error }: InputLine, wanted: readonly Column[]): string[] {
  if (error) throw new OtherwiseError('bad-request', `The header can't be read: ${error.message}`, { cause: error });
  const names = text.split('\t').map((name) => name.trim());
  for (const column of wanted) {
    const found = typeof column === 'number' ? Number(column <= names.length) : names.filter((name) => name === column).length;
    if (found === 0) throw new OtherwiseError('bad-request', `The header has no column ${column}; it has ${names.join(', ')}.`);
    if (found > 1) throw new OtherwiseError('bad-request', `The header names the column '${column}' twice.`);
  }
  return names;
}

/** Reads a line as a row. @param names of the header's columns, of a TSV that has one */
export function readRow<Name extends string>(
  { number, text, error }: InputLine, { kind, columns, others }: RowFormat<Name>, names?: readonly string[],
): ReadRow<Name> {
  const line = number + 1;
  try {
    if (error) throw error;
    const object = kind === 'jsonl' ? parseObject(text) : undefined;
    const cells = kind === 'tsv' ? text.split('\t') : [text];
    const field = object ? fieldOfJson(object) : fieldOfCells(cells, names);
    const found = Object.entries<Column>(columns).map(([name, column]) => [name, column === 0 ? text : field(column)]);
    const fields = Object.fromEntries(found) as Record<Name, string>;
    if (!others) return { line, fields };
    const all = object ?? Object.fromEntries(cells.map((cell, at) => [names?.[at] ?? at + 1, cell]));
    return { line, fields, others: without(all, Object.values<Column>(columns), names) };
  } catch (cause) {
    if (!(cause instanceof OtherwiseError)) throw cause;
    return { line, error: cause };
  }
}

/** Gives all fields but those of some columns. */
function without(
  all: Readonly<Record<string, unknown>>, columns: readonly Column[], names: readonly string[] | undefined,
): Record<string, unknown> {
  const taken = new Set(columns.map((column) => String(typeof column === 'number' ? names?.[column - 1] ?? column : column)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => !taken.has(name)));
}

function fieldOfCells(cells: readonly string[], names: readonly string[] | undefined): (column: Column) => string {
  if (names && cells.length !== names.length)
    throw new OtherwiseError('bad-request', `The line has ${cells.length} columns, the header ${names.length}.`);
  return (column) => {
    const cell = cells[typeof column === 'number' ? column - 1 : names?.indexOf(column) ?? -1];
    if (cell !== undefined) return cell;
    const count = `${cells.length} column${cells.length === 1 ? '' : 's'}`;
    throw new OtherwiseError('missing-field', `The line has no column ${column}; it has ${count}.`);
  };
}

function fieldOfJson(object: Readonly<Record<string, unknown>>): (column: Column) => string {
  return (column) => {
    const value = Object.hasOwn(object, column) ? object[column] : undefined;
    if (value === undefined || value === null) throw new OtherwiseError('missing-field', `The field '${column}' is missing.`);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new OtherwiseError('bad-request', `Field '${column}': must be a text.`);
  };
}
