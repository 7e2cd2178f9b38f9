import type { Rewrite } from '../../../core/protocol.ts';
import type { Fixed } from '../../../rich/fixed-lines.ts';
import type { Span } from '../../../core/text/words.ts';
import type { Announcement } from '../announcement.ts';
import type { DocumentState } from '../documents/document.svelte.ts';
import type { Failure } from '../failure.ts';
import { offersOf } from '../rewrites/best.ts';
import { canBeRewritten, own } from '../documents/texts.ts';
import type { RewritingState } from '../rewrites/rewriting.svelte.ts';
import type { SettingsState } from '../settings/settings.svelte.ts';
import { rowsOf, type RewrittenSentence, type Offer, type ReviewRow, type SentenceStatus } from './review.ts';

/** A part of the text, UTF-16 offsets, `end` exclusive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** The parts of the page that the review needs. */
interface Parts {
  readonly document: DocumentState;
  readonly rewriting: RewritingState;
  readonly settings: SettingsState;
  /** Changes the document as a step that can be undone. @returns whether anything changed */
  readonly take: (change: () => void) => boolean;
  readonly tell: (announcement: Announcement) => void;
  readonly saveSoon: () => void;
}

/** The number of sentences that were replaced by themselves, and of offers that wait in the review. */
interface Outcome {
  readonly replaced: number;
  readonly offered: number;
}

/** Rewriting many sentences at once, and deciding on each of them afterwards. */
export class ReviewState {
  /** The part of the text that is marked; undefined where nothing is. */
  selection = $state.raw<Extent | undefined>(undefined);
  /** The outcome of the last time that sentences were rewritten together, and the text after it. */
  #outcome = $state.raw<(Outcome & { readonly text: string }) | undefined>(undefined);
  /** The number of times that another rewrite of a sentence was asked for, by source. */
  #turned = $state.raw<Readonly<Record<string, number>>>({});
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The sentences that "rewrite all" means, the one in focus first: those that are marked, or the whole text, without those that are no
   * prose.
   */
  get meant(): readonly Span[] {
    return this.#within(this.#extent);
  }

  /** The kinds of sentences that "rewrite all" leaves alone, each once. */
  get spared(): readonly Fixed[] {
    const { sentences, fixed } = this.#parts.document;
    const { start, end } = this.#extent;
    return [...new Set(fixed.filter((_, at) => isWithin(sentences[at], start, end)))].filter((kind) => kind !== undefined);
  }

