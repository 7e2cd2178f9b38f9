import type { Rewrite } from '../../protocol.ts';
import { own } from '../rewrites/own.ts';
import { inOrder, type Offer, type Row, type Standing } from './review.ts';

/** What was decided in the review: which rewrite of a sentence is offered, and which sentences stay as they are. */
export class ReviewState {
  #left = $state.raw<ReadonlySet<string>>(new Set());
  /** How often another rewrite was asked for, by source. */
  #turned = $state.raw<Readonly<Record<string, number>>>({});
  readonly #rewritesOf: (source: string) => readonly Rewrite[];

  /** `rewritesOf`: what was made of a sentence and may be shown. */
  constructor(rewritesOf: (source: string) => readonly Rewrite[]) {
    this.#rewritesOf = rewritesOf;
  }

  /** A row of the text with what is offered for it. */
  offer(row: Row): Offer {
    const made = inOrder(this.#rewritesOf(row.before)).filter(({ text }) => text !== row.after);
    const at = (own(this.#turned, row.before) ?? 0) % Math.max(1, made.length);
    const offers = [...made.slice(at), ...made.slice(0, at)];
    return { ...row, offers, standing: this.#standing(row, offers) };
  }

  /** Offers the next rewrite of a sentence; after the last one the first. */
  turn({ before }: Row): void {
    this.#turned = { ...this.#turned, [before]: (own(this.#turned, before) ?? 0) + 1 };
  }

  /** The sentence stays as it is, or is offered a rewrite again. */
  leave({ before }: Row, stays = true): void {
    const left = new Set(this.#left);
    if (stays) left.add(before);
    else left.delete(before);
    this.#left = left;
  }

  #standing({ before, after }: Row, offers: readonly Rewrite[]): Standing {
    if (before !== after) return 'taken';
    if (offers.length === 0) return 'same';
    return this.#left.has(before) ? 'left' : 'offered';
  }
}
