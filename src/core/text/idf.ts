import { OtherwiseError } from '../errors.ts';
import { atOnce, type StepwiseWork } from './in-pieces.ts';
import { meanValue, readWordValues, valueKey } from './word-values.ts';

/** Inverse sentence frequency in bits, log2(sentences / sentences with the lower-cased word): ParaBank §3.2. */
export class IdfTable {
  private constructor(private readonly values: ReadonlyMap<string, number>) {}

  /** Reads `models/lexical/idf.tsv`: lines `value TAB word word …`, comments with #. Throws `model-corrupt` for a line of another form. */
  static from(table: string): IdfTable {
    return atOnce(IdfTable.reading(table));
  }

  /** Reads the table in pieces. @throws OtherwiseError `model-corrupt` */
  static *reading(table: string): StepwiseWork<IdfTable> {
    return new IdfTable(yield* readWordValues(table, 'IDF'));
  }

  /**
   * Reads lines of a word, a tab and its IDF in bits, as `otherwise idf` writes them; what begins with # is a comment.
   * @throws OtherwiseError `bad-request` for a line of another form, naming it, or a table without a word
   */
  static list(table: string): IdfTable {
    const values = new Map<string, number>();
    for (const [at, line] of table.split('\n').entries()) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      const [word = '', value = '', ...rest] = line.replace(/\r$/u, '').split('\t');
      const bits = value.trim() === '' ? NaN : Number(value);
      if (word.trim() === '' || !Number.isFinite(bits) || rest.length > 0)
        throw new OtherwiseError('bad-request', `Line ${at + 1} is not a word, a tab and its IDF: "${line.slice(0, 60)}".`);
      values.set(valueKey(word.trim()), bits);
    }
    if (values.size === 0) throw new OtherwiseError('bad-request', 'The table has no word.');
    return new IdfTable(values);
  }

  /** A table of given values in bits, word → IDF; words are lower-cased. */
  static of(values: Readonly<Record<string, number>>): IdfTable {
    return new IdfTable(new Map(Object.entries(values).map(([word, value]) => [word.toLowerCase(), value])));
  }

  /** Gives the IDF in bits of a word in lower case, typographic apostrophes as plain ones; undefined outside the table. */
  idf(word: string): number | undefined {
    return this.values.get(valueKey(word));
  }
}

/** The IDF of an unknown word, about that of the rarest word of the table, bits. */
const UNKNOWN = 18;

/** Returns the mean IDF of the words of a text, bits: how rare they are. */
export function rarityOf(text: string, idf: IdfTable): number {
  return meanValue(text, (word) => idf.idf(word) ?? UNKNOWN);
}
