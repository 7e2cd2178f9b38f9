import type {
  DeviceChoice,
  EngineInfo,
  LoadProgress,
  ParaphraseOptions,
  PairMeasures,
  PairScores,
  ParaphraseProgress,
  ParaphraseResult,
  TextPair,
} from '../../core/protocol.ts';
import type { OtherwiseError } from '../../core/errors.ts';

/** An engine loads a model and works with it: a worker, or the supervisor of several. */
export interface Rewriter {
  /**
   * Loads a model; a later call replaces an earlier one.
   * @throws OtherwiseError with the engine's code; `aborted` after `cancel`
   */
  load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo>;
  /**
   * Rewrites a sentence. The newest request wins: an older one rejects with `superseded`.
   * @throws OtherwiseError with the engine's code; `aborted` after `cancel`
   */
  paraphrase(text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void): Promise<ParaphraseResult>;
  /**
   * Measures pairs with the loaded model; other requests go on. @throws OtherwiseError `runtime` when no model is
   * loaded or the engine died
   */
  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]>;
  /**
   * Scores rewrites of whatever origin, as those of `paraphrase` are; other requests go on. `options`: the bans a finding
   * may speak of. @throws OtherwiseError with the engine's code; `runtime` when no model is loaded
   */
  score(pairs: readonly TextPair[], options: ParaphraseOptions): Promise<readonly PairScores[]>;
  /** Stops whatever runs: a load or a request. */
  cancel(): void;
  /** Ends it at once; whatever it was doing rejects, with the reason where one is given. */
  dispose(reason?: OtherwiseError): void;
}

/** The page needs this of an engine. The state classes know this interface only, so tests put a double in its place. */
export interface RewriteClient extends Rewriter {
  /** Called when the engine was started afresh after a failure or another model took over, with the engine that now runs. */
  onRestart(listener: (info: EngineInfo) => void): void;
}
