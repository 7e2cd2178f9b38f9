import type { Rewrite } from '../../protocol.ts';
import type { Span } from '../../text/words.ts';
import type { Announcement } from '../announcement.ts';
import type { DocumentState } from '../documents/document.svelte.ts';
import { own } from '../rewrites/own.ts';
import type { RewritingState } from '../rewrites/rewriting.svelte.ts';
import { inOrder, rowsOf, type Made, type Offer, type Row, type Standing } from './review.ts';

/** A part of the text, UTF-16 offsets, `end` exclusive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** What the review needs of the page. */
interface Parts {
  readonly document: DocumentState;
  readonly rewriting: RewritingState;
  /** Changes the document as a step that can be undone. @returns whether anything changed */
  readonly take: (change: () => void) => boolean;
  readonly tell: (announcement: Announcement) => void;
  readonly saveSoon: () => void;
}

/** Rewriting many sentences at once, and deciding on each of them afterwards. */
export class ReviewState {
  /** The part of the text that is marked; undefined where nothing is. */
  selection = $state.raw<Extent | undefined>(undefined);
  /** How often another rewrite was asked for, by source. */
  #turned = $state.raw<Readonly<Record<string, number>>>({});
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The sentences that "rewrite all" means, the one in focus first: those that are marked, or the whole text. */
  get meant(): readonly Span[] {
    return this.#within(this.selection ?? { start: 0, end: Infinity });
  }

  /** The sentences of the paragraph (line) that the sentence in focus begins in, that one first. */
  get paragraph(): readonly Span[] {
    const { text, current } = this.#parts.document;
    if (current === undefined) return [];
    const end = text.indexOf('\n', current.start);
    return this.#within({ start: text.lastIndexOf('\n', current.start) + 1, end: end < 0 ? Infinity : end });
  }

  /** Rewrites sentences, those that are meant unless others are named, and puts them into the review. */
  rewriteAll(spans = this.meant): void {
    const { document, rewriting, saveSoon } = this.#parts;
    document.review(rewriting.rewriteAll(spans), 'asked');
    saveSoon();
  }

  #within({ start, end }: Extent): readonly Span[] {
    const { sentences, focus } = this.#parts.document;
    const inside = sentences.filter((span) => span.end > start && span.start < end);
    const from = inside.findIndex((span) => span === sentences[focus]);
    return from < 0 ? inside : [...inside.slice(from), ...inside.slice(0, from)];
  }

  /** Every sentence beside what it was, with the rewrites that are offered for it. */
  offers(): Offer[] {
    const { document } = this.#parts;
    const { text, sentences } = document;
    return rowsOf({ text, sentences, sourceOf: (sentence) => document.sourceOf(sentence) }).map((row) => this.#offer(row));
  }

  /** Every sentence as it was written, with what was made of it and may be shown. */
  made(): Made[] {
    const { document, rewriting } = this.#parts;
    return document.sentences.map(({ text }) => {
      const source = document.sourceOf(text);
      return { source, rewrites: rewriting.madeOf(source) };
    });
  }

  /** Offers the next rewrite of a sentence; after the last one the first. */
  turn({ before }: Row): void {
    this.#turned = { ...this.#turned, [before]: (own(this.#turned, before) ?? 0) + 1 };
  }

  /** Puts a rewrite in the place of a sentence, wherever the focus is. */
  accept(index: number, rewrite: Rewrite): void {
    this.#decide(() => this.#parts.document.replace(index, rewrite.text), { kind: 'accepted' });
  }

  /** Leaves a sentence as it is, or offers a rewrite again. */
  leave({ before }: Row, stays = true): void {
    const { document } = this.#parts;
    this.#decide(() => document.review([before], stays ? 'left' : 'asked'), stays ? { kind: 'left' } : undefined);
  }

  /** Brings back what one sentence was before a rewrite took its place, wherever the focus is. */
  restore({ index, before }: Pick<Row, 'index' | 'before'>): void {
    this.#decide(() => this.#parts.document.replace(index, before), { kind: 'restored' });
  }

  #decide(change: () => void, announcement: Announcement | undefined): void {
    const { take, tell, saveSoon } = this.#parts;
    if (!take(change)) return;
    if (announcement !== undefined) tell(announcement);
    saveSoon();
  }

  #offer(row: Row): Offer {
    const { document, rewriting } = this.#parts;
    const asked = document.reviewOf(row.before);
    const made = asked ? inOrder(rewriting.madeOf(row.before)).filter(({ text }) => text !== row.after) : [];
    const at = (own(this.#turned, row.before) ?? 0) % Math.max(1, made.length);
    const offers = [...made.slice(at), ...made.slice(0, at)];
    const offered: Standing = asked === 'left' ? 'left' : 'offered';
    return { ...row, offers, standing: row.before !== row.after ? 'taken' : offers.length > 0 ? offered : 'same' };
  }
}
