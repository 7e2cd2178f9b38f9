import { align } from '../../align.ts';
import { toMarkdown } from '../../markdown.ts';
import type { RichText } from '../../rich.ts';
import type { TextRange } from '../../sections.ts';
import { slice } from '../../splice.ts';
import { saysTheSame, type SourceEdit } from '../edit/changes.ts';
import { groupsOf, type EditGroup } from '../edit/groups.ts';
import { LineEditor } from './edit.ts';
import { fromMarkdown, readMarkdown, type MarkdownFile } from './read.ts';

/**
 * Returns a Markdown file that says what its text has become. What is the same as before stays as it is written, byte for byte, and so does
 * what the text does not show; where words of a line changed, these are changed in place. A block that got other lines is
 * written anew, and where even that does not read as the text does, all of it but its head (`anew`).
 */
export function rewriteMarkdown(source: string, target: RichText): { readonly text: string; readonly anew: boolean } {
  const file = readMarkdown(source);
  if (file.rich.text === target.text) return { text: source, anew: false };
  for (const inPlace of [true, false]) {
    const written = new Rewriting(file, target, inPlace).written();
    if (written !== undefined && saysTheSame(fromMarkdown(written), target)) return { text: written, anew: false };
  }
  return { text: file.head + toMarkdown(target), anew: true };
}

class Rewriting {
  readonly #file: MarkdownFile;
  readonly #target: RichText;
  readonly #inPlace: boolean;
  readonly #eol: string;
  #written = '';
  /** The offset up to which the file is written, or left out. */
  #at = 0;

  constructor(file: MarkdownFile, target: RichText, inPlace: boolean) {
    this.#file = file;
    this.#target = target;
    this.#inPlace = inPlace;
    this.#eol = /\r\n?|\n/u.exec(file.body)?.[0] ?? '\n';
  }

  /** Writes the file; undefined where its blocks can't be told in the new text. */
  written(): string | undefined {
    const { rich, body, head } = this.#file;
    const alignment = align(rich.text, this.#target.text);
    const groups = groupsOf({ ...this.#file, blocks: this.#file.syntax.blocks }, this.#target, alignment.origins);
    if (groups === undefined) return undefined;
    const editor = new LineEditor(this.#file, alignment.anchors);
    const kept = new Set(groups.map(({ block }) => block));
    for (const group of groups) {
      if (group.block === undefined) {
        this.#add(group);
        continue;
      }
      this.#goTo(group.block.start, kept);
      this.#written += this.#blockText(group, editor);
      this.#at = group.block.end;
    }
    this.#goTo(body.length, kept);
    return head + this.#written;
  }

  /** Takes over what lies before an offset; blocks whose lines are all gone are left out, with the blank lines before them. */
  #goTo(offset: number, kept: ReadonlySet<TextRange | undefined>): void {
    const { body, syntax, places } = this.#file;
    const shows = ({ start, end }: TextRange): boolean => places.some(({ at }) => at >= start && at < end);
    const passed = syntax.blocks.filter(({ start, end }) => start >= this.#at && end <= offset);
    const gone = passed.filter((block) => !kept.has(block) && shows(block));
    for (const block of gone) {
      const hidden = syntax.blocks.findLast((other) => other.end <= block.start && other.start >= this.#at);
      if (hidden !== undefined) this.#written += body.slice(this.#at, hidden.end);
      this.#at = block.end;
    }
    const rest = body.slice(this.#at, offset);
    this.#written += this.#written === '' && gone.length > 0 ? rest.trimStart() : rest;
    this.#at = offset;
  }

  /** Adds lines that are new. */
  #add(group: EditGroup): void {
    const gap = this.#eol + this.#eol;
    const text = this.#anew(group);
    this.#written = this.#written === '' ? text + gap : this.#written + gap + text;
  }

  #blockText(group: EditGroup, editor: LineEditor): string {
    const { body, rich } = this.#file;
    const block = group.block ?? { start: 0, end: 0 };
    const [old, now] = [rich.text, this.#target.text];
    const same = group.pairs?.every(({ was, is }) => old.slice(was.start, was.end) === now.slice(is.start, is.end));
    if (same === true) return body.slice(block.start, block.end);
    const edits = this.#inPlace ? group.pairs?.map((pair) => editor.editsOf({ ...pair, old, now })) : undefined;
    const known = edits?.every((own) => own !== undefined) === true ? edits.flat() : undefined;
    return known === undefined ? this.#anew(group) : applied(body, block, known);
  }

  #anew({ is }: EditGroup): string {
    return toMarkdown(slice(this.#target, is.start, is.end)).trimEnd().replaceAll('\n', this.#eol);
  }
}

function applied(body: string, { start, end }: TextRange, edits: readonly SourceEdit[]): string {
  let [at, written] = [start, ''];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue;
    written += body.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return written + body.slice(at, end);
}
