import { OtherwiseError, throwIfAborted } from './errors.ts';

/** Runs tasks one after the other, in the order they came. Only so many may wait. */
export class Queue {
  #running = false;
  #waiting: readonly (() => void)[] = [];

  /** @param most tasks that may wait beside the one that runs */
  constructor(private readonly most = Infinity) {}

  /** The number of tasks that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a task when those before it have ended, however they did.
   * @throws OtherwiseError `busy` at once when too many wait, `aborted` when the signal fires before its turn; what the task throws
   */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal);
    if (this.#running) await this.#turn(signal);
    this.#running = true;
    try {
      return await task();
    } finally {
      const [next, ...others] = this.#waiting;
      this.#waiting = others;
      if (next) next();
      else this.#running = false;
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting >= this.most) throw new OtherwiseError('busy', `${this.waiting} requests wait already. Try again in a moment.`);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== begin);
        reject(signal?.reason instanceof OtherwiseError ? signal.reason : new OtherwiseError('aborted', 'Stopped before it began.'));
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting = [...this.#waiting, begin];
    });
  }
}
