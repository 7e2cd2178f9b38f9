import { readFile } from 'node:fs/promises';
import { OtherwiseError } from '../core/errors.ts';
import { once } from '../core/waiting.ts';
import { LexicalTable } from '../core/alignment/lexical-table.ts';
import { WordAligner } from '../core/alignment/word-aligner.ts';
import { FormalityTable } from '../core/text/formality.ts';
import { IdfTable } from '../core/text/idf.ts';
import { Inflector } from '../core/text/inflect.ts';
import { Lexicon } from '../core/text/lexicon.ts';
import { asFlags } from './flags.ts';

const folder = new URL('../../models/lexical/', import.meta.url);

/** Returns a file of the shipped word tables. @throws OtherwiseError `file-unreadable` */
export async function lexicalFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(new URL(name, folder)));
  } catch (cause) {
    throw new OtherwiseError(
      'file-unreadable',
      `models/lexical/${name} can't be read: check the installation, or build it with models/recipe/lexical/tables.py.`,
      { cause },
    );
  }
}

const table = async (name: string): Promise<string> => new TextDecoder().decode(await lexicalFile(name));

/** The shipped inflection table, read once. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadInflector = once(async () => Inflector.from(await table('inflections.tsv')));

/** The shipped IDF table, read once. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadIdf = once(async () => IdfTable.from(await table('idf.tsv')));

/** The shipped formality table, read once. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadFormality = once(async () => FormalityTable.from(await table('formality.tsv')));

/** The shipped lexicon of alternatives, read once, with the inflection table. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadLexicon = once(async () => Lexicon.from(await table('lexicon.tsv'), await loadInflector()));

/** The shipped word aligner, read once. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadAligner = once(async () => new WordAligner(LexicalTable.from(await table('aligner.tsv'))));

/** Reads a table that `idf` wrote. @throws OtherwiseError `bad-flag` for a file that can't be read, or a line that is none, naming it */
export async function readIdf(path: string): Promise<IdfTable> {
  const text = await givenFile('--idf', path);
  return asFlags(() => IdfTable.list(text));
}

/** @throws OtherwiseError `bad-flag` for a file that can't be read */
async function givenFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('bad-flag', `${flag} ${path} can't be read: ${why}`, { cause });
  }
}

/** Reads an aligner that `align --train` wrote. @throws OtherwiseError `bad-flag` for a file that can't be read, `model-corrupt` */
export async function readAligner(path: string): Promise<WordAligner> {
  return new WordAligner(LexicalTable.from(await givenFile('--table', path)));
}
