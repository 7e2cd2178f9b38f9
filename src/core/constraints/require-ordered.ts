import { OtherwiseError } from '../errors.ts';
import type { RequireMachine } from './require-machine.ts';

/** The state of the phrases: `phrase` of them are complete, and `offset` tokens of the next one have just been read. */
export interface OrderedState {
  readonly phrase: number;
  readonly offset: number;
}

/**
 * Required phrases in the given order. When a phrase breaks, the last completed one stays, and the breaking token is tried as a fresh start
 * of the broken one.
 */
export class OrderedRequire implements RequireMachine<OrderedState> {
  readonly start: OrderedState = { phrase: 0, offset: 0 };
  readonly total: number;
  /** The number of tokens of the phrases before each one. */
  private readonly before: readonly number[];

  constructor(private readonly phrases: readonly (readonly number[])[]) {
    if (phrases.some((phrase) => phrase.length === 0))
      throw new OtherwiseError('bad-request', 'A demanded phrase has no pieces. Leave it out.');
    let sum = 0;
    this.before = [...phrases.map((phrase) => (sum += phrase.length) - phrase.length), sum];
    this.total = sum;
  }

  next({ phrase, offset }: OrderedState, id: number): OrderedState {
    const pieces = this.phrases[phrase];
    if (pieces === undefined) return { phrase, offset };
    const read = pieces[offset] === id ? offset + 1 : pieces[0] === id ? 1 : 0;
    return read === pieces.length ? { phrase: phrase + 1, offset: 0 } : { phrase, offset: read };
  }

  met({ phrase, offset }: OrderedState): number {
    return (this.before[phrase] ?? 0) + offset;
  }

  advancing({ phrase, offset }: OrderedState): readonly number[] {
    const id = this.phrases[phrase]?.[offset];
    return id === undefined ? [] : [id];
  }

  satisfied({ phrase }: OrderedState): boolean {
    return phrase === this.phrases.length;
  }

  key({ phrase, offset }: OrderedState): string {
    return `${phrase}.${offset}`;
  }
}
