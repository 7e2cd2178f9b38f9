import { rarityOf } from '../../../src/core/text/idf.ts';
import { loadIdf, loadInflector, loadLexicon } from '../../../src/cli/lexical.ts';
import { tagTokens } from '../../../src/core/text/tagger.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';
import type { Tools } from '../../../src/core/pipeline/tools.ts';
import { ToyModel } from '../../oracle/toy-model.ts';

/** The vocabulary of the toy model. Every word is a token; the first one ends a text. */
export const vocabulary = [
  '', '.', ' the', ' old', ' man', ' house', ' went', ' left', ' home', ' back', ' told', ' work', ' her', ' not', ' to', ' for', ' proud',
  ' three', ' Anna', ' committee',
] as const;
const eos = 0;
const UNKNOWN = 1;

export const pieces = {
  encode: (text: string): number[] =>
    text.split(/(?=\s|[.])/u).flatMap((word) => {
      const id = vocabulary.findIndex((piece) => piece !== '' && piece.trim().toLowerCase() === word.trim().toLowerCase());
      return word.trim() === '' ? [] : [Math.max(id, UNKNOWN)];
    }),
  decode: (ids: readonly number[]): string => ids.map((id) => vocabulary[id] ?? '').join('').trim(),
  pieceText: (id: number): string => vocabulary[id] ?? '',
};

const [inflector, idf, lexicon] = await Promise.all([loadInflector(), loadIdf(), loadLexicon()]);

/** The pipeline's tools around a toy model of these words (or another model). */
export const toyTools = (seed: number, others: Partial<Tools> = {}): Tools => ({
  name: 'toy',
  execution: { runtime: 'wasm', device: 'cpu' },
  model: new ToyModel({ vocabularySize: vocabulary.length, eos, top: 12, seed, sharpness: 4 }),
  pieces,
  languages: ['en'],
  threshold: 7,
  estimator: undefined,
  tags: () => [],
  inflector,
  known: (word) => idf.idf(word) !== undefined,
  words: wordKnowledge(inflector, idf),
  measures: { rarity: (text) => rarityOf(text, idf), formality: () => 0, shifts: () => [] },
  meaning: undefined,
  systems: { idf, inflector, lexicon, tag: (tokens) => tagTokens(tokens, inflector) },
  ...others,
});
