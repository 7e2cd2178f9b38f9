import { editorLines, rangeOf, type EditorLine } from './editor-lines.ts';
import type { Hunk } from './hunks.ts';
import { insertHtml, same, tellOfPaste, write } from './write.ts';

/** Several stretches of one line of an editor that are replaced in one step. */
export interface LineChange {
  readonly line: number;
  /** The stretches to replace, in the order of the line; two at least. */
  readonly hunks: readonly Hunk[];
}

/**
 * Replaces several stretches of a line and what stands between them, marks and all, so that one undo takes all of it back.
 * @param expected all lines, as they are to stand there
 * @param isNative by the browser's own command, for an editor without a model; by a paste otherwise
 * @returns false where the lines or the marks of a single character came out otherwise: the editor holds what it held then
 */
export async function writeAtOnce(
  editor: HTMLElement, { line, hunks }: LineChange, expected: readonly string[], isNative: boolean,
): Promise<boolean> {
  const own = editorLines(editor)[line];
  const [first, last] = [hunks[0], hunks.at(-1)];
  if (own === undefined || first === undefined || last === undefined) return false;
  const marks = changedMarks(editorMarks(editor), line, hunks);
  const reach = (): Range => {
    const found = editorLines(editor)[line];
    return found === undefined ? document.createRange() : rangeOf(found, first.start, last.end);
  };
  const text = expected[line]?.slice(first.start, first.start + lengthOf(hunks)) ?? '';
  const html = markedText(own, hunks);
  const way = isNative ? { tell: () => insertHtml(html) } : { tell: (range: Range) => tellOfPaste(range, { text, html }) };
  const isWritten = (lines: readonly string[]): boolean => same(lines, expected) && same(editorMarks(editor).flat(), marks.flat());
  return (await write(editor, reach, { ways: [way], isWritten })) !== undefined;
}

/** Counts the characters of the whole stretch, once its parts are replaced. */
function lengthOf(hunks: readonly Hunk[]): number {
  const [start, end] = [hunks[0]?.start ?? 0, hunks.at(-1)?.end ?? 0];
  return hunks.reduce((length, hunk) => length + hunk.text.length - (hunk.end - hunk.start), end - start);
}

/** Gives the elements of the stretch from the first to the last part as HTML, with the new words in them. */
function markedText(line: EditorLine, hunks: readonly Hunk[]): string {
  const [start, end] = [hunks[0]?.start ?? 0, hunks.at(-1)?.end ?? 0];
  const range = rangeOf(line, start, end);
  const nodes = [...new Set(line.points.slice(start, end).map(({ node }) => node))];
  const words = new Map(nodes.map((node) => [node, node.data]));
  for (const hunk of hunks.toReversed()) replaceIn(words, line, hunk);
  // Text before and behind the stretch in its first and last element is not part of it.
  const [head, tail] = [range.startOffset, range.endContainer.textContent?.length ?? 0].map(Number) as [number, number];
  const behind = tail - range.endOffset;
  const fragment = range.cloneContents();
  const copies = textsOf(fragment);
  const originals = textsWithin(range).filter((node) => node.length > 0);
  for (const [at, copy] of copies.filter((node) => node.length > 0).entries()) {
    const original = originals[at];
    const data = original === undefined ? undefined : words.get(original);
    if (original === undefined || data === undefined) continue;
    const from = original === range.startContainer ? head : 0;
    copy.data = data.slice(from, original === range.endContainer ? data.length - behind : undefined);
  }
  const holder = document.createElement('p');
  holder.append(fragment);
  return holder.innerHTML;
}

/** Puts a part's words into the first element that it stands in, and takes its old ones out of all. */
function replaceIn(words: Map<Text, string>, { points }: EditorLine, { start, end, text }: Hunk): void {
  const own = points.slice(start, end);
  for (const [at, node] of [...new Set(own.map((point) => point.node))].entries()) {
    const offsets = own.filter((point) => point.node === node).map(({ offset }) => offset);
    const [from, to] = [Math.min(...offsets), Math.max(...offsets) + 1];
    const data = words.get(node) ?? '';
    words.set(node, data.slice(0, from) + (at === 0 ? text : '') + data.slice(to));
  }
}

function textsOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

function textsWithin(range: Range): Text[] {
  const root = range.commonAncestorContainer;
  return root instanceof Text ? [root] : textsOf(root).filter((node) => range.intersectsNode(node));
}

/** Describes how each character of each line looks: what is the same before and after has kept its marks. */
function editorMarks(editor: HTMLElement): string[][] {
  const known = new Map<Element, string>();
  const marksOf = (element: Element | null): string => {
    if (element === null) return '';
    const marks = known.get(element) ?? looksOf(element);
    known.set(element, marks);
    return marks;
  };
  return editorLines(editor).map(({ points }) => points.map(({ node }) => marksOf(node.parentElement)));
}

const looks = [
  'fontWeight', 'fontStyle', 'fontFamily', 'fontSize', 'color', 'backgroundColor', 'textDecorationLine', 'verticalAlign',
] as const;

function looksOf(element: Element): string {
  const style = getComputedStyle(element);
  return [...looks.map((name) => style[name]), element.closest('a')?.href].join('|');
}

/** Describes how the lines look once the parts are replaced: new words as the first character that they stand for. */
function changedMarks(marks: readonly (readonly string[])[], line: number, hunks: readonly Hunk[]): string[][] {
  return marks.map((own, at) => at !== line ? [...own] : hunks.reduceRight<string[]>((all, { start, end, text }) => [
    ...all.slice(0, start), ...Array.from({ length: text.length }, () => own[start] ?? ''), ...all.slice(end),
  ], [...own]));
}
