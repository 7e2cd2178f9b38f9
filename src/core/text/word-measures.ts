import type { FormalityTable } from './formality.ts';
import { type IdfTable, rarityOf } from './idf.ts';
import type { Inflector } from './inflect.ts';

/** What words are worth, from the tables. */
export interface WordMeasures {
  /** Mean IDF of the words of a text, bits. */
  rarity(text: string): number;
  /** Mean formality of the words of a text, bits. */
  formality(text: string): number;
  /** Formality of the base form of a word, bits: inflected forms have senses of their own (fixed costs, to fix a tap). */
  baseFormality(word: string): number;
}

interface MeasureTables {
  readonly inflector: Pick<Inflector, 'readings'>;
  readonly idf: IdfTable;
  readonly formality: FormalityTable;
}

/** The measures of words by their tables. */
export const wordMeasures = ({ inflector, idf, formality }: MeasureTables): WordMeasures => ({
  rarity: (text) => rarityOf(text, idf),
  formality: (text) => formality.formality(text),
  baseFormality: (word) => formality.formality(inflector.readings(word)[0]?.lemma ?? word),
});
