import { OtherwiseError } from '../errors.ts';

/** Inverse sentence frequency in bits, log2(sentences / sentences with the lower-cased word): ParaBank §3.2. */
export class IdfTable {
  private constructor(private readonly values: ReadonlyMap<string, number>) {}

  /** Reads `models/lexical/idf.tsv`: lines `value TAB word word …`, comments with #. Throws `model-corrupt` for a line of another form. */
  static from(table: string): IdfTable {
    const values = new Map<string, number>();
    for (const line of table.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const tab = line.indexOf('\t');
      const value = Number(line.slice(0, tab));
      if (tab < 1 || !Number.isFinite(value)) {
        throw new OtherwiseError('model-corrupt', `The IDF table has a line without a value: "${line.slice(0, 60)}". Load it again.`);
      }
      for (const word of line.slice(tab + 1).split(' ')) values.set(word, value);
    }
    return new IdfTable(values);
  }

  /** A table of given values in bits, word → IDF; words are lower-cased. */
  static of(values: Readonly<Record<string, number>>): IdfTable {
    return new IdfTable(new Map(Object.entries(values).map(([word, value]) => [word.toLowerCase(), value])));
  }

  /** IDF in bits of the word in lower case, typographic apostrophes as plain ones; undefined for a word outside the table. */
  idf(word: string): number | undefined {
    return this.values.get(word.toLowerCase().replaceAll('’', "'"));
  }
}
