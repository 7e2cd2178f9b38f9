import type { DocumentState } from '../documents/document.svelte.ts';
import { own } from '../rewrites/own.ts';
import type { RewritingState } from '../rewrites/rewriting.svelte.ts';
import { inOrder, type Offer, type Row, type Standing } from './review.ts';

/** What is offered in the review. */
export class ReviewState {
  /** How often another rewrite was asked for, by source. */
  #turned = $state.raw<Readonly<Record<string, number>>>({});
  readonly #document: DocumentState;
  readonly #rewriting: RewritingState;

  constructor(document: DocumentState, rewriting: RewritingState) {
    this.#document = document;
    this.#rewriting = rewriting;
  }

  /** A row of the text with what is offered for it. */
  offer(row: Row): Offer {
    const asked = this.#document.reviewOf(row.before);
    const made = asked ? inOrder(this.#rewriting.madeOf(row.before)).filter(({ text }) => text !== row.after) : [];
    const at = (own(this.#turned, row.before) ?? 0) % Math.max(1, made.length);
    const offers = [...made.slice(at), ...made.slice(0, at)];
    const offered: Standing = asked === 'left' ? 'left' : 'offered';
    return { ...row, offers, standing: row.before !== row.after ? 'taken' : offers.length > 0 ? offered : 'same' };
  }

  /** Offers the next rewrite of a sentence; after the last one the first. */
  turn({ before }: Row): void {
    this.#turned = { ...this.#turned, [before]: (own(this.#turned, before) ?? 0) + 1 };
  }
}
