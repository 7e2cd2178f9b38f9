import type { Request } from './request.ts';
import type { SessionState } from './session.svelte.ts';

/** The time that the user reads before neighbours are decoded, ms. */
const PAUSE = 700;

/** Neighbours by distance from the sentence in focus, in the order in which they are wanted: reading goes forward. */
const order = [1, 2, -1, 3];

/** Calls a task when the page is idle; returns a function that calls it off. */
export type Idle = (task: () => void, pause: number) => () => void;

/**
 * Decodes the sentences around the one in focus while the user reads: one at a time, after a pause. When the user acts, the one that is
 * decoded goes on until the user's request takes its place; no other is begun. Waiting → (idle) → decoding one → waiting … ; `rest` or
 * `halt` at any time → resting; `wake` → waiting.
 */
export class Prefetcher {
  readonly #session: SessionState;
  readonly #neighbour: (distance: number) => Request | undefined;
  readonly #idle: Idle;
  #callOff: () => void = () => undefined;
  /** A number that changes with every halt, so that a decoding that ends later starts no other. */
  #turn = 0;

  /**
   * @param neighbour makes the request for the sentence so far from the one in focus; undefined where there is none or it can't be decoded
   */
  constructor(session: SessionState, neighbour: (distance: number) => Request | undefined, idle: Idle) {
    this.#session = session;
    this.#neighbour = neighbour;
    this.#idle = idle;
  }

  /** Waits for the next quiet moment. */
  wake(): void {
    this.rest();
    const turn = this.#turn;
    this.#callOff = this.#idle(() => void this.#next(turn), PAUSE);
  }

  /** Begins no other. */
  rest(): void {
    this.#turn += 1;
    this.#callOff();
  }

  /** Stops all decoding ahead. */
  halt(): void {
    this.rest();
    this.#session.stopAhead();
  }

  async #next(turn: number): Promise<void> {
    for (const distance of order) {
      const request = this.#neighbour(distance);
      if (request === undefined || this.#session.result(request) !== undefined) continue;
      const outcome = await this.#session.ahead(request);
      // A failure matters to the user only at that sentence; trying others would fail likewise.
      if (outcome === 'done' && turn === this.#turn) this.#callOff = this.#idle(() => void this.#next(turn), PAUSE / 2);
      return;
    }
  }
}
