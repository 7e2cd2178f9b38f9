/** The interface of the package, the same in the browser and under Node. */
import type {
  DeviceChoice, EngineInfo, Execution, LoadProgress, PairScores, ParaphraseResult, TextPair, Watching,
} from '../core/protocol.ts';
import type { ParaphraseOptions } from '../core/options.ts';

export type {
  Budget, ConstraintSet, Counts, DeviceChoice, Execution, Finding, FindingKind, LoadProgress, Mode, PairScores, ParaphraseOptions,
  ParaphraseProgress, ParaphraseResult, Rewrite, TextPair, Unmet, Watching,
} from '../core/protocol.ts';
export type { ErrorCode, ErrorData, Excess } from '../core/errors.ts';

export interface ParaphraserOptions {
  /** Folder of a model (the one with its `manifest.json`): an address, relative to the page if it is so; under Node a path, too. */
  readonly model: string | URL;
  /**
   * The device: `auto` (default) takes a graphics adapter in a page, if one computes rightly, and the processor under Node; `webgpu`
   * the adapter or nothing, `cpu` the processor, `wasm` the processor by WebAssembly.
   */
  readonly device?: DeviceChoice | 'cpu' | undefined;
  /**
   * The runtime under Node: `native` is the package onnxruntime-node, the default if it is installed and works; `wasm` is our own. A
   * page has `wasm` alone.
   */
  readonly runtime?: Execution['runtime'] | undefined;
  /** Threads under Node (the machine's; of WebAssembly at most 4); a page's depend on whether it is cross-origin isolated. */
  readonly threads?: number | undefined;
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  /** Stops the loading. */
  readonly signal?: AbortSignal | undefined;
}

/** A loaded model, with the runtime and device that compute it. */
export interface ParaphraserInfo extends Omit<EngineInfo, 'device'>, Execution {}

export interface Paraphraser {
  readonly info: ParaphraserInfo;
  /**
   * Rewrites a text of at most 2,000 characters and 256 tokens; requests are answered one after the other. In a page a request without
   * `sets` and `samples` draws what the device can do in a few seconds (`info.budget`), under Node the fixed default.
   * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `unsupported-language`, `bad-request`, `unknown-field`,
   *   `word-empty`, `aborted`, and codes of the machine (`device-lost`, `out-of-memory`, `runtime`)
   */
  paraphrase(text: string, options?: ParaphraseOptions & Watching): Promise<ParaphraseResult>;
  /** Scores rewrites, whoever wrote them; pairs of source and rewrite. @throws OtherwiseError as `paraphrase` does */
  score(pairs: readonly TextPair[], options?: ParaphraseOptions & Watching): Promise<PairScores[]>;
  /** Frees the model; what runs or comes later rejects with `aborted`. */
  dispose(): Promise<void>;
}

/**
 * Loads a model. @throws OtherwiseError `model-not-found`, `model-corrupt`, `model-download`, `model-unsupported`, `no-webgpu`,
 *   `self-test-failed`, `out-of-memory`, `aborted`
 */
export type CreateParaphraser = (options: ParaphraserOptions) => Promise<Paraphraser>;
