import { fixedLines, type Fixed } from '../../../rich/fixed-lines.ts';
import type { RichText } from '../../../rich/rich.ts';
import { findPhrase, type Span } from '../../../core/text/words.ts';
import { joinedWishes, noWishes, partedWishes, sameWishes, type Wishes } from './wishes.ts';
import type { Locked } from './locks.ts';
import { own } from './texts.ts';
import { Segments } from './segments.ts';

/**
 * The file that a text came in, which it can be written into again. A Markdown file is stored here as it is. The bytes of a Word document
 * are stored beside the document (`LibraryState.original`).
 */
export type OriginalFile = { readonly format: 'md'; readonly source: string } | { readonly format: 'docx' };

/** The part of a document that undo brings back and a reload keeps. */
export interface Snapshot {
  readonly text: string;
  /** Index of the sentence in focus. */
  readonly focus: number;
  readonly demands: Readonly<Record<string, Wishes>>;
  /** The constraints for the whole text: phrases that are avoided in every sentence, and phrases that stay wherever the text has them. */
  readonly throughout?: Wishes | undefined;
  /** The sentence a rewrite in the text was made from, by the rewrite. */
  readonly sources: Readonly<Record<string, string>>;
  /** Rewrites the user locked, by source sentence. */
  readonly locked?: Readonly<Record<string, readonly Locked[]>> | undefined;
  /** Sentences whose rewrites wait in the review (`asked`), and those that the user left as they are there. */
  readonly review?: Readonly<Record<string, 'asked' | 'left'>> | undefined;
  /** The text as it came in with formatting; its successors carry that on (`formatting.ts`). */
  readonly formatting?: RichText | undefined;
  readonly original?: OriginalFile | undefined;
}

export const emptySnapshot: Snapshot = { text: '', focus: 0, demands: {}, sources: {} };

/**
 * The text, its sentences and what was asked and taken for each of them.
 *
 * A sentence in the text is either its own source or a rewrite the user took; in the latter case `sources` leads back,
 * so that its chips and rewrites stay those of the original until the user edits it by hand.
 */
