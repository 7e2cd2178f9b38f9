import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { type Engine, type EngineOptions, type ModelSource, openEngine } from '../../workers/engine/engine.ts';
import { tagTokens } from '../text/tagger.ts';
import { rarityOf } from '../text/idf.ts';
import { wordKnowledge } from '../text/knowledge.ts';
import type { Tools } from '../pipeline/tools.ts';
import type { LoadProgress } from '../protocol.ts';
import type { Dtype } from '../../workers/engine/loaded.ts';
import type { ModelFiles } from '../files/read.ts';
import { loadFormality, loadIdf, loadInflector, loadLexicon } from './lexical.ts';
import { loadMeaning } from './meaning.ts';
import { modelSource } from './model-source.ts';

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

/** Where models come from and who hears of it, besides their names. */
export interface Loading {
  /** Address of the hub; see `modelSource`. */
  readonly hub?: string | undefined;
  /** Which of a hub model's exports is used; the engine chooses when undefined. */
  readonly dtype?: Dtype | undefined;
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a model, by its name or from its files with a manifest of ours, on WASM under Node.
 * @throws OtherwiseError `model-*`, `bad-request`, `runtime`, `aborted`
 */
export async function openModel(
  model: string | ModelFiles, threads: number, { hub, dtype, onProgress, signal }: Loading = {},
): Promise<Engine> {
  const source: ModelSource = typeof model === 'string' ? modelSource(model, hub) : { kind: 'bundled', files: model };
  // A bundled model lies here: nothing arrives.
  const told = typeof model === 'string' && source.kind === 'bundled' ? undefined : onProgress;
  return openEngine(source, {
    ...nodeOptions(threads), ...(dtype && { dtype }), ...(told && { onProgress: told }), ...(signal && { signal }),
  });
}

/**
 * Opens a model with the tables of the language.
 * @throws OtherwiseError `model-*`, `file-unreadable`, `bad-request`, `runtime`, `aborted`
 */
export async function loadTools(model: string | ModelFiles, threads: number, loading?: Loading): Promise<LoadedTools> {
  return toolsOf(await openModel(model, threads, loading));
}

/** A model that is open, with the tables of the language. @throws OtherwiseError `file-unreadable` */
export async function toolsOf(engine: Engine): Promise<LoadedTools> {
  const { name, hash, threads, model, pieces, pivot, languages, threshold, estimator, tags } = engine;
  const [inflector, idf, formality, lexicon, meaning] = await Promise.all([
    loadInflector(), loadIdf(), loadFormality(), loadLexicon(), loadMeaning(),
  ]);
  return {
    name, hash, threads, model, pieces, pivot, languages, threshold, estimator, tags, inflector, dispose: () => engine.dispose(),
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
  constructor(private readonly threads = usualThreads(), private readonly loading: Loading = {}) {}

  /** @throws OtherwiseError what `loadTools` throws */
  get(name: string): Promise<LoadedTools> {
    const known = this.loaded.get(name) ?? loadTools(name, this.threads, this.loading);
    this.loaded.set(name, known);
    // What failed once may be there at the next try.
    known.catch(() => { this.loaded.delete(name); });
    return known;
  }
}