  get #extent(): Extent {
    return this.selection ?? { start: 0, end: Infinity };
  }

  /** The outcome, until the text changes. */
  get outcome(): Outcome | undefined {
    return this.#outcome?.text === this.#parts.document.text ? this.#outcome : undefined;
  }

  /** The sentences of an earlier or a stopped queue that are still to be rewritten. */
  get unfinished(): readonly string[] {
    const { queue } = this.#parts.rewriting;
    return this.#resumable.filter((source) => !queue.isDone(source));
  }

  /** The sentences of that queue that are still in the text. */
  get #resumable(): readonly string[] {
    const { rewriting, document } = this.#parts;
    const { unfinished } = rewriting.queue;
    if (unfinished.length === 0) return [];
    const there = new Set(document.sentences.map(({ text }) => text));
    return unfinished.filter((source) => there.has(source) && !document.isRewritten(source));
  }

  /** The sentences of the paragraph (line) that the sentence in focus begins in, that one first. */
  get paragraph(): readonly Span[] {
    const { text, current } = this.#parts.document;
    if (current === undefined) return [];
    const end = text.indexOf('\n', current.start);
    return this.#within({ start: text.lastIndexOf('\n', current.start) + 1, end: end < 0 ? Infinity : end });
  }

  /** Rewrites sentences, by default those that "rewrite all" means, and puts them into the review. */
  rewriteAll(spans = this.meant): void {
    const { document, saveSoon } = this.#parts;
    const sources = spans.map(({ text }) => text).filter((text) => !document.isRewritten(text) && canBeRewritten(text));
    document.review(sources, 'asked');
    saveSoon();
    this.#start(sources);
  }

  /** Goes on with the queue that was stopped, or lost with an earlier page. */
  resume(): void {
    this.#start(this.#resumable);
  }

  #start(sources: readonly string[]): void {
    this.#outcome = undefined;
    this.#parts.rewriting.rewriteAll(sources);
  }

  /** Ends the queue, when all sentences are done or so many failed: puts in the rewrites that keep the meaning. */
  async finish(sources: readonly string[], failure: Failure | undefined): Promise<void> {
    const { document, tell } = this.#parts;
    if (failure !== undefined) return tell({ kind: 'failed', failure });
    const code = await import('./keeping.ts').catch(() => undefined);
    const replaced = this.useAll(code?.keeping(this.offers(), new Set(sources)) ?? new Map());
    const offered = this.offers().filter(({ standing }) => standing === 'offered').length;
    this.#outcome = { replaced, offered, text: document.text };
    tell({ kind: 'all-ready', replaced, offered });
  }

  /** Puts rewrites in the place of several sentences, by their index, as one step. @returns how many */
  useAll(rewrites: ReadonlyMap<number, string>): number {
    const { document, rewriting, take, saveSoon } = this.#parts;
    if (rewrites.size === 0 || !take(() => document.replaceAll(rewrites))) return 0;
    saveSoon();
    rewriting.accepted = true;
    return rewrites.size;
  }

  #within({ start, end }: Extent): readonly Span[] {
    const { sentences, focus, fixed } = this.#parts.document;
    const inside = sentences.filter((span, at) => fixed[at] === undefined && isWithin(span, start, end));
    const from = inside.findIndex((span) => span.start >= (sentences[focus]?.start ?? 0));
    return from < 0 ? inside : [...inside.slice(from), ...inside.slice(0, from)];
  }

  /** Gives every sentence beside its original, with the rewrites that are offered for it. */
  offers(): Offer[] {
    const { document } = this.#parts;
    const { text, sentences } = document;
    return rowsOf({ text, sentences, sourceOf: (sentence) => document.sourceOf(sentence) }).map((row) => this.#offer(row));
  }

  /** Gives every sentence as it was written, with its rewrites that may be shown. */
  made(): RewrittenSentence[] {
    const { document, rewriting } = this.#parts;
    return document.sentences.map(({ text }) => {
      const source = document.sourceOf(text);
      return { source, rewrites: rewriting.madeOf(source) };
    });
  }

  /** Offers the next rewrite of a sentence; after the last one the first. */
  turn({ before }: ReviewRow): void {
    this.#turned = { ...this.#turned, [before]: (own(this.#turned, before) ?? 0) + 1 };
  }

  /** Puts a rewrite in the place of a sentence, wherever the focus is. */
  accept(index: number, rewrite: Rewrite): void {
    this.#decide(() => this.#parts.document.replace(index, rewrite.text), { kind: 'accepted' });
    this.#parts.rewriting.accepted = true;
  }

  /** Leaves a sentence as it is, or offers a rewrite again. */
  leave({ before }: ReviewRow, stays = true): void {
    const { document } = this.#parts;
    this.#decide(() => document.review([before], stays ? 'left' : 'asked'), stays ? { kind: 'left' } : undefined);
  }

  /** Brings back the source of one sentence, wherever the focus is. */
  restore({ index, before }: Pick<ReviewRow, 'index' | 'before'>): void {
    this.#decide(() => this.#parts.document.replace(index, before), { kind: 'restored' });
  }

  #decide(change: () => void, announcement: Announcement | undefined): void {
    const { take, tell, saveSoon } = this.#parts;
    if (!take(change)) return;
    if (announcement !== undefined) tell(announcement);
    saveSoon();
  }

  #offer(row: ReviewRow): Offer {
    const { document, rewriting, settings } = this.#parts;
    const asked = document.reviewOf(row.before);
    const made = asked ? offersOf(rewriting.madeOf(row.before), settings.values).filter(({ text }) => text !== row.after) : [];
    const turns = own(this.#turned, row.before) ?? 0;
    const at = turns % Math.max(1, made.length);
    const offers = [...made.slice(at), ...made.slice(0, at)];
    const offered: SentenceStatus = asked === 'left' ? 'left' : 'offered';
    const standing = row.before !== row.after ? 'taken' : offers.length > 0 ? offered : 'same';
    return { ...row, offers, standing, turned: turns > 0, ...(standing === 'same' && { fixed: document.fixed[row.index] }) };
  }
}

/** Tells whether a sentence lies within two offsets, or a part of it. */
const isWithin = (span: Span | undefined, start: number, end: number): boolean =>
  span !== undefined && span.end > start && span.start < end;
