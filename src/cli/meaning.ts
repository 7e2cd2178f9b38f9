import { readFile } from 'node:fs/promises';
import { OtherwiseError } from '../core/errors.ts';
import { wordKnowledge } from '../core/text/knowledge.ts';
import { loadIdf, loadInflector } from './lexical.ts';
import { SentenceEmbeddings, type EmbeddingFiles } from '../core/quality/meaning/embedding.ts';
import { MeaningModel } from '../core/quality/meaning/meaning.ts';

const folder = new URL('../../models/meaning/', import.meta.url);

/** Returns a file of the predicted human score. @throws OtherwiseError `file-unreadable` */
export async function meaningFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(new URL(name, folder)));
  } catch (cause) {
    throw new OtherwiseError(
      'file-unreadable',
      `models/meaning/${name} can't be read: check the installation, or build it with models/recipe/meaning/embeddings.py.`,
      { cause },
    );
  }
}

const text = async (name: string): Promise<string> => new TextDecoder().decode(await meaningFile(name));

async function embeddingFiles(): Promise<EmbeddingFiles> {
  const [words, wordList, trigrams, trigramList] = await Promise.all([
    meaningFile('words.bin'), text('words.tsv'), meaningFile('trigrams.bin'), text('trigrams.tsv'),
  ]);
  return { words: { table: words, list: wordList }, trigrams: { table: trigrams, list: trigramList } };
}

/** Loads the shipped sentence embeddings. @throws OtherwiseError `file-unreadable`, `model-corrupt` */
export const loadEmbeddings = async (): Promise<SentenceEmbeddings> => SentenceEmbeddings.load(await embeddingFiles());

/**
 * Loads the shipped embeddings with the coefficients of the predicted human score.
 * @throws OtherwiseError `file-unreadable`, `model-corrupt`
 */
export async function loadMeaning(): Promise<MeaningModel> {
  const [files, score, inflector, idf] = await Promise.all([embeddingFiles(), text('human-score.json'), loadInflector(), loadIdf()]);
  return MeaningModel.load({ ...files, score }, wordKnowledge(inflector, idf));
}
