import { OtherwiseError } from '../../core/errors.ts';
import type { Cache } from '../../core/decoding/step-model.ts';
import type { Feeds } from './rows.ts';

/** Where the rows of a batch are. */
export interface RowState {
  readonly past: Feeds;
  readonly rows: number;
  /** Tokens of each row. */
  readonly length: number;
}

/** The rows of a batch: what they read, and their own past. */
export class RowCache<M> implements Cache {
  /** Tokens that were appended so far, of all rows. */
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

  /** Takes what a step of one token a row has left. */
  advance(past: Feeds, rows: number): void {
    this.state = { past, rows, length: this.state.length + 1 };
  }

  dispose(): void {
    this.state = { ...this.state, past: {}, rows: 0 };
  }
}
