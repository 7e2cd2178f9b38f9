import type {
  DeviceChoice,
  EngineInfo,
  LoadProgress,
  PairMeasures,
  PairScores,
  ParaphraseOptions,
  ParaphraseProgress,
  ParaphraseResult,
  TextPair,
} from '../../core/protocol.ts';
import { OtherwiseError, type ErrorCode } from '../../core/errors.ts';
import { EngineWorker } from './engine-worker.ts';
import type { RewriteClient } from './rewrite-client.ts';
import { withinSmall } from './small-budget.ts';

/** Failures of the machine below us: a fresh worker may do better. Every other error is about the request or the model and stays. */
const worthRestart: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['runtime', 'device-lost', 'self-test-failed', 'out-of-memory']);
/** After so many failures in a row WebGPU and the budget are given up, after as many again the error is shown. */
const FAILURES_BEFORE_WASM = 2;

interface Wanted {
  readonly model: string;
  readonly device: DeviceChoice;
  readonly onProgress: (event: LoadProgress) => void;
}

interface Engine {
  readonly worker: EngineWorker;
  readonly info: EngineInfo;
}

/**
 * The page's engine. It outlives its workers: one that crashed, lost its device or failed to load is thrown away and replaced (a failed
 * load poisons later ones in the same worker). Failures are counted until a request succeeds; the second one moves `auto` to WASM
 * and the request to the small budget.
 *
 * States: none → (load) → loading → ready → (failure) → loading … ; cancel while loading → none.
 */
export class EngineClient implements RewriteClient {
  readonly #create: (hub?: string) => Worker;
  readonly #silence: number | undefined;
  #wanted: Wanted | undefined;
  #worker: EngineWorker | undefined;
  /** Loading or ready; undefined when nothing was asked for or the load failed. */
  #engine: Promise<Engine> | undefined;
  #ready = false;
  #failures = 0;
  #newest = 0;
  #restarted: (info: EngineInfo) => void = () => undefined;

  /**
   * `create` starts a worker, one that may speak to a hub where it is given one's address. `silence`: after so many ms without a sign of
   * life a worker is taken for dead; the worker's own default when absent.
   */
  constructor(create: (hub?: string) => Worker, silence?: number) {
    this.#create = create;
    this.#silence = silence;
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    this.#stop(new OtherwiseError('superseded', 'Another model or device was chosen.'));
    this.#failures = 0;
    this.#wanted = { model, device, onProgress };
    return (await this.#start()).info;
  }

  async paraphrase(text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void): Promise<ParaphraseResult> {
    const request = ++this.#newest;
    for (;;) {
      const engine = await (this.#engine ?? this.#start());
      this.#throwIfOld(request);
      try {
        const eased = this.#failures >= FAILURES_BEFORE_WASM ? { ...options, ...withinSmall(options) } : options;
        const result = await engine.worker.paraphrase(text, eased, (event) => {
          if (request === this.#newest) onProgress(event);
        });
        this.#failures = 0;
        return result;
      } catch (cause) {
        if (!isWorthRestart(cause)) throw cause;
        this.#throwIfOld(request);
        if (!this.#mayRetry()) throw cause;
        this.#stop(cause);
        this.#restarted((await this.#start()).info);
      }
    }
  }

  async measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]> {
    return (await this.#loaded()).measure(pairs);
  }

  async score(pairs: readonly TextPair[], options: ParaphraseOptions): Promise<readonly PairScores[]> {
    return (await this.#loaded()).score(pairs, options);
  }

  cancel(): void {
    this.#newest += 1;
    if (this.#ready) this.#worker?.cancel();
    else this.#stop(new OtherwiseError('aborted', 'Loading was stopped.'));
  }

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#restarted = listener;
  }

  dispose(): void {
    this.#stop(new OtherwiseError('aborted', 'The page was closed.'));
  }

  async #loaded(): Promise<EngineWorker> {
    if (this.#engine === undefined) throw new OtherwiseError('runtime', 'The model is not loaded yet.');
    return (await this.#engine).worker;
  }

  #throwIfOld(request: number): void {
    if (request !== this.#newest) throw new OtherwiseError('superseded', 'A newer request took its place.');
  }

  #start(): Promise<Engine> {
    const engine = this.#begin();
    this.#engine = engine;
    engine.then(
      () => {
        if (this.#engine === engine) this.#ready = true;
      },
      () => {
        if (this.#engine === engine) this.#stop(new OtherwiseError('aborted', 'The engine could not be loaded.'));
      },
    );
    return engine;
  }

  /** Loads in fresh workers until one works or no further try is due. */
  async #begin(): Promise<Engine> {
    const wanted = this.#wanted;
    if (wanted === undefined) throw new OtherwiseError('runtime', 'No model was chosen. Reload the page.');
    for (;;) {
      const device = this.#failures >= FAILURES_BEFORE_WASM && wanted.device === 'auto' ? 'wasm' : wanted.device;
      const worker = new EngineWorker(this.#create(hubIn(wanted.model)), this.#silence);
      this.#worker = worker;
      try {
        const info = await worker.load(wanted.model, device, wanted.onProgress);
        return {
          worker,
          info: device === wanted.device ? info : { ...info, fallbackReason: info.fallbackReason ?? 'WebGPU failed twice in a row.' },
        };
      } catch (cause) {
        // A worker that is no longer ours was stopped on purpose.
        if (this.#worker !== worker || !isWorthRestart(cause) || !this.#mayRetry()) throw cause;
        worker.terminate(cause);
      }
    }
  }

  /** Counts a failure. @returns whether another try is due */
  #mayRetry(): boolean {
    this.#failures += 1;
    return this.#failures < 2 * FAILURES_BEFORE_WASM;
  }

  #stop(reason: OtherwiseError): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#engine = undefined;
    this.#ready = false;
    worker?.terminate(reason);
  }
}

function isWorthRestart(cause: unknown): cause is OtherwiseError {
  return cause instanceof OtherwiseError && worthRestart.has(cause.code);
}

/** The host of a model, or of a pair, that lies on a hub; undefined for a bundled one. */
export const hubIn = (model: string): string | undefined => /https?:\/\/[^/]+/u.exec(model)?.[0];
