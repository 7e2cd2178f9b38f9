import { diffArrays } from 'diff';
import type { ProtectedSpan } from './markup.ts';
import { foldWord, type Span, wordTokens } from './words.ts';

/** A stretch of a text, UTF-16 offsets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A mark that was taken out of a text. */
export interface StandingMark extends Pick<ProtectedSpan, 'as'> {
  /** Its place as an offset of the text without it. */
  readonly at: number;
  /** Tells whether a space replaces it there. */
  readonly parts: boolean;
  /** Tells whether it encloses the whole text, together with another one. */
  readonly wraps: boolean;
  /** Tells whether the words between it and its partner are prose that may change: then the words outside may give its place. */
  readonly isFree: boolean;
}

/** Aligns the words of two texts that are the same, to set back marks between them. */
export class AlignedPlaces {
  private readonly before: readonly Span[];
  private readonly after: readonly Span[];
  /** The word of the new text for each word of the old one that it keeps. */
  private readonly pairs = new Map<number, number>();

  constructor(private readonly was: string, private readonly is: string) {
    [this.before, this.after] = [wordTokens(was), wordTokens(is)];
    const [left, right] = [this.before, this.after].map((spans) => spans.map(({ text }) => foldWord(text))) as [string[], string[]];
    let [i, j] = [0, 0];
    for (const { added, removed, count } of diffArrays(left, right)) {
      if (!added && !removed) for (let k = 0; k < count; k += 1) this.pairs.set(i + k, j + k);
      if (!added) i += count;
      if (!removed) j += count;
    }
    // A word that both have once is the same one wherever it went.
    const once = (words: readonly string[], word: string): boolean => words.indexOf(word) === words.lastIndexOf(word);
    for (const [at, word] of left.entries())
      if (once(left, word) && right.includes(word) && once(right, word)) this.pairs.set(at, right.indexOf(word));
  }

  /** Gives the place of a mark in the new text; undefined where the word that it belongs to is gone. */
  placeOf(mark: StandingMark): Place | undefined {
    const { at, as, parts, wraps } = mark;
    const start = wraps ? (as === 'opening' ? this.beginning(at) : this.end(at)) : this.besideWord(mark);
    return start === undefined ? undefined : { start, end: start + (parts && this.is.charAt(start) === ' ' ? 1 : 0) };
  }

  private besideWord({ at, as, isFree }: StandingMark): number | undefined {
    const next = this.before.findIndex(({ start }) => start >= at);
    const following = next < 0 ? this.before.length : next;
    const behind = as === 'opening' ? undefined : this.behind(following - 1, at);
    const ahead = as === 'closing' ? undefined : this.ahead(following, at);
    if (as === 'loose') return following === this.before.length ? this.end(at) : behind ?? ahead ?? this.nearest(following, at);
    return behind ?? ahead ?? (isFree ? this.outside(following, as) : undefined);
  }

  /** Returns the place behind a word, and behind the marks between it and this one; the beginning where there was no word before. */
  private behind(word: number, at: number): number | undefined {
    if (word < 0) return this.beginning(at);
    const [old, now] = [this.before[word], this.after[this.pairs.get(word) ?? -1]];
    if (word === this.before.length - 1 && at > (old?.end ?? 0)) return this.end(at);
    if (!old || !now) return word === this.before.length - 1 ? this.end(at) : undefined;
    const between = this.was.slice(old.end, at);
    return this.is.startsWith(between, now.end) ? now.end + between.length : now.end;
  }

  private ahead(word: number, at: number): number | undefined {
    if (word >= this.before.length) return this.end(at);
    const [old, now] = [this.before[word], this.after[this.pairs.get(word) ?? -1]];
    if (!old || !now) return undefined;
    const between = this.was.slice(at, old.start);
    return this.is.slice(0, now.start).endsWith(between) ? now.start - between.length : now.start;
  }

  /** Returns the place that the words outside give: behind the one before an opening mark, before the one behind a closing mark. */
  private outside(following: number, as: ProtectedSpan['as']): number | undefined {
    const word = as === 'opening' ? following - 1 : following;
    if (word < 0) return 0;
    if (word >= this.before.length) return this.is.replace(/[.!?…]*["'”’)\]]*$/u, '').length;
    const now = this.after[this.pairs.get(word) ?? -1];
    if (!now) return undefined;
    if (as === 'closing') return this.is.slice(0, now.start).trimEnd().length;
    return now.end + (/^\s*/u.exec(this.is.slice(now.end))?.[0].length ?? 0);
  }

  /** Returns the place at the beginning, behind the marks between it and this one. */
  private beginning(at: number): number {
    return this.is.startsWith(this.was.slice(0, at)) ? at : 0;
  }

  /** Returns the place at the end, before the marks between this one and the end. */
  private end(at: number): number {
    const rest = this.was.slice(at);
    return this.is.endsWith(rest) ? this.is.length - rest.length : this.is.length;
  }

  private nearest(word: number, at: number): number {
    for (let back = word - 2; back >= 0; back -= 1) {
      const now = this.after[this.pairs.get(back) ?? -1];
      if (now) return now.end;
    }
    return word === 0 ? 0 : this.end(at);
  }
}

