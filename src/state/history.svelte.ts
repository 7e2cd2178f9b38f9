/** Steps kept; a step holds the whole text, so their number is bounded. */
const LIMIT = 200;

/**
 * Undo and redo over whole snapshots.
 *
 * `record` is called before a change with the state as it was. Changes with the same non-empty `run` that follow each other within a second
 * (typing) are one step.
 */
export class History<T> {
  #past = $state.raw<readonly T[]>([]);
  #future = $state.raw<readonly T[]>([]);
  #run = '';
  #last = -Infinity;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** `now` in ms; `before` is the state the change starts from. */
  record(before: T, now: number, run = ''): void {
    const continues = run !== '' && run === this.#run && now - this.#last < 1000;
    this.#run = run;
    this.#last = now;
    this.#future = [];
    if (!continues) this.#past = [...this.#past, before].slice(-LIMIT);
  }

  /** @returns the state before the last step, undefined when there is none */
  undo(current: T): T | undefined {
    const before = this.#past.at(-1);
    if (before === undefined) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, current];
    this.#run = '';
    return before;
  }

  /** @returns the state the last undo left, undefined when there is none */
  redo(current: T): T | undefined {
    const after = this.#future.at(-1);
    if (after === undefined) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, current];
    this.#run = '';
    return after;
  }
}
