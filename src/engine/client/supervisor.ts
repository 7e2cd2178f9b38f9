import type {
  DeviceChoice, EngineInfo, LoadProgress, PairMeasures, PairScores, ParaphraseOptions, ParaphraseResult, TextPair, Watching,
} from '../../core/protocol.ts';
import { OtherwiseError, throwIfAborted, type ErrorCode } from '../../core/errors.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { LoadingRewriter, RewriteClient } from '../rewriter.ts';
import { budgetFor } from './budget.ts';

/** Failures of the machine, where a fresh rewriter may do better. Every other error is about the request or the model and stays. */
const worthRestart: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['runtime', 'device-lost', 'self-test-failed', 'out-of-memory']);
/** The failures in a row after which WebGPU and the budget are given up; after as many again the error is shown. */
const FAILURES_BEFORE_WASM = 2;

/** The model that answers first, and the one that takes its place when it is there. */
export interface ModelPlan {
  readonly first: string;
  readonly then?: string;
}

/** The marks of the page's work, which also tell whether earlier visits died at it. */
export interface WorkMarks {
  /** Tells whether so many visits died at work that it is time to do less. */
  readonly careful: boolean;
  enter(): void;
  /** Marks the end of work. @param done tells whether a rewriting was finished */
  leave(done: boolean): void;
}

/** The parts that a supervisor works with. */
export interface Parts {
  /** Starts a rewriter that nothing is loaded in yet. */
  create(model: string): LoadingRewriter;
  /** Says which models a wanted one stands for; itself by default. */
  planOf?(wanted: string): Promise<ModelPlan>;
  readonly marks?: WorkMarks;
}

interface Loaded {
  readonly rewriter: LoadingRewriter;
  readonly info: EngineInfo;
}

/** A model that answers or is about to. */
interface Seat {
  readonly model: string;
  readonly device: DeviceChoice;
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  rewriter?: LoadingRewriter | undefined;
  /** The load, running or done; undefined where it failed or was stopped. */
  loaded?: Promise<Loaded> | undefined;
  isReady: boolean;
  /** The model that is to take its place. */
  following?: string | undefined;
  /** The number of failures in a row. */
  failures: number;
}

const silent = (): void => undefined;
const unmarked: WorkMarks = { careful: false, enter: silent, leave: silent };

/**
 * The page's engine, which outlives the rewriters that do its work: one that crashed, lost its device or failed to load is thrown away
 * and replaced (a failed load poisons later ones in the same worker).
 *
 * | state        | what happens                            | state after it                                                        |
 * |--------------|-----------------------------------------|-----------------------------------------------------------------------|
 * | idle, failed | a load or a request                     | loading                                                               |
 * | loading      | it is loaded                            | ready; standing in, where the plan names another model to follow      |
 * |              | the machine fails                       | loading, in a fresh rewriter; failed after the fourth time in a row   |
 * |              | it fails otherwise                      | failed                                                                |
 * |              | its signal fires                        | idle                                                                  |
 * | ready        | the machine fails in a request          | loading, then the same request again; failed after the fourth time in |
 * |              |                                         | a row; a request that succeeds forgets the failures                   |
 * | standing in  | the other model is there, nothing runs  | ready, with the other model, which is told like a restart             |
 * |              | the other model can't be loaded         | ready, which is told like a restart                                   |
 * | any          | another load                            | loading; what runs rejects with `superseded`                          |
 *
 * It is *careful* from the second failure in a row on, and as long as the marks say so, because earlier visits died at work: requests
 * have the small budget, and WASM takes the place of a device that is not the user's choice.
 */
export class Supervisor implements RewriteClient {
  readonly #create: Parts['create'];
  readonly #planOf: Parts['planOf'];
  readonly #marks: WorkMarks;
  #seat: Seat | undefined;
  /** Loads the model that is to follow. */
  #coming: Seat | undefined;
  /** Numbers of the load and the request; they change with every load and every request. */
  #loads = 0;
  #newest = 0;
  #running: ReadonlySet<Promise<unknown>> = new Set();
  #restarted: (info: EngineInfo) => void = silent;

