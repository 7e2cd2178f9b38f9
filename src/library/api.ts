/** What the package offers, the same in the browser and under Node. */
import type { DeviceChoice, EngineInfo, LoadProgress, PairScores, ParaphraseProgress, ParaphraseResult, TextPair } from '../protocol.ts';
import type { ParaphraseOptions } from '../options.ts';

export type {
  Budget, ConstraintSet, Counts, DeviceChoice, EngineInfo, Finding, FindingKind, LoadProgress, Mode, PairScores, ParaphraseOptions,
  ParaphraseProgress, ParaphraseResult, Rewrite, TextPair, Unmet,
} from '../protocol.ts';
export type { ErrorCode, ErrorData, Excess } from '../errors.ts';

export interface ParaphraserOptions {
  /** Folder of a model (the one with its `manifest.json`): an address, relative to the page if it is so; under Node a path, too. */
  readonly model: string | URL;
  /** `auto` (default) takes a graphics adapter where there is one that computes rightly; under Node it is WebAssembly. */
  readonly device?: DeviceChoice | undefined;
  /** Threads of WebAssembly under Node (the machine's, at most 4); a page's depend on whether it is cross-origin isolated. */
  readonly threads?: number | undefined;
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  /** Stops the loading. */
  readonly signal?: AbortSignal | undefined;
}

/** What every request may have beside its options. */
export interface Watching {
  /** Stops the request within a step; it rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ParaphraseProgress) => void) | undefined;
}

export interface Paraphraser {
  readonly info: EngineInfo;
  /**
   * Rewrites a text of at most 2,000 characters and 256 tokens; requests are answered one after the other. In a page a request without
   * `sets` and `samples` draws what the device can do in a few seconds (`info.budget`), under Node the fixed default.
   * @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite`, `unsupported-language`, `bad-request`, `unknown-field`,
   *   `word-empty`, `aborted`, and codes of the machine (`device-lost`, `out-of-memory`, `runtime`)
   */
  paraphrase(text: string, options?: ParaphraseOptions & Watching): Promise<ParaphraseResult>;
  /** How good rewrites are, whoever wrote them; pairs of source and rewrite. @throws OtherwiseError as `paraphrase` does */
  score(pairs: readonly TextPair[], options?: ParaphraseOptions & Watching): Promise<PairScores[]>;
  /** Frees the model; what runs or comes later rejects with `aborted`. */
  dispose(): Promise<void>;
}

/**
 * Loads a model. @throws OtherwiseError `model-not-found`, `model-corrupt`, `model-download`, `model-unsupported`, `no-webgpu`,
 *   `self-test-failed`, `out-of-memory`, `aborted`
 */
export type CreateParaphraser = (options: ParaphraserOptions) => Promise<Paraphraser>;
