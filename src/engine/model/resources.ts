import type { SystemResources } from '../../core/constraints/systems.ts';
import { once } from '../../core/waiting.ts';
import type { Tools } from '../../core/pipeline/tools.ts';
import { MeaningModel } from '../../core/quality/meaning/meaning.ts';
import { FormalityTable } from '../../core/text/formality.ts';
import { IdfTable } from '../../core/text/idf.ts';
import { Inflector } from '../../core/text/inflect.ts';
import { wordKnowledge } from '../../core/text/knowledge.ts';
import { Lexicon } from '../../core/text/lexicon.ts';
import { wordMeasures } from '../../core/text/word-measures.ts';
import type { Engine } from './loaded.ts';
import type { FileReader, Places } from './places.ts';

/** The tables of words that every request needs, and the model of the predicted human score. */
interface WordTables {
  readonly inflector: Inflector;
  readonly idf: IdfTable;
  readonly formality: FormalityTable;
  readonly meaning: MeaningModel;
}

const textOf = async (read: FileReader, name: string): Promise<string> => new TextDecoder().decode(await read(name));

/** The tables of words for the pipeline, which are read from some places, each once. */
export class WordResources {
  readonly #places: Places['tables'];
  /** Opens the word tables and the predicted human score (7 MB). @throws OtherwiseError what the readers throw, `model-corrupt` */
  readonly tables = once(() => this.#open());
  readonly #lexicon = once(async () => Lexicon.from(await textOf(this.#places.lexical, 'lexicon.tsv'), (await this.tables()).inflector));

  constructor(places: Places['tables']) {
    this.#places = places;
  }

  async #open(): Promise<WordTables> {
    const { lexical, meaning } = this.#places;
    const [inflections, idfs, formalities, words, wordList, trigrams, trigramList, score] = await Promise.all([
      textOf(lexical, 'inflections.tsv'), textOf(lexical, 'idf.tsv'), textOf(lexical, 'formality.tsv'), meaning('words.bin'),
      textOf(meaning, 'words.tsv'), meaning('trigrams.bin'), textOf(meaning, 'trigrams.tsv'), textOf(meaning, 'human-score.json'),
    ]);
    const [inflector, idf] = [Inflector.from(inflections), IdfTable.from(idfs)];
    const files = { words: { table: words, list: wordList }, trigrams: { table: trigrams, list: trigramList }, score };
    return {
      inflector, idf, formality: FormalityTable.from(formalities), meaning: MeaningModel.load(files, wordKnowledge(inflector, idf)),
    };
  }

  /** Joins an open model and the tables to the resources of the pipeline. @throws OtherwiseError what reading the tables throws */
  async with(engine: Engine, proofread: Tools['proofread']): Promise<Tools> {
    const { name, execution, model, pieces, pivot, languages, threshold, estimator, tags } = engine;
    const { inflector, idf, formality, meaning } = await this.tables();
    return {
      name, execution, model, pieces, pivot, languages, threshold, estimator, tags, inflector, proofread, systems: undefined,
      known: (word) => idf.idf(word) !== undefined || inflector.knows(word),
      words: wordKnowledge(inflector, idf),
      measures: wordMeasures({ inflector, idf, formality }),
      meaning: (a, b, found) => meaning.similarity(a, b, found).meaning,
    };
  }

  /**
   * Opens the tables behind ParaBank's systems, some of them perhaps the caller's own. The part-of-speech tagger is fetched with them: it
   * has some hundred kilobytes.
   */
  async systems(given: Partial<Pick<SystemResources, 'idf' | 'lexicon'>> = {}): Promise<SystemResources> {
    const { inflector, idf } = await this.tables();
    const [lexicon, { tagTokens }] = await Promise.all([given.lexicon ?? this.#lexicon(), import('../../core/text/tagger.ts')]);
    return { idf: given.idf ?? idf, inflector, lexicon, tag: (tokens) => tagTokens(tokens, inflector) };
  }
}
