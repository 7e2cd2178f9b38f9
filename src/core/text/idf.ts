import { atOnce, type StepwiseWork } from './in-pieces.ts';
import { meanValue, readWordValues, valueKey } from './word-values.ts';

/** Inverse sentence frequency in bits, log2(sentences / sentences with the lower-cased word): ParaBank §3.2. */
export class IdfTable {
  private constructor(private readonly values: ReadonlyMap<string, number>) {}

  /** Reads `models/lexical/idf.tsv`: lines `value TAB word word …`, comments with #. Throws `model-corrupt` for a line of another form. */
  static from(table: string): IdfTable {
    return atOnce(IdfTable.reading(table));
  }

  /** The same in pieces. */
  static *reading(table: string): StepwiseWork<IdfTable> {
    return new IdfTable(yield* readWordValues(table, 'IDF'));
  }

  /** A table of given values in bits, word → IDF; words are lower-cased. */
  static of(values: Readonly<Record<string, number>>): IdfTable {
    return new IdfTable(new Map(Object.entries(values).map(([word, value]) => [word.toLowerCase(), value])));
  }

  /** IDF in bits of the word in lower case, typographic apostrophes as plain ones; undefined for a word outside the table. */
  idf(word: string): number | undefined {
    return this.values.get(valueKey(word));
  }
}

/** About the rarest word of the table, bits. */
const UNKNOWN = 18;

/** Mean IDF of the words of a text, bits: how rare they are. */
export function rarityOf(text: string, idf: IdfTable): number {
  return meanValue(text, (word) => idf.idf(word) ?? UNKNOWN);
}