export class DocumentState {
  #now = $state.raw<Snapshot>(emptySnapshot);
  readonly #segments = new Segments();
  readonly sentences: readonly Span[] = $derived(this.#segments.of(this.#now.text));
  /** The kind of each sentence that is left alone: a greeting, a heading; undefined for prose. */
  readonly fixed: readonly (Fixed | undefined)[] = $derived(fixedLines(this.#now.text, this.sentences));
  readonly focus: number = $derived(Math.max(0, Math.min(this.#now.focus, this.sentences.length - 1)));
  readonly current: Span | undefined = $derived(this.sentences[this.focus]);
  /** The sentence whose rewrites are shown: the one in focus, or what it was before a rewrite took its place. */
  readonly source: string = $derived(this.current === undefined ? '' : this.sourceOf(this.current.text));
  readonly wishes: Wishes = $derived(this.wishesOf(this.source));
  readonly throughout: Wishes = $derived(this.#now.throughout ?? noWishes);
  /** The constraints on the sentence in focus: its own, and those for the whole text. */
  readonly asked: Wishes = $derived(this.askedOf(this.source));
  readonly locked: readonly Locked[] = $derived(own(this.#now.locked ?? {}, this.source) ?? []);

  get text(): string {
    return this.#now.text;
  }

  get snapshot(): Snapshot {
    return this.#now;
  }

  /** Gives the source of a sentence before a rewrite replaced it; itself when none did. */
  sourceOf(sentence: string): string {
    return own(this.#now.sources, sentence) ?? sentence;
  }

  wishesOf(source: string): Wishes {
    return own(this.#now.demands, source) ?? noWishes;
  }

  /** Gives the constraints on the rewrites of a sentence: its own, and those for the whole text. */
  askedOf(source: string): Wishes {
    return joinedWishes(this.wishesOf(source), this.throughout, source);
  }

  /** Tells whether the sentence in focus has a phrase, as it was written. */
  holds(phrase: string): boolean {
    return findPhrase(this.source, phrase).length > 0;
  }

  restore(snapshot: Snapshot): void {
    this.#now = snapshot;
  }

  /** Takes the user's own typing; `formatting` comes with a paste. Constraints follow a sentence that was edited in place. */
  edit(text: string, formatting = this.#now.formatting): void {
    if (text === this.text) return;
    const before = this.sentences.map((span) => span.text);
    const after = this.#segments.of(text).map((span) => span.text);
    const demands = { ...this.#now.demands };
    if (before.length === after.length) {
      before.forEach((old, index) => {
        const edited = after[index];
        const kept = own(this.#now.demands, old);
        if (edited !== undefined && edited !== old && kept !== undefined && !after.includes(old)) {
          delete demands[old];
          demands[edited] = kept;
        }
      });
    }
    // A text in an empty field has nothing to do with the text that was there before.
    const from = text === '' ? { formatting: undefined, original: undefined } : { formatting };
    this.#now = { ...this.#now, text, demands, ...from };
  }

  focusOn(index: number): void {
    if (index !== this.#now.focus) this.#now = { ...this.#now, focus: index };
  }

  /** Gives the kind of a sentence, by its index, where it is left alone; undefined for prose, and for a rewrite that was taken. */
  fixedAt(index: number): Fixed | undefined {
    return this.isRewritten(this.sentences[index]?.text ?? '') ? undefined : this.fixed[index];
  }

  /**
   * Puts the sentence at a UTF-16 offset of the text into focus: the one that holds it or the last before it. `undefined`: the first one
   * that is prose, where a whole text came in.
   */
  focusAt(offset: number | undefined): void {
    const index = offset === undefined ? this.fixed.indexOf(undefined) : this.sentences.findLastIndex((span) => span.start <= offset);
    this.focusOn(Math.max(0, index));
  }

  wish(wishes: Wishes): void {
    if (this.source !== '' && !sameWishes(wishes, this.wishes))
      this.#now = { ...this.#now, demands: { ...this.#now.demands, [this.source]: wishes } };
  }

  wishThroughout(wishes: Wishes): void {
    if (!sameWishes(wishes, this.throughout)) this.#now = { ...this.#now, throughout: wishes };
  }

  lock(locked: readonly Locked[]): void {
    if (this.source !== '') this.#now = { ...this.#now, locked: { ...this.#now.locked, [this.source]: locked } };
  }

  /** Gives the state of a sentence in the review; undefined where it is not in the review. */
  reviewOf(source: string): 'asked' | 'left' | undefined {
    return own(this.#now.review ?? {}, source);
  }

  /** Puts sentences into the review, or leaves them there as they are. */
  review(sources: readonly string[], as: 'asked' | 'left'): void {
    this.#now = { ...this.#now, review: { ...this.#now.review, ...Object.fromEntries(sources.map((source) => [source, as])) } };
  }

  /** Puts `rewrite` in the place of the sentence in focus and remembers what it was made from. */
  accept(rewrite: string): void {
    this.replace(this.focus, rewrite);
  }

  /** Puts `rewrite` in the place of a sentence and remembers what it was made from. */
  replace(index: number, rewrite: string): void {
    const span = this.sentences[index];
    if (span === undefined || span.text === rewrite) return;
    const source = this.sourceOf(span.text);
    const text = this.text.slice(0, span.start) + rewrite + this.text.slice(span.end);
    const sources = { ...this.#now.sources };
    if (rewrite === source) delete sources[rewrite];
    else sources[rewrite] = source;
    this.#now = { ...this.#now, text, sources };
  }

  /** Puts rewrites in the place of several sentences, by their index, and remembers what they were made from. */
  replaceAll(rewrites: ReadonlyMap<number, string>): void {
    const sources = { ...this.#now.sources };
    const parts: string[] = [];
    let end = 0;
    for (const [index, rewrite] of rewrites) {
      const span = this.sentences[index];
      if (span === undefined || span.start < end) continue;
      sources[rewrite] = this.sourceOf(span.text);
      parts.push(this.text.slice(end, span.start), rewrite);
      end = span.end;
    }
    if (end > 0) this.#now = { ...this.#now, text: parts.join('') + this.text.slice(end), sources };
  }

  /** Puts several sentences in the place of the one in focus; its constraints go with them. */
  split(parts: readonly string[]): void {
    const { current, text } = this;
    if (current === undefined) return;
    const parted = partedWishes(this.wishesOf(current.text), parts);
    const demands = { ...this.#now.demands, ...Object.fromEntries(parts.map((part, at) => [part, parted[at] ?? noWishes])) };
    this.#now = { ...this.#now, text: text.slice(0, current.start) + parts.join(' ') + text.slice(current.end), demands };
  }

  /** Makes the sentence in focus its own source: rewrites start from it now. */
  startFromHere(): void {
    if (this.current === undefined || !this.isRewritten(this.current.text)) return;
    const sources = { ...this.#now.sources };
    delete sources[this.current.text];
    this.#now = { ...this.#now, sources };
  }

  /** Tells whether the sentence is a rewrite the user took. */
  isRewritten(sentence: string): boolean {
    return Object.hasOwn(this.#now.sources, sentence);
  }
}
