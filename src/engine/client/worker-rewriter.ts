import { proxy, wrap, type Remote } from 'comlink';
import {
  unpackReply, type DeviceChoice, type EngineInfo, type LoadProgress, type PairMeasures, type PairScores, type ParaphraseOptions, type
  ParaphraseResult, type ParaphraseWorkerApi, type Reply, type TextPair, type Watching,
} from '../../core/protocol.ts';
import { OtherwiseError, throwIfAborted, toOtherwiseError } from '../../core/errors.ts';
import { Interruption, unlessAborted } from '../../core/waiting.ts';
import type { LoadingRewriter } from '../rewriter.ts';

/** The engine's own limit for preparing a model is 180 s; a worker that is silent for longer is gone. */
const SILENCE = 240_000;

const silent = (): void => undefined;

/**
 * A rewriter in one worker, from its start to its end. Every promise of it also rejects when the worker dies, which comlink alone would
 * never notice: at once when the browser reports it, or when the lock that the worker holds is free (a worker killed for its memory), and
 * after `silence` ms without an answer or a sign of progress where there are no locks.
 */
export class WorkerRewriter implements LoadingRewriter {
  readonly #worker: Worker;
  readonly #api: Remote<ParaphraseWorkerApi>;
  readonly #end = new Interruption();
  readonly #silence: number;
  #calls = 0;

  constructor(worker: Worker, silence = SILENCE) {
    this.#worker = worker;
    this.#silence = silence;
    this.#api = wrap<ParaphraseWorkerApi>(worker);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      // A script that does not arrive gives no message.
      const lost = new OtherwiseError(
        'model-download', 'The program of the engine could not be loaded. Check the connection and try again.',
      );
      this.#end.end(event.message ? toOtherwiseError(event.message) : lost);
    });
    worker.addEventListener('messageerror', () => this.#fail('A message of the engine could not be read.'));
    // A watch that fails is no failure of the engine: the limit of silence remains.
    this.#watch().catch(() => undefined);
  }

  /** Waits for the lock that the worker holds while it lives: it is free when the worker is dead. */
  async #watch(): Promise<void> {
    const name = await this.#api.life();
    if (name !== undefined)
      await navigator.locks.request(name, () => this.#fail('The engine ended without a word.'));
  }

  load(model: string, device: DeviceChoice, { signal, onProgress = silent }: Watching<LoadProgress> = {}): Promise<EngineInfo> {
    throwIfAborted(signal);
    return unlessAborted(signal, this.#alive(onProgress, async (report) => await this.#api.load(model, device, report)));
  }

  rewrite(text: string, options: ParaphraseOptions, { signal, onProgress = silent }: Watching = {}): Promise<ParaphraseResult> {
    return this.#stoppable(signal, (call) =>
      this.#alive(onProgress, async (report) => await this.#api.rewrite(call, text, options, report)));
  }

  measure(pairs: readonly TextPair[]): Promise<readonly PairMeasures[]> {
    return this.#alive(silent, async () => await this.#api.measure(pairs));
  }

  score(
    pairs: readonly TextPair[], options: ParaphraseOptions, { signal }: Pick<Watching, 'signal'> = {},
  ): Promise<readonly PairScores[]> {
    return this.#stoppable(signal, (call) => this.#alive(silent, async () => await this.#api.score(call, pairs, options)));
  }

  /** Makes a call that the worker stops when the signal fires. */
  async #stoppable<T>(signal: AbortSignal | undefined, task: (call: number) => Promise<T>): Promise<T> {
    throwIfAborted(signal);
    const call = ++this.#calls;
    const stop = (): void => { void this.#api.cancel(call); };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await task(call);
    } catch (cause) {
      throwIfAborted(signal);
      throw cause;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async #alive<E, T>(onProgress: (event: E) => void, call: (report: (event: E) => void) => Promise<Reply<T>>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const rest = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => this.#fail(`The engine gave no sign of life for ${Math.round(this.#silence / 1000)} s.`),
        this.#silence,
      );
    };
    rest();
    // Progress and answer come through two ports, so that the last progress may come after the answer.
    const report = (event: E): void => {
      if (ended) return;
      rest();
      onProgress(event);
    };
    try {
      return unpackReply(await this.#end.unless(call(proxy(report))));
    } finally {
      ended = true;
      clearTimeout(timer);
    }
  }

  #fail(message: string): void {
    this.#end.end(new OtherwiseError('runtime', message));
  }

  dispose(reason = new OtherwiseError('aborted', 'The engine was ended.')): void {
    this.#end.end(reason);
    this.#worker.terminate();
  }
}
