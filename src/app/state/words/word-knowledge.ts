import { wordKnowledge } from '../../../core/text/knowledge.ts';
import { read } from '../../../core/quality/reading/reading.ts';
import { keptByInvariants } from '../../../core/quality/invariants/kept.ts';
import { fetchTable } from '../../platform/tables.ts';
import { turn } from '../../platform/turn.ts';
import { FormalityTable } from '../../../core/text/formality.ts';
import { IdfTable } from '../../../core/text/idf.ts';
import { inPieces } from '../../../core/text/in-pieces.ts';
import { Inflector } from '../../../core/text/inflect.ts';
import { Lexicon } from '../../../core/text/lexicon.ts';
import { wordMeasures, type WordMeasures } from '../../../core/text/word-measures.ts';
import { difficultWords } from './plain-words.ts';
import type { Tables } from './tables.ts';

/** The tables of words in the page. */
export interface PageWords {
  readonly tables: Tables;
  readonly measures: WordMeasures;
  /** Finds the rare words of a sentence that have a much commoner substitute. */
  difficult(sentence: string): string[];
  /** Finds what every rewrite of a sentence keeps anyway. */
  kept(sentence: string): string[];
}

/** Fetches the tables and reads them in pieces: at once, they would hold up whoever types. @throws what `fetchTable` throws */
export async function readWords(): Promise<PageWords> {
  const files = await Promise.all(['inflections.tsv', 'lexicon.tsv', 'idf.tsv', 'formality.tsv'].map(fetchTable));
  const [forms, entries, frequencies, formalities] = files as [string, string, string, string];
  const inflector = await inPieces(Inflector.reading(forms), turn);
  const lexicon = await inPieces(Lexicon.reading(entries, inflector), turn);
  const idf = await inPieces(IdfTable.reading(frequencies), turn);
  const formality = await inPieces(FormalityTable.reading(formalities), turn);
  return {
    tables: { inflector, lexicon, idf },
    measures: wordMeasures({ inflector, idf, formality }),
    difficult: (sentence) => difficultWords(sentence, idf, lexicon),
    kept: (sentence) => keptWords(sentence, inflector, idf),
  };
}

/** Finds what every rewrite of a sentence keeps: names, numbers, addresses and quoted terms, each once, in its order. */
const keptWords = (sentence: string, inflector: Inflector, idf: IdfTable): string[] =>
  keptByInvariants(read(sentence), wordKnowledge(inflector, idf));
