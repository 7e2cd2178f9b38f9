import type { PutBack } from '../../app/state/host.svelte.ts';
import { editorLines, rangeOf, type EditorLine, type EditorPoint } from './editor-lines.ts';
import { hunksOf, type Hunk } from './hunks.ts';
import type { EditablePlace } from './place.ts';
import { writeAtOnce } from './at-once.ts';
import { linesIn, nextFrame, same, takeBack, type Way, waysOf, write } from './write.ts';

/** A part of a line that was selected, by its characters. */
interface Part {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Tells whether no paragraph ends before it. */
  readonly goesOn: boolean;
}

/** A stretch to replace, and the part of a line that it lies in. */
interface Placed {
  readonly part: Part;
  readonly hunk: Hunk;
}

const noText = '[contenteditable="false"], img:not(.ProseMirror-separator), video, audio, object, input';

/** Says what is selected in an editor; undefined when nothing is. */
export function editorPlace(editor: HTMLElement, selected: Range): EditablePlace | undefined {
  const lines = editorLines(editor);
  const parts = lines.flatMap((line, at) => partOf(line, at, selected));
  return parts.length === 0 ? undefined : new EditorPlace(editor, lines.map(({ text }) => text), parts);
}

function partOf({ text, points, goesOn }: EditorLine, line: number, selected: Range): Part[] {
  const holds = ({ node, offset }: EditorPoint): boolean => [offset, offset + 1].every((at) => selected.comparePoint(node, at) === 0);
  const within = points.map(holds);
  const [first, last] = [within.indexOf(true), within.lastIndexOf(true)];
  if (first < 0) return [];
  const words = text.slice(first, last + 1);
  const start = first + words.length - words.trimStart().length;
  return words.trim() === '' ? [] : [{ line, start, end: start + words.trim().length, goesOn }];
}

/**
 * A place in an editor. It is known by lines and characters, not by elements: editors put others there whenever they like. As few words
 * as possible are replaced, so that links and emphasis of the others stay.
 */
class EditorPlace implements EditablePlace {
  readonly takes = 'kept';
  readonly #editor: HTMLElement;
  /** All lines of the editor, as they are to stand there. */
  #lines: readonly string[];
  #parts: readonly Part[];

  constructor(editor: HTMLElement, lines: readonly string[], parts: readonly Part[]) {
    this.#editor = editor;
    this.#lines = lines;
    this.#parts = parts;
  }

  get text(): string {
    return this.#parts.map((part, at) => (at === 0 ? '' : part.goesOn ? '\n' : '\n\n') + this.#said(part)).join('');
  }

