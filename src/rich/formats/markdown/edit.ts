import type { Anchor } from '../../align.ts';
import { escapedStart, toMarkdownWords } from '../../markdown.ts';
import { project } from '../../project.ts';
import type { Mark } from '../../rich.ts';
import type { TextRange } from '../../sections.ts';
import { cellsOf, changesOf, type Change, type LinePair, type SourceEdit } from '../edit/changes.ts';
import { FilePlaces } from '../edit/places.ts';
import type { MarkdownFile } from './read.ts';

/** Edits files where the words of a line were changed, and leaves all around them as it is. */
export class LineEditor {
  readonly #file: MarkdownFile;
  readonly #places: FilePlaces;
  readonly #anchors: readonly Anchor[];

  /** @param anchors what the file's text and the new one have in common */
  constructor(file: MarkdownFile, anchors: readonly Anchor[]) {
    this.#file = file;
    this.#places = new FilePlaces(file.places, file.rich.text);
    this.#anchors = anchors;
  }

  /** Gives the changes in the file for a line that became another; undefined where that can't be done in place. */
  editsOf(line: LinePair): SourceEdit[] | undefined {
    const edits = cellsOf(line)?.map((cell) => this.#cellEdits(cell));
    return edits?.every((own) => own !== undefined) === true ? edits.flat() : undefined;
  }

  #cellEdits(cell: LinePair): SourceEdit[] | undefined {
    const edits: SourceEdit[] = [];
    const changes = changesOf(cell, this.#anchors);
    while (changes.length > 0) {
      const [change] = changes;
      const grown = change && this.#grown(change, changes, cell);
      if (grown === undefined) return undefined;
      const { source, ...whole } = grown;
      const text = this.#written(whole, source, cell.now);
      if (text === undefined) return undefined;
      edits.push({ ...source, text }, ...this.#names(source));
      changes.splice(0, changes.filter(({ was }) => was.start < whole.was.end || was.start === whole.was.start).length);
    }
    return edits;
  }

  /** Extends a change by all it must take in, with its place in the file: what crosses the border of signs takes in their words. */
  #grown(change: Change, changes: readonly Change[], cell: LinePair): (Change & { readonly source: TextRange }) | undefined {
    if (change.was.start === change.was.end) {
      const at = this.#insertionPoint(change, cell);
      return at === undefined ? undefined : { ...change, source: { start: at, end: at } };
    }
    let { was } = change;
    for (;;) {
      const words = this.#places.sourceOf(was);
      if (words === undefined) return this.#gap(change);
      const around = this.#enclosing(words);
      const text = this.#places.textOf(around);
      if (text === undefined) return undefined;
      const wider = unite(was, text);
      const touched = changes.filter((other) => other.was.start < wider.end && other.was.end > wider.start);
      const next = touched.reduce((range, other) => unite(range, other.was), wider);
      if (next.start < cell.was.start || next.end > cell.was.end) return undefined;
      if (next.start === was.start && next.end === was.end) {
        const is = { start: this.#now(was.start, changes, 'start'), end: this.#now(was.end, changes, 'end') };
        return { was, is, source: this.#withWhite({ was, is }, around, cell) };
      }
      was = next;
    }
  }

  /** Extends a stretch by all signs whose border it crosses. */
  #enclosing(range: TextRange): TextRange {
    const { enclosures } = this.#file.syntax;
    const crossed = enclosures.filter(({ outer, inner }) => meets(range, outer) && !holds(range, outer) && !holds(inner, range));
    const wider = crossed.reduce((whole, { outer }) => unite(whole, outer), range);
    return crossed.length === 0 ? range : this.#enclosing(wider);
  }

  /** Finds the place of an old offset in the new text: at the edge of a change, or in a word that both have. */
  #now(at: number, changes: readonly Change[], edge: 'start' | 'end'): number {
    const change = changes.find(({ was }) => was[edge] === at && was.start < was.end);
    if (change !== undefined) return change.is[edge];
    const anchor = this.#anchors.findLast(({ was }) => (edge === 'start' ? was <= at : was < at));
    return anchor === undefined ? 0 : anchor.is + (at - anchor.was);
  }

  /** Places a change of white space alone, as long as nothing unseen stands there. */
  #gap({ was, is }: Change): (Change & { readonly source: TextRange }) | undefined {
    const { text } = this.#file.rich;
    if (text.slice(was.start, was.end).trim() !== '') return undefined;
    const before = this.#places.sourceOf({ start: was.start - 1, end: was.start });
    const behind = this.#places.sourceOf({ start: was.end, end: was.end + 1 });
    if (before === undefined || behind === undefined) return undefined;
    const source = { start: before.end, end: behind.start };
    return /^[\s>]*$/u.test(this.#file.body.slice(source.start, source.end)) ? { was, is, source } : undefined;
  }

  /** Finds the place for new words: behind the word before them, or before the next one. */
  #insertionPoint({ was: { start: at }, is }: Change, { now }: LinePair): number | undefined {
    const next = this.#places.sourceOf({ start: at, end: at + 1 });
    const before = this.#places.sourceOf({ start: at - 1, end: at });
    const { enclosures } = this.#file.syntax;
    const leadsOn = /\s$/u.test(now.slice(is.start, is.end));
    if (next !== undefined && (leadsOn || before === undefined)) {
      // New words stand outside of the signs that begin with the next word.
      const signs = enclosures.filter(({ inner }) => inner.start === next.start);
      return Math.min(next.start, ...signs.map(({ outer }) => outer.start));
    }
    if (before === undefined) return undefined;
    return Math.max(before.end, ...enclosures.filter(({ inner }) => inner.end === before.end).map(({ outer }) => outer.end));
  }

