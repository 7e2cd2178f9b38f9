import * as v from 'valibot';
import type { Tools } from '../core/pipeline/tools.ts';
import type { LoadProgress } from '../core/protocol.ts';
import type { ModelFiles } from '../engine/files/read.ts';
import { LocalRewriter } from '../engine/local-rewriter.ts';
import type { Dtype, Engine } from '../engine/model/loaded.ts';
import { WordResources } from '../engine/model/resources.ts';
import type { ModelSource } from '../engine/open.ts';
import { proofreader } from '../engine/proofread/proofreader.ts';
import { engineOptions, type WantedExecution } from './execution.ts';
import { lexicalFile } from './lexical.ts';
import { meaningFile } from './meaning.ts';
import { modelSource } from './model-source.ts';
import type { SystemTables } from './system-tables.ts';

/** The shipped tables of words, each read once. */
export const nodeWords = new WordResources({ lexical: lexicalFile, meaning: meaningFile });
const proofread = proofreader(async () => (await import('harper.js/slimBinary')).slimBinary);

/** A model with the tables of the language, ready for the pipeline. */
export interface LoadedTools extends Tools {
  /** Names the weights. */
  readonly hash: string;
  readonly threads: number;
  /** Frees the model. */
  dispose(): Promise<void>;
}

/** The number that `--threads` gives. */
export const threadCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));

/** The options of loading models: where they come from, what computes them, and who hears of it. */
export interface Loading extends Omit<WantedExecution, 'threads'> {
  /** Address of the hub; see `modelSource`. */
  readonly hub?: string | undefined;
  /** The one of a hub model's exports that is used; the engine chooses when undefined. */
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
 * Opens a model, by its name or from its files with a manifest of ours, with the tables of the language, under Node.
 * @param threads the machine's if undefined (`WantedExecution`)
 * @throws OtherwiseError `model-*`, `file-unreadable`, `bad-request`, `no-webgpu`, `runtime`, `aborted`
 */
export async function openRewriter(
  model: string | ModelFiles, threads?: number,
  { hub, dtype, runtime, device, warn = toStderr, onProgress, signal, tables: own }: Loading = {},
): Promise<LocalRewriter> {
  const source: ModelSource = typeof model === 'string' ? modelSource(model, hub) : { kind: 'bundled', files: model };
  // A bundled model lies here: nothing arrives.
  const told = typeof model === 'string' && source.kind === 'bundled' ? undefined : onProgress;
  const options = {
    ...await engineOptions({ runtime, device, threads }, warn),
    ...(dtype && { dtype }), ...(told && { onProgress: told }), ...(signal && { signal }),
  };
  return LocalRewriter.open({ source, options, words: nodeWords, own, proofread });
}

/** Opens a model as `openRewriter` does, for what works with the pipeline itself. @throws OtherwiseError as `openRewriter` */
export const loadTools = async (...asked: Parameters<typeof openRewriter>): Promise<LoadedTools> => toolsOf(await openRewriter(...asked));

/** Returns what a rewriter works with, the tables behind ParaBank's systems included. @throws OtherwiseError `file-unreadable` */
export async function toolsOf(rewriter: LocalRewriter): Promise<LoadedTools> {
  const { hash, threads } = rewriter.engine;
  return { ...await rewriter.allTools(), hash, threads, dispose: () => rewriter.dispose() };
}

/** Names the weights, the runtime and device, and tables of one's own: an output depends on them beside its input and options. */
export const computedBy = (
  { hash, execution: { runtime, device } }: Pick<Engine, 'hash' | 'execution'>, tables?: SystemTables,
): string[] => [hash, runtime, device, ...tables?.hashes ?? []];

/** Models are loaded when first asked for and kept. */
export class Models {
  private readonly loaded = new Map<string, Promise<LocalRewriter>>();

  /** @param threads of each; the machine's if undefined (`WantedExecution`) */
  constructor(private readonly threads?: number, private readonly loading: Loading = {}) {}

  /** @throws OtherwiseError what `openRewriter` throws */
  get(name: string): Promise<LocalRewriter> {
    const known = this.loaded.get(name) ?? openRewriter(name, this.threads, this.loading);
    this.loaded.set(name, known);
    // A load that failed once may succeed at the next try.
    known.catch(() => { this.loaded.delete(name); });
    return known;
  }
}
