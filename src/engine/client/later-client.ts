import type { DeviceChoice, EngineInfo, LoadProgress } from '../../core/protocol.ts';
import { OtherwiseError } from '../../core/errors.ts';
import type { RewriteClient } from './rewriter.ts';

const silent = (): void => undefined;

/**
 * An engine whose own code comes beside the page. What is asked before it is there waits for it; stopping and disposing
 * hold for what waits too.
 */
export class LaterClient implements RewriteClient {
  readonly #fetch: () => Promise<RewriteClient>;
  #coming: Promise<RewriteClient> | undefined;
  #client: RewriteClient | undefined;
  #cancels = 0;
  #disposed = false;
  #restarted: (info: EngineInfo) => void = silent;
  readonly measure: RewriteClient['measure'] = async (...asked) => (await this.#here()).measure(...asked);
  readonly score: RewriteClient['score'] = async (...asked) => (await this.#here()).score(...asked);
  readonly paraphrase: RewriteClient['paraphrase'] = async (...asked) => (await this.#here()).paraphrase(...asked);

  /** `fetch` gets the engine's code and makes one; after it rejected, the next request tries it again. */
  constructor(fetch: () => Promise<RewriteClient>) {
    this.#fetch = fetch;
    void this.#here().catch(silent);
  }

  async load(model: string, device: DeviceChoice, onProgress: (event: LoadProgress) => void): Promise<EngineInfo> {
    return (await this.#here()).load(model, device, onProgress);
  }

  cancel(): void {
    this.#cancels += 1;
    this.#client?.cancel();
  }

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#restarted = listener;
    this.#client?.onRestart(listener);
  }

  dispose(reason?: OtherwiseError): void {
    this.#disposed = true;
    this.#client?.dispose(reason);
  }

  /**
   * The engine, once its code is there. Rejects with `aborted` where the wait was given up, with `model-download` where
   * the code does not come.
   */
  async #here(): Promise<RewriteClient> {
    if (this.#client !== undefined) return this.#client;
    const cancels = this.#cancels;
    this.#coming ??= this.#begin();
    const client = await this.#coming;
    if (this.#disposed || cancels !== this.#cancels) throw new OtherwiseError('aborted', 'Loading was stopped.');
    return client;
  }

  async #begin(): Promise<RewriteClient> {
    try {
      const client = await this.#fetch();
      client.onRestart(this.#restarted);
      if (this.#disposed) client.dispose();
      this.#client = client;
      return client;
    } catch {
      this.#coming = undefined;
      throw new OtherwiseError('model-download', 'The program of the engine could not be loaded. Check the connection and try again.');
    }
  }
}
