import type { PutBack } from '../../app/state/host.svelte.ts';
import { editorPlace } from './editor.ts';
import { linesOf, piecesOf, plain, standing, type Line } from './lines.ts';
import type { EditablePlace } from './place.ts';

/** Says what is selected in the page's text, editable or not; undefined when nothing is. */
export function passagePlace(): EditablePlace | undefined {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const editor = editorAround(range.commonAncestorContainer);
  if (editor !== undefined) return editorPlace(editor, range);
  const lines = linesOf(range);
  return lines.length === 0 ? undefined : new Passage(lines);
}

/** Finds the outermost editable element around a node. */
function editorAround(node: Node): HTMLElement | undefined {
  let element = node instanceof Element ? node : node.parentElement;
  let editor: HTMLElement | undefined;
  for (; element; element = element.parentElement) if (element instanceof HTMLElement && element.isContentEditable) editor = element;
  return editor;
}

/** Lines of a page that has no editor: it can only show another text, until it is loaded again. */
class Passage implements EditablePlace {
  readonly takes = 'shown';
  #lines: Line[];

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  get text(): string {
    return this.#lines.map(({ text }) => text).join('\n\n');
  }

  putBack(text: string): PutBack {
    if (this.#lines.some(({ range, text: own }) => !range.startContainer.isConnected || standing(range) !== own)) return 'changed';
    for (const [line, wanted] of this.#matched(text)) if (wanted !== line.text) show(line.range, wanted);
    if (plain(this.#lines.map(({ range }) => standing(range)).join(' ')) !== plain(text)) return 'changed';
    for (const line of this.#lines) line.text = standing(line.range);
    return 'shown';
  }

  /** Pairs each line with its replacement: line for line where there are as many, else everything in place of the first to the last. */
  #matched(text: string): (readonly [Line, string])[] {
    const wanted = text.split(/\n+/u).map((line) => line.trim()).filter((line) => line !== '');
    const lines = this.#lines;
    const [first] = lines;
    if (first === undefined) return [];
    if (lines.length > 1 && wanted.length === lines.length) return lines.map((line, at) => [line, wanted[at] ?? ''] as const);
    const last = lines.at(-1) ?? first;
    first.range.setEnd(last.range.endContainer, last.range.endOffset);
    first.text = standing(first.range);
    this.#lines = [first];
    return [[first, text]];
  }
}

/** Draws another text in place of the one of a range: its first piece gets all of it, the elements around the others stay. */
function show(range: Range, text: string): void {
  const [first, ...others] = piecesOf(range);
  if (first === undefined) return;
  for (const { node, start, end } of others) node.deleteData(start, end - start);
  first.node.replaceData(first.start, first.end - first.start, text);
  range.setStart(first.node, first.start);
  range.setEnd(first.node, first.start + text.length);
}
