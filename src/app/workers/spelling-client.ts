import { wrap, type Remote } from 'comlink';
import { OtherwiseError } from '../../core/errors.ts';
import { unpackReply, type Misspelling, type SpellingWorkerApi } from '../../core/protocol.ts';
import { createSpellingWorker } from './create-worker.ts';

/** The speller behind its worker, which is started when it is first asked. */
export class SpellingClient {
  #api: Remote<SpellingWorkerApi> | undefined;
  #worker: Worker | undefined;

  /** Finds the misspelt words of a text. @throws OtherwiseError what loading the dictionaries throws; `model-download` */
  async misspellings(text: string): Promise<Misspelling[]> {
    this.#worker ??= createSpellingWorker();
    this.#api ??= wrap<SpellingWorkerApi>(this.#worker);
    const worker = this.#worker;
    // comlink never notices that a worker did not start.
    const lost = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', () => {
        this.dispose();
        reject(new OtherwiseError('model-download', 'The speller could not be loaded. Check the connection and try again.'));
      }, { once: true });
    });
    return unpackReply(await Promise.race([this.#api.misspellings(text), lost]));
  }

  /** Ends the worker. */
  dispose(): void {
    this.#worker?.terminate();
    [this.#api, this.#worker] = [undefined, undefined];
  }
}
