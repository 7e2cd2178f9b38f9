import type { Snapshot } from './document.svelte.ts';
import type { Variation } from '../settings/settings.svelte.ts';

/** A state undo leads back to: the document, and how rewrites were made where that is what the step changed. */
export interface Step {
  readonly snapshot: Snapshot;
  readonly variation?: Variation;
}

/** The most steps that are kept; a step holds the whole text, so their number is bounded. */
const LIMIT = 200;

/** The states that undo and redo lead to, the nearest last. */
export interface UndoStates<T> {
  readonly past: readonly T[];
  readonly future: readonly T[];
}

/**
 * Undo and redo over whole snapshots.
 *
 * `record` is called before a change with the state as it was. Changes with the same non-empty `run` that follow each other within a second
 * (typing) are one step.
 */
export class History<T> {
  #past = $state.raw<readonly T[]>([]);
  #future = $state.raw<readonly T[]>([]);
  /** A number that grows with every step that is taken, forth or back. */
  version = 0;
  #run = '';
  #last = -Infinity;

  /** @param steps those of another history */
  constructor({ past, future }: UndoStates<T> = { past: [], future: [] }) {
    this.#past = past;
    this.#future = future;
  }

  /** Gives the nearest steps, at most so many each way. */
  nearest(most: number): UndoStates<T> {
    const last = (all: readonly T[]): readonly T[] => all.slice(Math.max(0, all.length - most));
    return { past: last(this.#past), future: last(this.#future) };
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Makes a change a step. @param now in ms @param before the state that the change starts from */
  record(before: T, now: number, run = ''): void {
    this.version += 1;
    const continues = run !== '' && run === this.#run && now - this.#last < 1000;
    this.#run = run;
    this.#last = now;
    this.#future = [];
    if (!continues) this.#past = [...this.#past, before].slice(-LIMIT);
  }

  /**
   * Goes back a step. @param current the present state, in the form of the one that comes back @returns the one before, undefined when
   *   there is none
   */
  undo(current: (before: T) => T): T | undefined {
    const before = this.#past.at(-1);
    if (before === undefined) return undefined;
    this.version += 1;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, current(before)];
    this.#run = '';
    return before;
  }

  /** Takes the last undo back. @returns the state that it left, undefined when there is none */
  redo(current: (after: T) => T): T | undefined {
    const after = this.#future.at(-1);
    if (after === undefined) return undefined;
    this.version += 1;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, current(after)];
    this.#run = '';
    return after;
  }
}
