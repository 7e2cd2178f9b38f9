import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { isJudgementTable, readJudgements } from '../lab/corpora/judgements.ts';
import { type EvaluationItem, type EvaluationLine, type RawLine, readEvaluation } from '../lab/corpora/references.ts';
import { readReferenceTexts, type ReferenceTexts } from '../lab/corpora/reference-texts.ts';
import { withoutBlankEnd } from '../lab/corpus/lines.ts';
import type { Column } from '../lab/corpus/rows.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';
import { errorObject, readLines } from './lines.ts';

/** Lengths of references that become columns of the tables: a list, all of the file, or none. */
export type Lengths = readonly number[] | 'all' | undefined;

/**
 * Reads the lines of a file without blank ones at its end; one whose name ends in .xz is unpacked by the program of that name.
 * @throws OtherwiseError `file-unreadable`
 */
export async function readFileLines(path: string): Promise<readonly RawLine[]> {
  try {
    const lines: RawLine[] = [];
    const stream = path.endsWith('.xz') ? Readable.from([await unpacked(path)]) : createReadStream(path);
    for await (const line of readLines(stream)) lines.push(line);
    return withoutBlankEnd(lines);
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${path} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

const MOST_BYTES = 2 ** 30;

async function unpacked(path: string): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('xz', ['-dc', '--', path], { encoding: 'buffer', maxBuffer: MOST_BYTES });
  return stdout;
}

/** The options for reading references. */
interface ReferenceReading {
  readonly judged: readonly string[];
  readonly foreign?: Column | undefined;
  /** References by id, from a file of their own. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Returns the references of a file of them, or of ParaBank's table of judgements with the outputs of the `judged` systems. */
export function referencesOf(
  raw: readonly RawLine[], { judged, foreign, texts }: ReferenceReading, context: CommandContext,
): EvaluationLine[] {
  const lines = linesOf(raw, { judged, foreign, texts });
  const [items, ids] = [lines.flatMap(({ item }) => item ?? []), new Set(lines.map(({ item }) => item?.id))];
  const withoutText = items.filter(({ reference }) => reference === undefined).length;
  if (withoutText > 0)
    context.stderr.write(`${withoutText} references have no text (system 0): of their rewrites only what people say counts; see --texts\n`);
  const unused = [...texts?.keys() ?? []].filter((id) => !ids.has(id)).length;
  if (unused > 0) context.stderr.write(`${unused} references of --texts are not in the file\n`);
  return lines;
}

function linesOf(raw: readonly RawLine[], { judged, foreign, texts }: ReferenceReading): EvaluationLine[] {
  if (!raw[0] || !isJudgementTable(raw[0].text)) return readEvaluation(raw, foreign, texts);
  if (foreign !== undefined) throw new OtherwiseError('bad-flag', "ParaBank's table of judgements has no --foreign-column.");
  return readJudgements(raw, judged, texts);
}

/** Reads references by id from a file of their own; lines that hold none are told on stderr. @throws OtherwiseError `file-unreadable` */
export async function textsOf(path: string, { stderr }: CommandContext): Promise<ReferenceTexts> {
  const read = readReferenceTexts(await readFileLines(path));
  for (const { line, error } of read.errors) stderr.write(`${JSON.stringify({ file: path, line, error: errorObject(error) })}\n`);
  return read;
}

/**
 * References of the wanted lengths, at most `most` of them, and the lines that are none before the last of these.
 * @throws OtherwiseError `bad-flag` when lengths are asked for and the file has none
 */
export function chosenReferences(lines: readonly EvaluationLine[], lengths: Lengths, most: number | undefined): EvaluationLine[] {
  if (lengths && lines.every(({ item }) => item?.length === undefined))
    throw new OtherwiseError('bad-flag', '--lengths needs a file with the column length.');
  const fits = (length: number | undefined): boolean => !Array.isArray(lengths) || (length !== undefined && lengths.includes(length));
  const wanted = lines.filter(({ item }) => !item || fits(item.length));
  const last = most === undefined ? undefined : wanted.filter(({ item }) => item)[most - 1];
  return last ? wanted.slice(0, wanted.indexOf(last) + 1) : wanted;
}

/** Returns the lengths that become columns, ascending. */
export function lengthColumns(items: readonly EvaluationItem[], lengths: Lengths): number[] {
  if (lengths === undefined) return [];
  return [...new Set(items.flatMap(({ length }) => length ?? []))].toSorted((a, b) => a - b);
}
