import { labelOf } from '../../label.ts';
import { setText } from './text-edits.ts';
import { wordElement, type TextPiece } from './xml-text.ts';

/** Puts paragraphs with these lines behind another one; they look like it, unless it is a heading. */
export function addBehind(paragraph: Element, lines: readonly string[]): void {
  let last = paragraph;
  for (const line of lines) {
    const added = wordElement(paragraph, 'p');
    const properties = propertiesOf(paragraph)?.cloneNode(true);
    if (properties instanceof Element && !isHeading(properties)) {
      properties.querySelectorAll('sectPr, numberingChange, pPrChange').forEach((one) => one.remove());
      added.append(properties);
    }
    const run = wordElement(paragraph, 'r');
    const words = wordElement(paragraph, 't');
    run.append(words);
    added.append(run);
    setText(words, line.slice(labelOf(line)?.length ?? 0).trim());
    last.after(added);
    last = added;
  }
}

/** The elements that are not to go with the words of a paragraph. */
const needed = 'sectPr, drawing, pict, object, bookmarkStart, footnoteReference, endnoteReference, oMath';

/** Takes a paragraph's words away, and the paragraph itself unless something depends on it: its cell, a section, a picture. */
export function removeParagraph(paragraph: Element, pieces: readonly TextPiece[]): void {
  const others = [...(paragraph.parentElement?.children ?? [])].filter(({ nodeName }) => nodeName === 'w:p' || nodeName === 'w:tbl');
  const holds = paragraph.querySelector(needed) !== null;
  if (others.length > 1 && others.at(-1) !== paragraph && !holds) paragraph.remove();
  else for (const { element } of pieces) setText(element, '');
}

export const isInTable = (paragraph: Element): boolean => paragraph.closest('tbl') !== null;

function propertiesOf(paragraph: Element): Element | undefined {
  return [...paragraph.children].find(({ nodeName }) => nodeName === 'w:pPr');
}

/** Tells whether a style has an outline, as headings and titles have; by the names that Word gives them in any language's files. */
function isHeading(properties: Element): boolean {
  const style = properties.querySelector('pStyle')?.getAttribute('w:val') ?? '';
  return properties.querySelector('outlineLvl') !== null || /^(?:heading|title|subtitle|[^\W\d]+\d$)/iu.test(style);
}
