import { wrap, type Remote } from 'comlink';
import { unpackReply, type Misspelling, type SpellingWorkerApi } from '../protocol.ts';
import { createSpellingWorker } from './create-worker.ts';

/** The speller behind its worker, which is started when it is first asked. */
export class SpellingClient {
  #api: Remote<SpellingWorkerApi> | undefined;
  #worker: Worker | undefined;

  /** Misspelt words of a text. @throws OtherwiseError what loading the dictionaries throws */
  async misspellings(text: string): Promise<Misspelling[]> {
    this.#worker ??= createSpellingWorker();
    this.#api ??= wrap<SpellingWorkerApi>(this.#worker);
    return unpackReply(await this.#api.misspellings(text));
  }

  /** Ends the worker. */
  dispose(): void {
    this.#worker?.terminate();
    [this.#api, this.#worker] = [undefined, undefined];
  }
}
