import { throwIfAborted } from './errors.ts';

/**
 * An end that cuts work short, and that may never come. Work that is done leaves nothing behind with it, where a race with a promise
 * that outlives the work would hold on to whatever came of it.
 */
export class Interruption {
  readonly #waiting = new Set<(reason: Error) => void>();
  #reason: Error | undefined;

  /** The first reason counts. */
  end(reason: Error): void {
    this.#reason ??= reason;
    for (const reject of this.#waiting) reject(this.#reason);
    this.#waiting.clear();
  }

  /** What comes of a task. @throws what the task throws; the reason of the end where that came first */
  unless<T>(task: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      task.then(resolve, reject).finally(() => this.#waiting.delete(reject));
      if (this.#reason !== undefined) this.end(this.#reason);
    });
  }
}

/** What comes of a task that goes on for others when this signal fires. @throws `aborted` at once when it does; what the task throws */
export async function unlessAborted<T>(signal: AbortSignal | undefined, task: Promise<T>): Promise<T> {
  const stopped = new Promise<void>((resolve) => { signal?.addEventListener('abort', () => resolve(), { once: true }); });
  if (!signal?.aborted) await Promise.race([stopped, task]);
  throwIfAborted(signal);
  return task;
}

/** A task that is done when it is first asked for, and once. What failed may work at the next try. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    const now = (done ??= task());
    now.catch(() => { done = undefined; });
    return now;
  };
}
