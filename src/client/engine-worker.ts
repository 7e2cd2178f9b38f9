import { proxy, wrap, type Remote } from 'comlink';
import { unpackReply, type DeviceChoice, type EngineInfo, type LoadProgress, type ParaphraseOptions, type ParaphraseProgress, type ParaphraseResult, type ParaphraseWorkerApi } from '../../workers/protocol.ts';
import { OtherwiseError } from '../errors.ts';

/** One worker from start to end. Every promise of it also rejects when the worker dies, which comlink alone would never notice. */
export class EngineWorker {
  readonly #worker: Worker;
  readonly #api: Remote<ParaphraseWorkerApi>;
  readonly #end: Promise<never>;
  #die: (reason: OtherwiseError) => void = () => undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#api = wrap<ParaphraseWorkerApi>(worker);
    this.#end = new Promise<never>((_resolve, reject) => {
      this.#die = reject;
    });
    this.#end.catch(() => undefined);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#die(new OtherwiseError('runtime', event.message || 'The engine could not be started.'));
    });
    worker.addEventListener('messageerror', () => this.#die(new OtherwiseError('runtime', 'A message of the engine could not be read.')));
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    return unpackReply(await Promise.race([this.#end, this.#api.load(model, device, proxy(onProgress))]));
  }

  async paraphrase(text: string, options: ParaphraseOptions, onProgress: (event: ParaphraseProgress) => void): Promise<ParaphraseResult> {
    return unpackReply(await Promise.race([this.#end, this.#api.paraphrase(text, options, proxy(onProgress))]));
  }

  /** Asks the worker to stop its running request; that one rejects with `aborted`. */
  cancel(): void {
    void this.#api.cancel();
  }

  /** Ends the worker at once; whatever it was doing rejects with `reason`. */
  terminate(reason: OtherwiseError): void {
    this.#die(reason);
    this.#worker.terminate();
  }
}
