import { align, type Anchor } from '../../align.ts';
import type { RichText } from '../../rich.ts';
import type { TextRange } from '../../sections.ts';
import { cellsOf, changesOf, type Change, type LinePair, type SourceEdit } from '../edit/changes.ts';
import { groupsOf, type EditGroup } from '../edit/groups.ts';
import { FilePlaces } from '../edit/places.ts';
import { WordPackage } from './package.ts';
import { addBehind, isInTable, removeParagraph } from './paragraphs.ts';
import { applyEdits } from './text-edits.ts';
import { wordPlaces } from './word-places.ts';
import { TextReader, type TextRow } from './xml-text.ts';

/** A paragraph of the file: where its text is, by the offsets of the pieces. */
interface Block extends TextRange {
  readonly paragraph: Element;
  readonly rows: readonly TextRow[];
}

/**
 * Returns a Word document that says what its text has become: words are changed where they stand, and pictures, tables, notes, fonts and
 * all else stay as they are in the file.
 * @param was what was read of `bytes`
 * @returns undefined where the text became something that can't be written there; whoever saves it reads it again, too
 * @throws Error where `bytes` are no Word document
 */
export function rewriteWord(bytes: Uint8Array, was: RichText, target: RichText): Uint8Array<ArrayBuffer> | undefined {
  if (was.text === target.text) return new Uint8Array(bytes);
  const file = new WordPackage(bytes);
  const parts = new Map(file.textParts.map((name) => [name, file.read(name)]));
  const reader = new TextReader();
  for (const xml of parts.values()) reader.read(xml.documentElement);
  const twins = [...parts.values()].flatMap(twinBoxes);
  if (!new WordRewriting(was, target, reader.rows).apply()) return undefined;
  // Words that were written into the one form of a text box are to stand in the other.
  for (const { shown, read, text } of twins) if (read.textContent !== text) shown.replaceChildren(...[...read.cloneNode(true).childNodes]);
  return file.with(parts);
}

class WordRewriting {
  readonly #was: RichText;
  readonly #target: RichText;
  readonly #rows: readonly TextRow[];
  readonly #places: FilePlaces;
  readonly #blocks: readonly Block[];
  readonly #groups: readonly EditGroup[] | undefined;
  readonly #anchors: readonly Anchor[];
  /** Blocks whose words are known in the text. */
  readonly #placed: ReadonlySet<Block>;

  constructor(was: RichText, target: RichText, rows: readonly TextRow[]) {
    const places = wordPlaces(was, rows);
    const { anchors, origins } = align(was.text, target.text);
    this.#was = was;
    this.#target = target;
    this.#rows = rows;
    this.#places = new FilePlaces(places, was.text);
    this.#blocks = blocksOf(rows);
    this.#anchors = anchors;
    this.#groups = groupsOf({ rich: was, places, blocks: this.#blocks }, target, origins);
    this.#placed = new Set(places.flatMap(({ at }) => this.#blocks.find((block) => at >= block.start && at < block.end) ?? []));
  }

