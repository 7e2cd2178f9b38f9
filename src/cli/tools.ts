import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { type EngineOptions, loadEngine, tagsFor } from '../../workers/engine/engine.ts';
import { tagTokens } from '../text/tagger.ts';
import { rarityOf } from '../text/idf.ts';
import { wordKnowledge } from '../text/knowledge.ts';
import type { Tools } from '../pipeline/tools.ts';
import { loadFormality, loadIdf, loadInflector, loadLexicon } from './lexical.ts';
import { loadMeaning } from './meaning.ts';
import type { ModelFiles } from '../files/read.ts';
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
  readonly threads: number;
  /** Frees the model. */
  dispose(): Promise<void>;
}

/** `--threads`. */
export const threadCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));
const MOST_THREADS = 4;
/** The machine's threads, at most four. */
export const usualThreads = (): number => Math.min(MOST_THREADS, availableParallelism());

/**
 * Loads a model (its name, its folder or its files) on WASM under Node.
 * @throws OtherwiseError `model-*`, `file-unreadable`, `aborted`
 */
export async function loadTools(
  model: string | ModelFiles, threads: number, watching: Pick<EngineOptions, 'onProgress' | 'signal'> = {},
): Promise<LoadedTools> {
  const [engine, inflector, idf, formality, lexicon, meaning] = await Promise.all([
    loadEngine(typeof model === 'string' ? modelFolder(model) : model, { ...nodeOptions(threads), ...watching }),
    loadInflector(),
    loadIdf(),
    loadFormality(),
    loadLexicon(),
    loadMeaning(),
  ]);
  const { manifest, tokenizer } = engine;
  return {
    name: manifest.name,
    hash: engine.hash,
    threads,
    dispose: () => engine.dispose(),
    model: engine.model,
    pieces: tokenizer,
    threshold: manifest.threshold,
    estimator: manifest.estimator,
    tags: (style) => tagsFor(manifest, style),
    inflector,
    known: (word) => idf.idf(word) !== undefined || inflector.knows(word),
    words: wordKnowledge(inflector, idf),
    measures: { rarity: (text) => rarityOf(text, idf), formality: (text) => formality.formality(text) },
    meaning: (a, b, found) => meaning.similarity(a, b, found).meaning,
    systems: { idf, inflector, lexicon, tag: (tokens) => tagTokens(tokens, inflector) },
  };
}

/** Models are loaded when first asked for and kept. */
export class Models {
  private readonly loaded = new Map<string, Promise<LoadedTools>>();

  /** @param threads of each; the machine's, at most four, when undefined */
  constructor(private readonly threads = usualThreads()) {}

  /** @throws OtherwiseError what `loadTools` throws */
  get(name: string): Promise<LoadedTools> {
    const known = this.loaded.get(name) ?? loadTools(name, this.threads);
    this.loaded.set(name, known);
    return known;
  }
}