  /** Extends a stretch by white space that goes with the words, which the file may have as the end of a line. */
  #withWhite({ was, is }: Change, { start, end }: TextRange, { now }: LinePair): TextRange {
    const { body, rich } = this.#file;
    const text = now.slice(is.start, is.end);
    const white = (at: number, written: string | undefined): boolean =>
      /\s/u.test(rich.text.charAt(at)) && !/\s/u.test(written ?? '') && at >= was.start && at < was.end;
    const leading = white(was.start, text[0]) ? (/[ \t]+$/u.exec(body.slice(0, start))?.[0].length ?? 0) : 0;
    const trailing = white(was.end - 1, text.at(-1)) ? (/^[ \t]+/u.exec(body.slice(end))?.[0].length ?? 0) : 0;
    return { start: start - leading, end: end + trailing };
  }

  /** Writes the new words as the file needs them there, with what it holds there unseen; undefined where it has no way to. */
  #written({ was, is }: Change, source: TextRange, now: string): string | undefined {
    const { body, syntax } = this.#file;
    const words = now.slice(is.start, is.end);
    if (syntax.cells.some((cell) => meets(source, cell) && !holds(cell, source))) return undefined;
    const code = syntax.code.find((range) => holds(range, source) && source.start > range.start);
    if (code !== undefined) return /[`\n]/u.test(words) ? undefined : words;
    if (syntax.html.some((range) => holds(range, source))) return htmlWords(words, body.slice(source.start, source.end));
    const unseen = syntax.unseen.filter((range) => range.start < range.end && holds(source, range));
    const written = this.#marked({ was, is }, source, now) + unseen.map(({ start, end }) => body.slice(start, end)).join('');
    const line = body.slice(body.lastIndexOf('\n', source.start - 1) + 1, source.start);
    return /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*$/u.test(line) ? escapedStart(written) : written;
  }

  /** Writes the words with the marks that they carry on from the signs that stood inside of the stretch. */
  #marked({ was, is }: Change, source: TextRange, now: string): string {
    const { rich, syntax } = this.#file;
    const inside = syntax.enclosures.some(({ outer }) => holds(source, outer));
    const own = (mark: Mark): boolean => inside && mark.start >= was.start && mark.end <= was.end;
    const marks = rich.marks.filter(own).map((mark) => ({ ...mark, start: mark.start - was.start, end: mark.end - was.start }));
    const text = now.slice(is.start, is.end);
    const carried = project({ text: rich.text.slice(was.start, was.end), blocks: ['p'], marks }, text);
    return toMarkdownWords({ ...carried, blocks: ['p'] }, { start: 0, end: text.length });
  }

  /** Keeps the name of a link that is named by its words when they change. */
  #names(source: TextRange): SourceEdit[] {
    const { body, syntax } = this.#file;
    return syntax.selfNamed.filter((link) => holds(link, source) && link.start < source.start).map((link) => {
      const inner = syntax.enclosures.find(({ outer }) => outer === link)?.inner ?? link;
      const start = inner.end + 1;
      return { start, end: link.end, text: `[${body.slice(inner.start, inner.end)}]` };
    });
  }
}

function htmlWords(words: string, written: string): string | undefined {
  return /[<>]/u.test(written) ? undefined : words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const meets = (a: TextRange, b: TextRange): boolean => a.start < b.end && a.end > b.start;
const holds = (a: TextRange, b: TextRange): boolean => a.start <= b.start && a.end >= b.end;
const unite = (a: TextRange, b: TextRange): TextRange => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });
