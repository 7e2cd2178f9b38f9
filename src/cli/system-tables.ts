import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import type { SystemResources } from '../core/constraints/systems.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { FlagKind } from '../core/options.ts';
import { PpdbLexicon } from '../core/text/ppdb.ts';
import { readIdf } from './lexical.ts';
import { readLines } from './lines.ts';

/** Flags of every command that has numbered systems: tables of one's own in place of the shipped ones. */
export const systemFlags = { idf: v.optional(v.string()), ppdb: v.optional(v.string()) };
export const systemFlagKinds = { idf: 'string', ppdb: 'string' } as const satisfies Record<string, FlagKind>;
export const systemHelp = `\
  --idf FILE            IDF of the candidate tokens of numbered systems, as otherwise idf writes it (the shipped table)
  --ppdb FILE           a lexical pack of PPDB 2.0 (.gz is unpacked) for systems 35-37, in place of the shipped lexicon`;

/** Tables that take the place of shipped ones. */
export interface SystemTables extends Partial<Pick<SystemResources, 'idf' | 'lexicon'>> {
  /** Names their contents: an output depends on them. */
  readonly hashes: readonly string[];
}

/**
 * Reads the tables that flags name.
 * @throws OtherwiseError `bad-flag` for a file that can't be read, or a line that is none, naming it
 */
export async function systemTables({ idf, ppdb }: { idf?: string | undefined; ppdb?: string | undefined }): Promise<SystemTables> {
  const hashes: string[] = [];
  const table = idf === undefined ? undefined : await readIdf(idf);
  if (idf !== undefined) hashes.push(`idf ${createHash('sha256').update(await readFile(idf)).digest('hex')}`);
  const pack = ppdb === undefined ? undefined : await readPpdb(ppdb);
  if (pack) hashes.push(`ppdb ${pack.hash}`);
  return { ...(table && { idf: table }), ...(pack && { lexicon: pack.lexicon }), hashes };
}

async function readPpdb(path: string): Promise<{ lexicon: PpdbLexicon; hash: string }> {
  const [lexicon, hash] = [new PpdbLexicon(), createHash('sha256')];
  const fail = (why: string, cause?: unknown): OtherwiseError => new OtherwiseError('bad-flag', `--ppdb ${path}${why}`, { cause });
  const file = createReadStream(path);
  const stream: Readable = path.endsWith('.gz') ? file.on('error', (cause) => stream.destroy(cause)).pipe(createGunzip()) : file;
  try {
    for await (const { text, number, error } of readLines(stream)) {
      hash.update(`${text}\n`);
      try {
        if (error) throw error;
        if (text.trim() !== '') lexicon.add(text);
      } catch (cause) {
        throw fail(`, line ${number + 1}: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
      }
    }
  } catch (cause) {
    if (cause instanceof OtherwiseError) throw cause;
    throw fail(` can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  if (lexicon.size === 0) throw fail(' has no paraphrase of a word by equivalence or entailment.');
  return { lexicon, hash: hash.digest('hex') };
}
