import * as v from 'valibot';
import { keptPhrase, type KeptPhrase } from '../settings/kept-phrases.ts';

const HEAD = 'phrase\tinstead\tused';

/** Writes the list as a file: lines of phrase, tab, its replacement, tab, and the count of its uses; a first line names them. */
export const phraseTable = (list: readonly KeptPhrase[]): string =>
  [HEAD, ...list.map(({ phrase, instead, used }) => `${phrase}\t${instead}\t${used}`), ''].join('\n');

/**
 * Reads such a file; the count may be missing, and so may the first line.
 * @returns the pairs, and the numbers of the lines that hold none, from 1
 */
export function readPhraseTable(text: string): { phrases: KeptPhrase[]; wrong: number[] } {
  const phrases: KeptPhrase[] = [];
  const wrong: number[] = [];
  for (const [at, line] of text.replace(/^\ufeff/u, '').split(/\r?\n/u).entries()) {
    if (line.trim() === '' || (at === 0 && line === HEAD)) continue;
    const [phrase, instead, used = '0', ...more] = line.split('\t');
    const read = v.safeParse(keptPhrase, { phrase, instead, used: /^\d+$/u.test(used) ? Number(used) : NaN });
    if (read.success && more.length === 0 && /^\d+$/u.test(used)) phrases.push(read.output);
    else wrong.push(at + 1);
  }
  return { phrases, wrong };
}
