import { atOnce, type StepwiseWork } from './in-pieces.ts';
import { meanValue, readWordValues, valueKey } from './word-values.ts';

/**
 * The formality of words in bits: log2(share of the lower-cased word in edited prose / its share in talk), −4 to 4, after the frequency
 * ratios of Brooke, Wang and Hirst (2010).
 */
export class FormalityTable {
  private constructor(private readonly values: ReadonlyMap<string, number>) {}

  /** Reads `models/lexical/formality.tsv`. @throws OtherwiseError `model-corrupt` */
  static from(table: string): FormalityTable {
    return atOnce(FormalityTable.reading(table));
  }

  /** Reads the table in pieces. @throws OtherwiseError `model-corrupt` */
  static *reading(table: string): StepwiseWork<FormalityTable> {
    return new FormalityTable(yield* readWordValues(table, 'formality'));
  }

  /** The mean formality of the words of a text, bits; a word that is in neither, or in both alike, counts 0. */
  formality(text: string): number {
    return meanValue(text, (word) => this.values.get(valueKey(word)) ?? 0);
  }
}