  /** Puts the text back, all of it or nothing: what was written is taken back where something else could not be. */
  async putBack(text: string): Promise<PutBack> {
    const wanted = text.split(/\n+/u).map((line) => line.replace(/\s+/gu, ' ').trim()).filter((line) => line !== '');
    if (!this.#editor.isConnected || !same(linesIn(this.#editor), this.#lines)) return 'changed';
    if (wanted.length !== this.#parts.length) return this.#replaceAll(wanted);
    const writings = this.#parts.flatMap((part, at) =>
      this.#hunks(part, this.#said(part), wanted[at] ?? '').map((hunk) => ({ part, hunk })));
    if (writings.some(({ part, hunk }) => holdsMore(this.#rangeOf(part, hunk)))) return 'changed';
    if (await this.#isPutAtOnce(writings, false)) return this.#settled([changedLines(this.#lines, writings)], this.#partsOf(wanted));
    const states = [this.#lines];
    // From the end on, so that the places before stay what they are.
    for (const writing of writings.toReversed()) {
      const next = changedLines(states.at(-1) ?? this.#lines, [writing]);
      const way = await this.#write(writing, next);
      if (way === undefined) return this.#giveUp(states);
      states.push(next);
      // An editor without a model: now it is known, and all of it can be one step of the browser's.
      if (way.isNative === true && states.length === 2 && writings.length > 1 && (await takeBack(this.#editor, this.#lines))) {
        if (await this.#isPutAtOnce(writings, true)) return this.#settled([changedLines(this.#lines, writings)], this.#partsOf(wanted));
        if (!(await this.#write(writing, next))) return 'changed';
      }
    }
    return this.#settled(states, this.#partsOf(wanted));
  }

  /** Gives the places of the parts once they hold a text. */
  #partsOf(wanted: readonly string[]): Part[] {
    return this.#parts.map((part, at) => ({ ...part, end: part.start + (wanted[at] ?? '').length }));
  }

  /** Puts several changes of one line there in one step of the editor's history. */
  async #isPutAtOnce(writings: readonly Placed[], isNative: boolean): Promise<boolean> {
    const [line, ...others] = new Set(writings.map(({ part }) => part.line));
    if (line === undefined || others.length > 0 || writings.length < 2) return false;
    return writeAtOnce(this.#editor, { line, hunks: writings.map(({ hunk }) => hunk) }, changedLines(this.#lines, writings), isNative);
  }

  /** Writes one stretch where the editor is to hold some lines then. */
  #write({ part, hunk }: Placed, next: readonly string[]): Promise<Way | undefined> {
    const isWritten = (lines: readonly string[]): boolean => same(lines, next);
    return write(this.#editor, () => this.#rangeOf(part, hunk), { ways: waysOf(hunk.text), isWritten });
  }

  #said({ line, start, end }: Part): string {
    return this.#lines[line]?.slice(start, end) ?? '';
  }

  #hunks({ line, start }: Part, part: string, wanted: string): Hunk[] {
    const points = editorLines(this.#editor)[line]?.points ?? [];
    /** Tells whether the words between two characters are marked, or stand in another element than those around them. */
    const marked = (from: number, to: number): boolean =>
      new Set(points.slice(Math.max(0, start + from - 1), start + to + 1).map(({ node }) => node.parentElement)).size > 1;
    return hunksOf(part, wanted, marked).map((hunk) => ({ ...hunk, start: start + hunk.start, end: start + hunk.end }));
  }

  #rangeOf({ line }: Part, { start, end }: Hunk): Range {
    const found = editorLines(this.#editor)[line];
    return found === undefined ? document.createRange() : rangeOf(found, start, end);
  }

  /** Puts a text with more lines or fewer in the place of all that was selected. */
  async #replaceAll(wanted: readonly string[]): Promise<PutBack> {
    const [first, last] = [this.#parts[0], this.#parts.at(-1)];
    if (first === undefined || last === undefined) return 'changed';
    const [head, tail] = [this.#lines[first.line]?.slice(0, first.start) ?? '', this.#lines[last.line]?.slice(last.end) ?? ''];
    const inner = wanted.map((line, at) => (at === 0 ? head : '') + line + (at === wanted.length - 1 ? tail : ''));
    const next = [...this.#lines.slice(0, first.line), ...inner, ...this.#lines.slice(last.line + 1)];
    const reach = (): Range => {
      const [from, to] = [this.#rangeOf(first, { ...first, text: '' }), this.#rangeOf(last, { ...last, text: '' })];
      from.setEnd(to.endContainer, to.endOffset);
      return from;
    };
    if (holdsMore(reach())) return 'changed';
    const ways = waysOf(wanted.join('\n\n'));
    if (!(await write(this.#editor, reach, { ways, isWritten: (lines) => same(lines, next) }))) return 'changed';
    const parts = wanted.map((line, at) => {
      const start = at === 0 ? head.length : 0;
      return { line: first.line + at, start, end: start + line.length, goesOn: false };
    });
    return this.#settled([this.#lines, next], parts);
  }

  /** Says that the page keeps the text, if it still stands there in the next frame. */
  async #settled(states: readonly (readonly string[])[], parts: readonly Part[]): Promise<PutBack> {
    await nextFrame();
    const wanted = states.at(-1) ?? this.#lines;
    if (!same(linesIn(this.#editor), wanted)) return 'changed';
    [this.#lines, this.#parts] = [wanted, parts];
    return 'kept';
  }

  async #giveUp(states: readonly (readonly string[])[]): Promise<PutBack> {
    for (const before of states.slice(0, -1).toReversed()) if (!(await takeBack(this.#editor, before))) break;
    return 'changed';
  }
}

/** Tells whether something in a range is no text, and would go with it: a picture, a widget, a name that can't be edited. */
function holdsMore(range: Range): boolean {
  return range.cloneContents().querySelector(noText) !== null;
}

/** Gives all lines with some stretches replaced, which are given in their order. */
function changedLines(lines: readonly string[], writings: readonly Placed[]): string[] {
  const replaced = (text: string, own: readonly Placed[]): string =>
    own.reduceRight((now, { hunk: { start, end, text: words } }) => now.slice(0, start) + words + now.slice(end), text);
  return lines.map((text, at) => replaced(text, writings.filter(({ part }) => part.line === at)));
}
