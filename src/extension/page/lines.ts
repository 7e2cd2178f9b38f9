import { margins } from './place.ts';

/** A line as the page shows it: pieces of text in one block, without a break between them. */
export interface Line {
  readonly range: Range;
  text: string;
}

/** Makes white characters that the page draws as one space one space. */
export function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Says what stands in a range now, as a line has it. */
export function standing(range: Range): string {
  const around = elementOf(range.commonAncestorContainer);
  return around && keepsWhite(around) ? range.toString() : plain(range.toString());
}

/** A part of a text in the page. */
interface Piece {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
}

/** Returns the shown pieces of text in a range, in their order. */
export function piecesOf(range: Range): Piece[] {
  return nodesOf(range).filter((node) => node instanceof Text).map((node) => extent(node, range));
}

/** Returns the lines of a range that hold words, in their order. */
export function linesOf(range: Range): Line[] {
  const groups: Text[][] = [];
  let block: Element | null | undefined;
  for (const node of nodesOf(range)) {
    if (!(node instanceof Text)) {
      // Nothing before it goes on behind it.
      block = undefined;
      continue;
    }
    const own = blockOf(node);
    if (own === block) groups.at(-1)?.push(node);
    else groups.push([node]);
    block = own;
  }
  const ranges = groups.map((group) => rangeOf(group, range)).filter((one) => one !== undefined);
  return ranges.map((one) => ({ range: one, text: standing(one) }));
}

/** Gives the shown pieces of text in a range that hold words, and the line breaks between them. */
function nodesOf(range: Range): Node[] {
  const root = elementOf(range.commonAncestorContainer);
  if (root === null) return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes: Node[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!range.intersectsNode(node)) continue;
    if (node instanceof HTMLBRElement || (node instanceof Text && isShown(node))) nodes.push(node);
  }
  return nodes;
}

function isShown(node: Text): boolean {
  return node.data.trim() !== '' && node.parentElement?.checkVisibility() === true;
}

/** Makes a range around pieces of text as far as they lie in `within`, without white space at its ends; undefined when nothing is left. */
function rangeOf(group: readonly Text[], within: Range): Range | undefined {
  const pieces = group.map((node) => clipped(node, within)).filter(({ start, end }) => start < end);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.start);
  range.setEnd(last.node, last.end);
  return range;
}

function clipped(node: Text, within: Range): Piece {
  const { start: from, end: to } = extent(node, within);
  const { start, end } = margins(node.data.slice(from, to));
  return { node, start: from + start, end: to - end };
}

/** Gives as much of a text as lies in a range. */
function extent(node: Text, within: Range): Piece {
  return {
    node,
    start: node === within.startContainer ? within.startOffset : 0,
    end: node === within.endContainer ? within.endOffset : node.length,
  };
}

function blockOf(node: Text): Element | null {
  let element = node.parentElement;
  while (element && /^(?:inline|contents)/u.test(getComputedStyle(element).display)) element = element.parentElement;
  return element;
}

function keepsWhite(element: Element): boolean {
  return getComputedStyle(element).whiteSpace.startsWith('pre');
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
