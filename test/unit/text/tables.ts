import { readFileSync } from 'node:fs';
import { IdfTable } from '../../../src/core/text/idf.ts';
import { Inflector } from '../../../src/core/text/inflect.ts';
import { Lexicon } from '../../../src/core/text/lexicon.ts';

const read = (name: string): string => readFileSync(new URL(`../../../models/lexical/${name}`, import.meta.url), 'utf8');

/** The rows of a shipped table, split at tabs, without comments. */
export function rowsOf(name: string): string[][] {
  return read(name).split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}

export const inflector = Inflector.from(read('inflections.tsv'));
export const idfTable = IdfTable.from(read('idf.tsv'));
export const lexicon = Lexicon.from(read('lexicon.tsv'), inflector);