  constructor({ create, planOf, marks = unmarked }: Parts) {
    [this.#create, this.#planOf, this.#marks] = [create, planOf, marks];
  }

  async load(model: string, device: DeviceChoice, { signal, onProgress }: Watching<LoadProgress> = {}): Promise<EngineInfo> {
    throwIfAborted(signal);
    const load = ++this.#loads;
    const superseded = new OtherwiseError('superseded', 'Another model or device was chosen.');
    stop(this.#coming, superseded);
    this.#coming = undefined;
    const { first, then }: ModelPlan = this.#planOf ? await this.#planOf(model) : { first: model };
    if (load !== this.#loads) throw superseded;
    throwIfAborted(signal);
    stop(this.#seat, superseded);
    const seat: Seat = { model: first, device, onProgress, isReady: false, following: then, failures: 0 };
    this.#seat = seat;
    const abandon = (): void => { if (!seat.isReady) stop(seat, new OtherwiseError('aborted', 'Loading was stopped.')); };
    signal?.addEventListener('abort', abandon, { once: true });
    const { info } = await this.#marked(false, () => this.#start(seat)).finally(() => signal?.removeEventListener('abort', abandon));
    if (then !== undefined && load === this.#loads)
      void this.#follow({ model: then, device, isReady: false, failures: 0 });
    return info;
  }

  rewrite(text: string, options: ParaphraseOptions, watching: Watching = {}): Promise<ParaphraseResult> {
    return this.#busy(this.#marked(true, () => this.#answer(text, options, watching)));
  }

  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]> {
    return this.#busy(this.#loaded().then((rewriter) => rewriter.measure(pairs)));
  }

  score(...args: Parameters<LoadingRewriter['score']>): Promise<readonly PairScores[]> {
    return this.#busy(this.#loaded().then((rewriter) => rewriter.score(...args)));
  }

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#restarted = listener;
  }

  dispose(reason = new OtherwiseError('aborted', 'The page was closed.')): void {
    this.#loads += 1;
    stop(this.#coming, reason);
    stop(this.#seat, reason);
  }

  async #loaded(): Promise<LoadingRewriter> {
    const loaded = this.#seat?.loaded;
    if (loaded === undefined) throw new OtherwiseError('runtime', 'The model is not loaded yet.');
    return (await loaded).rewriter;
  }

  /** Answers a request, in fresh rewriters until one does or no further try is due. */
  async #answer(text: string, options: ParaphraseOptions, { signal, onProgress }: Watching): Promise<ParaphraseResult> {
    throwIfAborted(signal);
    const request = ++this.#newest;
    const throwIfOld = (): void => {
      throwIfAborted(signal);
      if (request !== this.#newest) throw new OtherwiseError('superseded', 'A newer request took its place.');
    };
    for (;;) {
      const seat = this.#seat;
      if (seat === undefined) throw new OtherwiseError('runtime', 'No model was chosen. Reload the page.');
      const { rewriter } = await unlessAborted(signal, seat.loaded ?? this.#start(seat));
      throwIfOld();
      try {
        const eased = budgetFor(options, { careful: this.#marks.careful, failing: isFailing(seat) });
        const result = await rewriter.rewrite(text, eased, {
          signal, onProgress: (event) => { if (request === this.#newest) onProgress?.(event); },
        });
        seat.failures = 0;
        return result;
      } catch (cause) {
        if (!isWorthRestart(cause)) throw cause;
        throwIfOld();
        stop(seat, cause);
        if (!mayRetry(seat)) throw cause;
        await unlessAborted(signal, this.#start(seat).then(({ info }) => this.#restarted(info)));
      }
    }
  }

  #start(seat: Seat): Promise<Loaded> {
    const loaded = this.#fill(seat);
    seat.loaded = loaded;
    loaded.then(
      () => { seat.isReady = seat.loaded === loaded; },
      () => { if (seat.loaded === loaded) stop(seat, new OtherwiseError('aborted', 'The engine could not be loaded.')); },
    );
    return loaded;
  }

  /** Loads in fresh rewriters until one works or no further try is due. */
  async #fill(seat: Seat): Promise<Loaded> {
    for (;;) {
      const device = (this.#marks.careful || isFailing(seat)) && seat.device === 'auto' ? 'wasm' : seat.device;
      const rewriter = this.#create(seat.model);
      seat.rewriter = rewriter;
      try {
        const info = await rewriter.load(seat.model, device, { onProgress: seat.onProgress });
        return { rewriter, info: this.#told(seat, info, device === seat.device) };
      } catch (cause) {
        // A rewriter that is no longer there was stopped on purpose.
        if (seat.rewriter !== rewriter || !isWorthRestart(cause) || !mayRetry(seat)) throw cause;
        void rewriter.dispose(cause);
      }
    }
  }

  /** Gives the facts about a loaded model. @param asWanted tells whether it is on the device that was asked for */
  #told({ following }: Seat, loaded: EngineInfo, asWanted: boolean): EngineInfo {
    const { careful } = this.#marks;
    const info = { ...loaded, following };
    if (!careful && asWanted) return info;
    const reason = careful ? 'The page ended in the middle of its work more than once.' : 'WebGPU failed twice in a row.';
    return { ...info, budget: budgetFor(info.budget, { careful }), fallbackReason: info.fallbackReason ?? reason };
  }

  /** Loads the model that replaces the one that answered first. */
  async #follow(seat: Seat): Promise<void> {
    const load = this.#loads;
    this.#coming = seat;
    const loaded = await this.#marked(false, () => this.#start(seat)).catch(() => undefined);
    while (loaded !== undefined && load === this.#loads && this.#running.size > 0) await Promise.all(this.#running);
    const ended = new OtherwiseError('aborted', 'Another model took its place.');
    if (loaded === undefined || load !== this.#loads) {
      stop(seat, ended);
      return load === this.#loads ? this.#stay() : undefined;
    }
    stop(this.#seat, ended);
    [this.#seat, this.#coming] = [seat, undefined];
    this.#restarted(loaded.info);
  }

  /** Tells that the model which answers will stay, since the other one can't be loaded. */
  async #stay(): Promise<void> {
    const seat = this.#seat;
    if (seat === undefined) return;
    seat.following = undefined;
    const loaded = await seat.loaded?.catch(() => undefined);
    if (loaded !== undefined && seat === this.#seat) this.#restarted({ ...loaded.info, following: undefined });
  }

  #busy<T>(task: Promise<T>): Promise<T> {
    const ended = task.then(silent, silent);
    this.#running = new Set([...this.#running, ended]);
    void ended.then(() => {
      this.#running = new Set([...this.#running].filter((other) => other !== ended));
    });
    return task;
  }

  /** Marks work as long as it lasts. @param counts tells whether the work shows that the page can do it */
  async #marked<T>(counts: boolean, work: () => Promise<T>): Promise<T> {
    this.#marks.enter();
    let done = false;
    try {
      const result = await work();
      done = counts;
      return result;
    } finally {
      this.#marks.leave(done);
    }
  }
}

const isFailing = ({ failures }: Seat): boolean => failures >= FAILURES_BEFORE_WASM;

/** Counts a failure. @returns whether another try is due */
function mayRetry(seat: Seat): boolean {
  seat.failures += 1;
  return seat.failures < 2 * FAILURES_BEFORE_WASM;
}

function isWorthRestart(cause: unknown): cause is OtherwiseError {
  return cause instanceof OtherwiseError && worthRestart.has(cause.code);
}

/** Ends the rewriter of a seat, which stays for another try. */
function stop(seat: Seat | undefined, reason: OtherwiseError): void {
  if (seat === undefined) return;
  const { rewriter } = seat;
  [seat.rewriter, seat.loaded, seat.isReady] = [undefined, undefined, false];
  void rewriter?.dispose(reason);
}
