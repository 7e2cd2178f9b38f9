import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type InputLine, MOST_LINE_BYTES } from '../lab/corpus/lines.ts';
import { type Column, headerOf, kindOf, readRow, type ReadRow, type RowFormat, type RowKind, rowKinds } from '../lab/corpus/rows.ts';
import { OtherwiseError } from '../core/errors.ts';
import { readLines } from './lines.ts';

/** The rows of an input, with what is known of all of them beforehand. */
export interface CorpusInput<Name extends string> {
  readonly format: RowFormat<Name>;
  /** Names of the first row's columns that are for nothing, in their order; where they are wanted. */
  readonly others: readonly string[];
  /** Rows in all, and a hash of their bytes; undefined for a stream that is read once. */
  readonly known: { readonly rows: number; readonly hash: string } | undefined;
  /** Gives rows [from, to), counted from 0 without the header. @throws OtherwiseError `file-unreadable`, `bad-request` (`headerOf`) */
  rows(from?: number, to?: number): AsyncGenerator<ReadRow<Name>>;
}

/** The flags that say how an input is to be read. */
export interface InputFlags {
  readonly format?: RowKind | undefined;
  readonly header?: boolean | undefined;
}

export const inputFlags = { format: 'string', header: 'boolean' } as const;
export const inputKinds = rowKinds;

/** A column as a flag names it: a whole number counts from 1. */
export const columnOf = (flag: string): Column => (/^[1-9]\d*$/u.test(flag) ? Number(flag) : flag);

/**
 * Opens a file, or a stream: rows of a file are read twice, once to count them, so that it may be of any size; those of
 * a stream are held where they must be known beforehand (`whole`).
 * @param columns of a kind of file with this first line, by what they are for; `others`: rows carry all their other columns
 * @throws OtherwiseError `file-unreadable`, `bad-request` where the header lacks a column
 */
export async function openCorpus<Name extends string>(
  from: { readonly file: string | undefined; readonly stdin: Readable; readonly whole: boolean; readonly others?: boolean },
  { format, header }: InputFlags,
  columns: (kind: RowKind, first: string) => Readonly<Record<Name, Column>>,
): Promise<CorpusInput<Name>> {
  const { file, stdin, whole, others = false } = from;
  const stream = file === undefined ? await Peeked.of(readLines(stdin, MOST_LINE_BYTES)) : undefined;
  const held = whole && stream ? await collected(stream) : undefined;
  const lines = (): AsyncIterable<InputLine> | Iterable<InputLine> => held ?? stream ?? fileLines(file ?? '');
  const [first, known] = stream && !held ? [stream.first, undefined] : await survey(lines());
  const kind = format ?? kindOf(file ?? '', first?.text ?? '');
  const wanted = columns(kind, first?.text ?? '');
  const named = Object.values<Column>(wanted).some((column) => typeof column === 'string');
  const form: RowFormat<Name> = { kind, header: kind === 'tsv' && (header ?? named), columns: wanted, others };
  const names = form.header ? headerOf(first ?? { number: 0, text: '' }, Object.values(wanted)) : undefined;
  const above = names ? 1 : 0;
  return {
    format: form,
    others: othersOf(first, form, names),
    known: known && { rows: known.lines - above, hash: known.hash },
    async* rows(begin = 0, end = Infinity) {
      for await (const line of lines()) {
        const at = line.number - above;
        if (at >= begin && at < end) yield readRow(line, form, names);
        if (at >= end - 1) return;
      }
    },
  };
}

/** @throws OtherwiseError `bad-request` for a header that names a column twice that goes along */
function othersOf<Name extends string>(
  first: InputLine | undefined, form: RowFormat<Name>, names: readonly string[] | undefined,
): string[] {
  if (!form.others || !first) return [];
  const twice = names?.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new OtherwiseError('bad-request', `The header names the column '${twice}' twice.`);
  const row = readRow(first, form, names);
  return 'error' in row ? [] : Object.keys(row.others ?? {});
}

/** Lines with the first of them known. */
class Peeked {
  private constructor(readonly first: InputLine | undefined, private readonly rest: AsyncGenerator<InputLine>) {}

  static async of(lines: AsyncGenerator<InputLine>): Promise<Peeked> {
    const next = await lines.next();
    return new Peeked(next.done === true ? undefined : next.value, lines);
  }

  async* [Symbol.asyncIterator](): AsyncGenerator<InputLine> {
    if (this.first) yield this.first;
    yield* this.rest;
  }
}

async function collected(lines: AsyncIterable<InputLine>): Promise<InputLine[]> {
  const all: InputLine[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function* fileLines(path: string): AsyncGenerator<InputLine> {
  try {
    yield* readLines(createReadStream(path), MOST_LINE_BYTES);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('file-unreadable', `${path} can't be read: ${why}`, { cause });
  }
}

type Survey = readonly [first: InputLine | undefined, known: { readonly lines: number; readonly hash: string }];

async function survey(lines: AsyncIterable<InputLine> | Iterable<InputLine>): Promise<Survey> {
  const hash = createHash('sha256');
  let [first, count]: [InputLine | undefined, number] = [undefined, 0];
  for await (const line of lines) {
    first ??= line;
    count += 1;
    hash.update(JSON.stringify(line.error?.message ?? [line.text]));
  }
  return [first, { lines: count, hash: hash.digest('hex') }];
}
