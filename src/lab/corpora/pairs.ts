import { OtherwiseError } from '../../core/errors.ts';
import { cleanText } from '../../core/text/clean.ts';
import { foldWord, wordTokens } from '../../core/text/words.ts';

/** A sentence pair of a corpus; further columns as they are in the line. */
export interface CorpusPair {
  readonly reference: string;
  readonly translation: string;
  readonly rest: readonly string[];
}

/**
 * Reads a line `reference TAB translation`, with up to `further` more columns.
 * @throws OtherwiseError `bad-request` for another number of columns, `text-empty` when one of the two texts is
 */
export function readPair(line: string, further = 0): CorpusPair {
  const [reference = '', translation, ...rest] = line.split('\t');
  if (translation === undefined || rest.length > further) {
    const columns = 1 + (translation === undefined ? 0 : 1 + rest.length);
    const has = `The line has ${columns} column${columns === 1 ? '' : 's'}`;
    const most = further > 0 && Number.isFinite(further) ? `, with at most ${further} more` : '';
    throw new OtherwiseError('bad-request', `${has}; a pair is a reference, a tab and its translation${most}.`);
  }
  const pair = { reference: cleanText(reference), translation: cleanText(translation), rest };
  if (pair.reference === '' || pair.translation === '')
    throw new OtherwiseError('text-empty', `The ${pair.reference === '' ? 'reference' : 'translation'} of the pair is empty.`);
  return pair;
}

/** Returns the words of a sentence for counting, one spelling each: lower case, plain apostrophes; boundaries as in `wordTokens`. */
export const corpusWords = (text: string): string[] => wordTokens(text).map((token) => foldWord(token.text));
