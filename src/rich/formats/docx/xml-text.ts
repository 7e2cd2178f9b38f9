/** A piece of text in a paragraph: a text element, or an element that stands for a sign. `at`: its offset in all the text of the file. */
export interface TextPiece {
  readonly element: Element;
  readonly text: string;
  readonly at: number;
}

/** The pieces between two line breaks of a paragraph. */
export interface TextRow {
  readonly paragraph: Element;
  readonly pieces: readonly TextPiece[];
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** Elements that say nothing of a paragraph's words: properties, and what was deleted or moved away in review. */
const silent = new Set(['w:pPr', 'w:rPr', 'w:del', 'w:moveFrom', 'w:fldSimple', 'w:ruby', 'w:sdtPr', 'mc:Choice']);
const signs: Readonly<Record<string, string>> = { 'w:noBreakHyphen': '\u2011', 'w:softHyphen': '\u00ad', 'w:tab': '\t' };
/** Offsets between two pieces, so that the end of one is not the beginning of the next. */
const GAP = 1;

/** Returns a new element of Word's own kind. */
export function wordElement(near: Element, name: string): Element {
  return near.ownerDocument.createElementNS(W, `w:${name}`);
}

/** Reads the rows of text in parts of a document, in their order, as they are once all changes of a review are accepted. */
export class TextReader {
  readonly rows: TextRow[] = [];
  #at = 0;
  /** The pieces of paragraphs whose end was struck in review: they go on in the next one. */
  #joined: TextPiece[] = [];

  /** Takes in the paragraphs of an element; of a text box after those of the paragraph that it stands in. */
  read(element: Element): void {
    for (const child of element.children) {
      if (child.nodeName === 'w:p') this.#paragraph(child);
      else if (!silent.has(child.nodeName) && !isDeletedRow(child)) this.read(child);
    }
  }

  #paragraph(paragraph: Element): void {
    const boxes: Element[] = [];
    let pieces = this.#joined;
    this.#joined = [];
    const end = (): void => {
      if (pieces.some(({ text }) => text.trim() !== '')) this.rows.push({ paragraph, pieces });
      pieces = [];
    };
    const walk = (element: Element): void => {
      for (const child of element.children) {
        const { nodeName } = child;
        const text = nodeName === 'w:t' ? child.textContent : signs[nodeName];
        if (nodeName === 'w:txbxContent') boxes.push(child);
        else if (nodeName === 'w:br' || nodeName === 'w:cr') end();
        else if (text !== undefined && element.nodeName === 'w:r') {
          pieces.push({ element: child, text, at: this.#at });
          this.#at += text.length + GAP;
        } else if (!silent.has(nodeName)) walk(child);
      }
    };
    walk(paragraph);
    if (isJoined(paragraph)) this.#joined = pieces;
    else end();
    for (const box of boxes) this.read(box);
  }
}

/** Finds a child of a child: what `w:pPr`, `w:rPr` and the like hold. */
function inner(element: Element, ...names: readonly string[]): Element | undefined {
  return names.reduce<Element | undefined>((at, name) => at && [...at.children].find(({ nodeName }) => nodeName === name), element);
}

const isJoined = (paragraph: Element): boolean => inner(paragraph, 'w:pPr', 'w:rPr', 'w:del') !== undefined;

function isDeletedRow(element: Element): boolean {
  return element.nodeName === 'w:tr' && inner(element, 'w:trPr', 'w:del') !== undefined;
}
