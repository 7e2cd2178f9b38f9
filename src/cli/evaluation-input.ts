import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { isJudgementTable, readJudgements } from '../lab/corpora/judgements.ts';
import { type EvaluationItem, type EvaluationLine, type RawLine, readEvaluation } from '../lab/corpora/references.ts';
import type { Column } from '../lab/corpus/rows.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { CommandContext } from './command.ts';
import { readLines } from './lines.ts';

/** Lengths of references that become columns of the tables: a list, all of the file, or none. */
export type Lengths = readonly number[] | 'all' | undefined;

/** The lines of a file; one whose name ends in .xz is unpacked by the program of that name. @throws OtherwiseError `file-unreadable` */
export async function readFileLines(path: string): Promise<RawLine[]> {
  try {
    const lines: RawLine[] = [];
    const stream = path.endsWith('.xz') ? Readable.from([await unpacked(path)]) : createReadStream(path);
    for await (const line of readLines(stream)) lines.push(line);
    return lines;
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

/** The references of a file of them, or of ParaBank's table of judgements with the outputs of the `judged` systems. */
export function referencesOf(
  raw: readonly RawLine[], { judged, foreign }: { readonly judged: readonly string[]; readonly foreign?: Column | undefined },
  context: CommandContext,
): EvaluationLine[] {
  if (!raw[0] || !isJudgementTable(raw[0].text)) return readEvaluation(raw, foreign);
  if (foreign !== undefined) throw new OtherwiseError('bad-flag', "ParaBank's table of judgements has no --foreign-column.");
  const { lines, withoutText } = readJudgements(raw, judged);
  if (withoutText > 0)
    context.stderr.write(`${withoutText} references of the table have no text of their own (system 0) and are left out\n`);
  return lines;
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

/** The lengths that become columns, ascending. */
export function lengthColumns(items: readonly EvaluationItem[], lengths: Lengths): number[] {
  if (lengths === undefined) return [];
  return [...new Set(items.flatMap(({ length }) => length ?? []))].toSorted((a, b) => a - b);
}
