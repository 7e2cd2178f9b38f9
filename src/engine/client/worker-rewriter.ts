import { proxy, wrap, type Remote } from 'comlink';
import {
  unpackReply,
  type DeviceChoice,
  type EngineInfo,
  type LoadProgress,
  type PairMeasures,
  type PairScores,
  type ParaphraseOptions,
  type ParaphraseProgress,
  type ParaphraseResult,
  type ParaphraseWorkerApi,
  type TextPair,
} from '../../core/protocol.ts';
import { Interruption, OtherwiseError, toOtherwiseError } from '../../core/errors.ts';
import type { Rewriter } from './rewriter.ts';

/** The engine's own limit for preparing a model is 180 s; a worker that is silent for longer is gone. */
const SILENCE = 240_000;

/**
 * One worker from start to end. Every promise of it also rejects when the worker dies, which comlink alone would never
 * notice: at once when the browser says so, or when the lock it holds is free (a worker killed for its memory), and
 * after `silence` ms without an answer or a sign of progress where there are no locks.
 */
export class WorkerRewriter implements Rewriter {
  readonly #worker: Worker;
  readonly #api: Remote<ParaphraseWorkerApi>;
  readonly #end = new Interruption();
  readonly #silence: number;

  constructor(worker: Worker, silence = SILENCE) {
    this.#worker = worker;
    this.#silence = silence;
    this.#api = wrap<ParaphraseWorkerApi>(worker);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      // A script that does not come gives no message.
      const lost = new OtherwiseError(
        'model-download',
        'The program of the engine could not be loaded. Check the connection and try again.',
      );
      this.#end.end(event.message ? toOtherwiseError(event.message) : lost);
    });
    worker.addEventListener('messageerror', () => {
      this.#fail('A message of the engine could not be read.');
    });
    // Failing to watch is no failure of the engine: the silence remains.
    this.#watch().catch(() => undefined);
  }

  /** Waits for the lock of the worker's life: it is free when the worker is dead. */
  async #watch(): Promise<void> {
    const name = await this.#api.life();
    if (name !== undefined)
      await navigator.locks.request(name, () => this.#fail('The engine ended without a word.'));
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    return unpackReply(await this.#alive(onProgress, async (report) => await this.#api.load(model, device, report)));
  }

  async paraphrase(text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void): Promise<ParaphraseResult> {
    return unpackReply(await this.#alive(onProgress, async (report) => await this.#api.paraphrase(text, options, report)));
  }

  async measure(pairs: readonly TextPair[]): Promise<PairMeasures[]> {
    return unpackReply(await this.#alive(() => undefined, async () => await this.#api.measure(pairs)));
  }

  async score(pairs: readonly TextPair[], options: ParaphraseOptions): Promise<PairScores[]> {
    return unpackReply(await this.#alive(() => undefined, async () => await this.#api.score(pairs, options)));
  }

  /** Asks the worker to stop its running request; that one rejects with `aborted`. */
  cancel(): void {
    void this.#api.cancel();
  }

  async #alive<E, T>(onProgress: (event: E) => void, call: (report: (event: E) => void) => Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => this.#fail(`The engine gave no sign of life for ${Math.round(this.#silence / 1000)} s.`),
        this.#silence,
      );
    };
    rest();
    const report = (event: E): void => {
      rest();
      onProgress(event);
    };
    try {
      return await this.#end.unless(call(proxy(report)));
    } finally {
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
