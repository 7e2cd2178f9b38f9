import type { OtherwiseError } from '../core/errors.ts';
import type {
  DeviceChoice, EngineInfo, LoadProgress, PairMeasures, PairScores, ParaphraseOptions, ParaphraseResult, TextPair, Watching,
} from '../core/protocol.ts';

/**
 * A rewriter answers requests with one model: in this process (`LocalRewriter`), in a worker (`WorkerRewriter`), or in one
 * worker after another (`Supervisor`).
 */
export interface Rewriter {
  /** Rewrites a text. @throws OtherwiseError as `paraphraseText` and `settingsOf`; `aborted` within a step of the signal */
  rewrite(text: string, options: ParaphraseOptions, watching?: Watching): Promise<ParaphraseResult>;
  /**
   * Scores rewrites of any origin as those of `rewrite` are scored; other requests go on. `options` has the avoided phrases that a finding
   * may name.
   * @throws OtherwiseError as `scorePairs`; `aborted` between two passes of the signal
   */
  score(pairs: readonly TextPair[], options: ParaphraseOptions, watching?: Pick<Watching, 'signal'>): Promise<readonly PairScores[]>;
  /** Measures pairs; other requests go on. @throws OtherwiseError `runtime` where the engine has died */
  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]>;
  /** Frees the model. Running requests reject, with the reason where one is given, or are awaited. */
  dispose(reason?: OtherwiseError): void | Promise<void>;
}

/** A rewriter that is given its model after it was made. Of several requests the newest wins: an older one rejects with `superseded`. */
export interface LoadingRewriter extends Rewriter {
  /** Loads a model; a later call replaces an earlier one. @throws OtherwiseError with the engine's code; `aborted` by the signal */
  load(model: string, device: DeviceChoice, watching?: Watching<LoadProgress>): Promise<EngineInfo>;
}

/** The engine that the page needs. The state classes know this interface only, so tests can put a double in its place. */
export interface RewriteClient extends LoadingRewriter {
  /**
   * Reports that the engine was started afresh after a failure, that another model took over, or that the one on its way will not come;
   * with the engine that now runs.
   */
  onRestart(listener: (info: EngineInfo) => void): void;
}
