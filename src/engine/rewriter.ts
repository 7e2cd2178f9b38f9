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
   * Scores rewrites of whatever origin as those of `rewrite` are scored; other requests go on. `options` holds the bans that a
   * finding may speak of. @throws OtherwiseError as `scorePairs`; `aborted` between two passes of the signal
   */
  score(pairs: readonly TextPair[], options: ParaphraseOptions, watching?: Pick<Watching, 'signal'>): Promise<readonly PairScores[]>;
  /** Measures pairs; other requests go on. @throws OtherwiseError `runtime` where the engine has died */
  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]>;
  /** Frees the model. What runs rejects, with the reason where one is given, or is waited for. */
  dispose(reason?: OtherwiseError): void | Promise<void>;
}

/** A rewriter that is given its model after it was made. Of several requests the newest wins: an older one rejects with `superseded`. */
export interface LoadingRewriter extends Rewriter {
  /** Loads a model; a later call replaces an earlier one. @throws OtherwiseError with the engine's code; `aborted` by the signal */
  load(model: string, device: DeviceChoice, watching?: Watching<LoadProgress>): Promise<EngineInfo>;
}

/** The page needs this of an engine. The state classes know this interface only, so tests put a double in its place. */
export interface RewriteClient extends LoadingRewriter {
  /** Called when the engine was started afresh after a failure or another model took over, with the engine that now runs. */
  onRestart(listener: (info: EngineInfo) => void): void;
}
