import { OtherwiseError } from '../../core/errors.ts';
import type { Cache } from '../../core/decoding/step-model.ts';
import type { Feeds } from './rows.ts';

/** The position of the rows of a batch. */
export interface RowState {
  readonly past: Feeds;
  readonly rows: number;
  /** The number of tokens of each row. */
  readonly length: number;
}

/** The rows of a batch with the memory that they read and their own keys and values. */
export class RowCache<M> implements Cache {
  /** The number of tokens that were appended so far, of all rows. */
  private used = 0;

  constructor(readonly memory: M, private state: RowState, private readonly capacity: number) {}

  get rows(): number {
    return this.state.rows;
  }

  get past(): Feeds {
    return this.state.past;
  }

  get length(): number {
    return this.state.length;
  }

  /** @throws OtherwiseError `runtime` when the batch was opened for fewer */
  claim(rows: number): void {
    this.used += rows;
    if (this.used > this.capacity)
      throw new OtherwiseError('runtime', `The batch was opened for ${this.capacity} pieces and needs more.`);
  }

  /** Takes the keys and values of a step of one token a row. */
  advance(past: Feeds, rows: number): void {
    this.state = { past, rows, length: this.state.length + 1 };
  }

  dispose(): void {
    this.state = { ...this.state, past: {}, rows: 0 };
  }
}
