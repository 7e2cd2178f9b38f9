import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import type { EngineInfo } from '../../core/protocol.ts';
import type { RewriteClient } from '../rewriter.ts';

const silent = (): void => undefined;

/** An engine whose own code is fetched beside the page. Requests before its arrival wait for it; `dispose` ends those that wait, too. */
export class LaterClient implements RewriteClient {
  readonly #fetch: () => Promise<RewriteClient>;
  #coming: Promise<RewriteClient> | undefined;
  #client: RewriteClient | undefined;
  #disposed = false;
  #restarted: (info: EngineInfo) => void = silent;

  /** @param fetch gets the engine's code and makes one; after it rejected, the next request tries it again */
  constructor(fetch: () => Promise<RewriteClient>) {
    this.#fetch = fetch;
    void this.#here().catch(silent);
  }

  readonly load: RewriteClient['load'] = async (...args) => (await this.#here(args[2]?.signal)).load(...args);
  readonly rewrite: RewriteClient['rewrite'] = async (...args) => (await this.#here(args[2]?.signal)).rewrite(...args);
  readonly score: RewriteClient['score'] = async (...args) => (await this.#here(args[2]?.signal)).score(...args);
  readonly measure: RewriteClient['measure'] = async (...args) => (await this.#here()).measure(...args);

  onRestart(listener: (info: EngineInfo) => void): void {
    this.#restarted = listener;
    this.#client?.onRestart(listener);
  }

  dispose(reason?: OtherwiseError): void {
    this.#disposed = true;
    void this.#client?.dispose(reason);
  }

  /**
   * Waits for the engine's code. Rejects with `aborted` where the wait was given up, with `model-download` where the code does not come.
   */
  async #here(signal?: AbortSignal): Promise<RewriteClient> {
    const client = this.#client ?? (await (this.#coming ??= this.#begin()));
    throwIfAborted(signal);
    if (this.#disposed) throw new OtherwiseError('aborted', 'Loading was stopped.');
    return client;
  }

  async #begin(): Promise<RewriteClient> {
    try {
      const client = await this.#fetch();
      client.onRestart(this.#restarted);
      if (this.#disposed) void client.dispose();
      this.#client = client;
      return client;
    } catch {
      this.#coming = undefined;
      throw new OtherwiseError('model-download', 'The program of the engine could not be loaded. Check the connection and try again.');
    }
  }
}
