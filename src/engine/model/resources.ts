import type { Tools } from '../../core/pipeline/tools.ts';
import { MeaningModel } from '../../core/quality/meaning/meaning.ts';
import { FormalityTable } from '../../core/text/formality.ts';
import { IdfTable, rarityOf } from '../../core/text/idf.ts';
import { Inflector } from '../../core/text/inflect.ts';
import { wordKnowledge } from '../../core/text/knowledge.ts';
import type { Engine } from './loaded.ts';
import type { Places } from './places.ts';

/** The tables of words that every request needs, and the model of the predicted human score. */
export interface WordTables {
  readonly inflector: Inflector;
  readonly idf: IdfTable;
  readonly formality: FormalityTable;
  readonly meaning: MeaningModel;
}

/** Reads the word tables and the predicted human score (7 MB). @throws OtherwiseError what the readers throw, `model-corrupt` */
export async function openTables({ lexical, meaning }: Places['tables']): Promise<WordTables> {
  const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes);
  const [inflections, idfs, formalities, words, wordList, trigrams, trigramList, score] = await Promise.all([
    text(lexical('inflections.tsv')), text(lexical('idf.tsv')), text(lexical('formality.tsv')), meaning('words.bin'),
    text(meaning('words.tsv')), meaning('trigrams.bin'), text(meaning('trigrams.tsv')), text(meaning('human-score.json')),
  ]);
  const [inflector, idf] = [Inflector.from(inflections), IdfTable.from(idfs)];
  const files = { words: { table: words, list: wordList }, trigrams: { table: trigrams, list: trigramList }, score };
  return {
    inflector, idf, formality: FormalityTable.from(formalities), meaning: MeaningModel.load(files, wordKnowledge(inflector, idf)),
  };
}

/** An open model with the tables of words, ready for the pipeline. @param others what not every request needs */
export function resourcesOf(
  engine: Engine, { inflector, idf, formality, meaning }: WordTables, others: Pick<Tools, 'systems' | 'proofread'>,
): Tools {
  const { name, execution, model, pieces, pivot, languages, threshold, estimator, tags } = engine;
  return {
    name, execution, model, pieces, pivot, languages, threshold, estimator, tags, inflector, ...others,
    known: (word) => idf.idf(word) !== undefined || inflector.knows(word),
    words: wordKnowledge(inflector, idf),
    measures: { rarity: (text) => rarityOf(text, idf), formality: (text) => formality.formality(text) },
    meaning: (a, b, found) => meaning.similarity(a, b, found).meaning,
  };
}
