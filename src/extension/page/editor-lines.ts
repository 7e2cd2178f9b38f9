/** A place between two characters of the page. */
export interface EditorPoint {
  readonly node: Text;
  readonly offset: number;
}

/** A line of an editor as it is seen: white space is one space, and nothing that has no width. */
export interface EditorLine {
  readonly text: string;
  /** The place of each character of `text`. */
  readonly points: readonly EditorPoint[];
  /** Tells whether it goes on in the piece of text that the line before ended in, behind a line feed. */
  readonly goesOn: boolean;
}

const widthless = /[\u200b\u2060\ufeff]/u;

/**
 * Returns the lines of an editor that hold words, in their order. What stands in it and can't be edited (widgets, placeholders) is in none.
 */
export function editorLines(editor: HTMLElement): EditorLine[] {
  const lines = new Lines();
  const walker = document.createTreeWalker(editor, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof HTMLElement && !node.isContentEditable ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  let block: Element | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof HTMLBRElement) lines.end();
    if (!(node instanceof Text) || node.parentElement?.checkVisibility() !== true) continue;
    const own = blockOf(node);
    if (own !== block) lines.end();
    block = own;
    lines.take(node, keepsLines(node.parentElement));
  }
  lines.end();
  return lines.all;
}

/** Returns the stretch between two characters of a line, both included. */
export function rangeOf({ points }: EditorLine, start: number, end: number): Range {
  const [first, last] = [points[start], points[end - 1]];
  const range = document.createRange();
  if (first === undefined || last === undefined) return range;
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

class Lines {
  readonly all: EditorLine[] = [];
  #text = '';
  #points: EditorPoint[] = [];
  #goesOn = false;

  take(node: Text, broken: boolean): void {
    for (let offset = 0; offset < node.length; offset += 1) {
      const sign = node.data.charAt(offset);
      if (broken && sign === '\n') this.#feed();
      else if (!widthless.test(sign)) this.#add(/\s/u.test(sign) ? ' ' : sign, { node, offset });
    }
  }

  end(): void {
    const length = this.#text.trimEnd().length;
    if (length > 0) this.all.push({ text: this.#text.slice(0, length), points: this.#points.slice(0, length), goesOn: this.#goesOn });
    [this.#text, this.#points, this.#goesOn] = ['', [], false];
  }

  #feed(): void {
    this.end();
    this.#goesOn = this.all.length > 0;
  }

  #add(sign: string, point: EditorPoint): void {
    if (sign === ' ' && (this.#text === '' || this.#text.endsWith(' '))) return;
    this.#text += sign;
    this.#points.push(point);
  }
}

function blockOf(node: Text): Element | null {
  let element = node.parentElement;
  while (element && /^(?:inline|contents)/u.test(getComputedStyle(element).display)) element = element.parentElement;
  return element;
}

function keepsLines(element: Element): boolean {
  return /^(?:pre|break-spaces)/u.test(getComputedStyle(element).whiteSpace);
}
