import { diffArrays } from 'diff';
import type { FormalityTable } from './formality.ts';
import { type IdfTable, rarityOf } from './idf.ts';
import type { Inflector } from './inflect.ts';
import { foldWord, wordTokens } from './words.ts';

/** The measures of words that the tables give. */
export interface WordMeasures {
  /** Gives the mean IDF of the words of a text, bits. */
  rarity(text: string): number;
  /** Gives the mean formality of the words of a text, bits. */
  formality(text: string): number;
  /**
   * Gives how much more formal each phrase of a rewrite is than the phrase it replaces in the source, bits a word. Base forms are
   * compared, because inflected forms have senses of their own (fixed costs, to fix a tap).
   */
  shifts(source: string, rewrite: string): readonly number[];
}

interface MeasureTables {
  readonly inflector: Pick<Inflector, 'readings'>;
  readonly idf: IdfTable;
  readonly formality: FormalityTable;
}

/** Returns the measures of words by their tables. */
export const wordMeasures = ({ inflector, idf, formality }: MeasureTables): WordMeasures => ({
  rarity: (text) => rarityOf(text, idf),
  formality: (text) => formality.formality(text),
  shifts: (source, rewrite) => {
    const ofBase = (word: string): number => formality.formality(inflector.readings(word)[0]?.lemma ?? word);
    const mean = (words: readonly string[]): number => words.reduce((sum, word) => sum + ofBase(word), 0) / words.length;
    return replacedIn(source, rewrite).map(({ lost, gained }) => mean(gained) - mean(lost));
  },
});

/** Words of a source and those of its rewrite that stand in their place, none of which the other text has anywhere. */
interface Replaced {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

function replacedIn(source: string, rewrite: string): Replaced[] {
  const wordsOf = (text: string): string[] => wordTokens(text).map((token) => foldWord(token.text));
  const [before, after] = [wordsOf(source), wordsOf(rewrite)];
  const changes = diffArrays(before, after);
  return changes.flatMap(({ removed, value }, i) => {
    const next = changes[i + 1];
    if (!removed || next?.added !== true) return [];
    const pair = { lost: value.filter((word) => !after.includes(word)), gained: next.value.filter((word) => !before.includes(word)) };
    return pair.lost.length > 0 && pair.gained.length > 0 ? [pair] : [];
  });
}