  /** Carries out the changes. @returns whether all could be done; otherwise the document is neither the old nor the new one */
  apply(): boolean {
    const groups = this.#groups;
    if (groups === undefined) return false;
    const edits: SourceEdit[] = [];
    const additions: (() => void)[] = [];
    let last: Block | undefined;
    for (const group of groups) {
      const block = this.#blocks.find((own) => own === group.block);
      const own = group.pairs?.map((pair) => this.#edits({ ...pair, old: this.#was.text, now: this.#target.text }));
      if (block !== undefined && own?.every((edit) => edit !== undefined) === true) edits.push(...own.flat());
      else {
        const lines = this.#target.text.slice(group.is.start, group.is.end).split(/\n+/u).filter((line) => line.trim() !== '');
        const at = block ?? last;
        if (at === undefined || isInTable(at.paragraph) || lines.some((line) => line.includes('\t'))) return false;
        additions.push(() => this.#replace(at, lines, block !== undefined));
      }
      last = block ?? last;
    }
    const kept = new Set(groups.map(({ block }) => block));
    const gone = this.#blocks.filter((block) => this.#placed.has(block) && !kept.has(block) && !this.#isBeside(block, kept));
    applyEdits(this.#rows.flatMap(({ pieces }) => pieces), edits);
    for (const add of additions.reverse()) add();
    for (const { paragraph, rows } of gone) removeParagraph(paragraph, rows.flatMap(({ pieces }) => pieces));
    return true;
  }

  /** Tells whether a block's words stand on a line with those of another one, as cells of a row do. */
  #isBeside(block: Block, kept: ReadonlySet<TextRange | undefined>): boolean {
    const text = this.#places.textOf(block);
    if (text === undefined) return false;
    const start = this.#was.text.lastIndexOf('\n', text.start) + 1;
    const first = this.#places.sourceOf({ start, end: text.start });
    return first !== undefined && this.#blocks.some((other) => kept.has(other) && first.start >= other.start && first.start < other.end);
  }

  #replace(block: Block, lines: readonly string[], whole: boolean): void {
    addBehind(block.paragraph, lines);
    if (whole) removeParagraph(block.paragraph, block.rows.flatMap(({ pieces }) => pieces));
  }

  #edits(line: LinePair): SourceEdit[] | undefined {
    const edits = cellsOf(line)?.flatMap((cell) => changesOf(cell, this.#anchors).map((change) => this.#edit(change, cell.now)));
    return edits?.every((edit) => edit !== undefined) === true ? edits : undefined;
  }

  #edit({ was, is }: Change, now: string): SourceEdit | undefined {
    const text = now.slice(is.start, is.end);
    const at = (start: number): TextRange | undefined => this.#places.sourceOf({ start, end: start + 1 });
    const [before, next] = [at(was.start - 1), at(was.end)];
    if (was.start === was.end) {
      const point = next !== undefined && (/\s$/u.test(text) || before === undefined) ? next.start : before?.end;
      return point === undefined ? undefined : { start: point, end: point, text };
    }
    const words = this.#places.sourceOf(was);
    if (words !== undefined) return { ...this.#withWhite(was, words, text), text };
    const isWhite = this.#was.text.slice(was.start, was.end).trim() === '';
    return isWhite && before !== undefined && next !== undefined ? { start: before.end, end: next.start, text } : undefined;
  }

  /** Extends the words by the white space that goes with them. */
  #withWhite(was: TextRange, words: TextRange, text: string): TextRange {
    const old = this.#was.text.slice(was.start, was.end);
    const before = this.#places.sourceOf({ start: was.start - 1, end: was.start })?.end;
    const next = this.#places.sourceOf({ start: was.end, end: was.end + 1 })?.start;
    return {
      start: /^\s/u.test(old) && !/^\s/u.test(text) && before !== undefined ? before : words.start,
      end: /\s$/u.test(old) && !/\s$/u.test(text) && next !== undefined ? next : words.end,
    };
  }
}

function blocksOf(rows: readonly TextRow[]): Block[] {
  const grouped = new Map<Element, TextRow[]>();
  for (const row of rows) grouped.set(row.paragraph, [...(grouped.get(row.paragraph) ?? []), row]);
  return [...grouped].map(([paragraph, own]) => {
    const pieces = own.flatMap((row) => row.pieces);
    const [first, last] = [pieces[0], pieces.at(-1)];
    return { paragraph, rows: own, start: first?.at ?? 0, end: last === undefined ? 0 : last.at + last.text.length };
  });
}

/** The two forms of a text box in a file, for new programs and for old ones; the old one is read. */
interface TwinBoxes {
  readonly shown: Element;
  readonly read: Element;
  readonly text: string;
}

function twinBoxes(xml: XMLDocument): TwinBoxes[] {
  return [...xml.getElementsByTagName('mc:AlternateContent')].flatMap((twins) => {
    const boxes = (name: string): Element[] =>
      [...twins.children].filter(({ nodeName }) => nodeName === name).flatMap((one) => [...one.getElementsByTagName('w:txbxContent')]);
    const [shown, read] = [boxes('mc:Choice'), boxes('mc:Fallback')];
    if (shown.length !== read.length) return [];
    return shown.flatMap((box, at) => (read[at] === undefined ? [] : [{ shown: box, read: read[at], text: read[at].textContent }]));
  });
}
