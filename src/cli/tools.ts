import { type EngineOptions, loadEngine, tagsFor } from '../../workers/engine/engine.ts';
import { tagTokens } from '../text/tagger.ts';
import { wordKnowledge } from '../text/knowledge.ts';
import type { Tools } from '../pipeline/tools.ts';
import { loadIdf, loadInflector, loadLexicon } from './lexical.ts';
import { loadMeaning } from './meaning.ts';
import { modelFolder } from './model-folder.ts';

/** Engine options of Node: onnxruntime-web's own build for it (WASM with threads), and room for signals between runs. */
export function nodeOptions(threads: number): EngineOptions {
  return {
    device: 'wasm',
    threads,
    importRuntime: () => import('onnxruntime-web'),
    breathe: () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  };
}

/** A model with the tables of the language, ready for the pipeline. */
export interface LoadedTools extends Tools {
  /** Names the weights. */
  readonly hash: string;
}

/**
 * Loads a model on WASM under Node.
 * @throws OtherwiseError `model-*`, `file-unreadable`
 */
export async function loadTools(model: string, threads: number): Promise<LoadedTools> {
  const [engine, inflector, idf, lexicon, meaning] = await Promise.all([
    loadEngine(modelFolder(model), nodeOptions(threads)),
    loadInflector(),
    loadIdf(),
    loadLexicon(),
    loadMeaning(),
  ]);
  const { manifest, tokenizer } = engine;
  return {
    name: manifest.name,
    hash: engine.hash,
    model: engine.model,
    pieces: tokenizer,
    threshold: manifest.threshold,
    estimator: manifest.estimator,
    tags: (distance) => tagsFor(manifest, distance),
    inflector,
    known: (word) => idf.idf(word) !== undefined || inflector.knows(word),
    words: wordKnowledge(inflector, idf),
    meaning: (a, b, found) => meaning.similarity(a, b, found).meaning,
    systems: { idf, inflector, lexicon, tag: (tokens) => tagTokens(tokens, inflector) },
  };
}
