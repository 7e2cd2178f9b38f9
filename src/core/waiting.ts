import { throwIfAborted } from './errors.ts';

/**
 * An interruption, such as the loss of a device, that rejects every running task. Unlike `Promise.race` with a long-lived promise, it keeps
 * no reference to finished tasks.
 */
export class Interruption {
  readonly #waiting = new Set<(reason: Error) => void>();
  #reason: Error | undefined;

  /** Ends all tasks. The first reason counts. */
  end(reason: Error): void {
    this.#reason ??= reason;
    for (const reject of this.#waiting) reject(this.#reason);
    this.#waiting.clear();
  }

  /** Gives the result of a task. @throws what the task throws; the reason of the end where that came first */
  unless<T>(task: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      task.then(resolve, reject).finally(() => this.#waiting.delete(reject));
      if (this.#reason !== undefined) this.end(this.#reason);
    });
  }
}

/**
 * Gives the result of a task that goes on for others when this signal fires. @throws `aborted` at once when it does; what the task throws
 */
export async function unlessAborted<T>(signal: AbortSignal | undefined, task: Promise<T>): Promise<T> {
  const stopped = new Promise<void>((resolve) => { signal?.addEventListener('abort', () => resolve(), { once: true }); });
  if (!signal?.aborted) await Promise.race([stopped, task]);
  throwIfAborted(signal);
  return task;
}

/** Runs a task when it is first asked for, and only once. A task that failed runs again at the next call. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    const now = (done ??= task());
    now.catch(() => { done = undefined; });
    return now;
  };
}
