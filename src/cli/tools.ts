import * as v from 'valibot';
import { type Engine, type ModelSource, openEngine } from '../engine/model/engine.ts';
import { tagTokens } from '../core/text/tagger.ts';
import { proofreader } from '../engine/proofread/proofreader.ts';
import type { Tools } from '../core/pipeline/tools.ts';
import type { LoadProgress } from '../core/protocol.ts';
import type { Dtype } from '../engine/model/loaded.ts';
import { resourcesOf } from '../engine/model/resources.ts';
import type { ModelFiles } from '../engine/files/read.ts';
import { engineOptions, type WantedExecution } from './execution.ts';
import { loadFormality, loadIdf, loadInflector, loadLexicon } from './lexical.ts';
import { loadMeaning } from './meaning.ts';
import { modelSource } from './model-source.ts';
import type { SystemTables } from './system-tables.ts';

/** A model with the tables of the language, ready for the pipeline. */
export interface LoadedTools extends Tools {
  /** Names the weights. */
  readonly hash: string;
  readonly threads: number;
  /** Names the tables that take the place of shipped ones. */
  readonly tables: readonly string[];
  /** Frees the model. */
  dispose(): Promise<void>;
}

/** `--threads`. */
export const threadCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));

/** Where models come from, what computes them and who hears of it, besides their names and threads. */
export interface Loading extends Omit<WantedExecution, 'threads'> {
  /** Address of the hub; see `modelSource`. */
  readonly hub?: string | undefined;
  /** Which of a hub model's exports is used; the engine chooses when undefined. */
  readonly dtype?: Dtype | undefined;
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  /** Hears a line (its end included) when the native library is there and can't be used; standard error if undefined. */
  readonly warn?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Tables of the numbered systems in place of the shipped ones. */
  readonly tables?: SystemTables | undefined;
}

const toStderr = (line: string): void => {
  process.stderr.write(line);
};

/**
 * Opens a model, by its name or from its files with a manifest of ours, under Node.
 * @param threads the machine's if undefined (`WantedExecution`)
 * @throws OtherwiseError `model-*`, `bad-request`, `no-webgpu`, `runtime`, `aborted`
 */
export async function openModel(
  model: string | ModelFiles, threads?: number, { hub, dtype, runtime, device, warn = toStderr, onProgress, signal }: Loading = {},
): Promise<Engine> {
  const source: ModelSource = typeof model === 'string' ? modelSource(model, hub) : { kind: 'bundled', files: model };
  // A bundled model lies here: nothing arrives.
  const told = typeof model === 'string' && source.kind === 'bundled' ? undefined : onProgress;
  return openEngine(source, {
    ...await engineOptions({ runtime, device, threads }, warn),
    ...(dtype && { dtype }), ...(told && { onProgress: told }), ...(signal && { signal }),
  });
}

/**
 * Opens a model with the tables of the language.
 * @param threads the machine's if undefined (`WantedExecution`)
 * @throws OtherwiseError `model-*`, `file-unreadable`, `bad-request`, `no-webgpu`, `runtime`, `aborted`
 */
export async function loadTools(model: string | ModelFiles, threads?: number, loading?: Loading): Promise<LoadedTools> {
  return toolsOf(await openModel(model, threads, loading), loading?.tables);
}

/** A model that is open, with the tables of the language. @throws OtherwiseError `file-unreadable` */
export async function toolsOf(engine: Engine, tables?: SystemTables): Promise<LoadedTools> {
  const [inflector, idf, formality, lexicon, meaning] = await Promise.all([
    loadInflector(), loadIdf(), loadFormality(), loadLexicon(), loadMeaning(),
  ]);
  const systems = {
    idf: tables?.idf ?? idf, inflector, lexicon: tables?.lexicon ?? lexicon,
    tag: (tokens: readonly string[]) => tagTokens(tokens, inflector),
  };
  const { hash, threads } = engine;
  const slimBinary = async () => (await import('harper.js/slimBinary')).slimBinary;
  return {
    ...resourcesOf(engine, { inflector, idf, formality, meaning }, { systems, proofread: proofreader(slimBinary) }),
    hash, threads, tables: tables?.hashes ?? [], dispose: () => engine.dispose(),
  };
}

/** What names the weights, what computed and the tables of one's own: an output depends on them beside its input and options. */
export const computedBy = (
  { hash, execution: { runtime, device }, tables }: Pick<LoadedTools, 'hash' | 'execution' | 'tables'>,
): string[] => [hash, runtime, device, ...tables];

/** Models are loaded when first asked for and kept. */
export class Models {
  private readonly loaded = new Map<string, Promise<LoadedTools>>();

  /** @param threads of each; the machine's if undefined (`WantedExecution`) */
  constructor(private readonly threads?: number, private readonly loading: Loading = {}) {}

  /** @throws OtherwiseError what `loadTools` throws */
  get(name: string): Promise<LoadedTools> {
    const known = this.loaded.get(name) ?? loadTools(name, this.threads, this.loading);
    this.loaded.set(name, known);
    // What failed once may be there at the next try.
    known.catch(() => { this.loaded.delete(name); });
    return known;
  }
}
