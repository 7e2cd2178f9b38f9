import type { SourceEdit } from '../edit/changes.ts';
import { wordElement, type TextPiece } from './xml-text.ts';

/** Characters that no XML may hold: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
// eslint-disable-next-line no-control-regex -- control characters are the subject here
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** Returns a text without the characters that XML forbids. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '');
}

/** Changes the text of a document. The new words look like the first ones whose place they take. */
export function applyEdits(pieces: readonly TextPiece[], edits: readonly SourceEdit[]): void {
  const texts = new Map(pieces.map((piece) => [piece, piece.text]));
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    const reached = pieces.filter((piece) => piece.at <= end && piece.at + piece.text.length >= start);
    const touched = reached.filter((piece) => piece.at < end || piece.at === start);
    const [first] = touched.filter((piece) => start === end || piece.at + piece.text.length > start);
    for (const piece of touched) {
      const own = texts.get(piece) ?? '';
      const [from, to] = [Math.max(0, start - piece.at), Math.min(piece.text.length, end - piece.at)];
      // The text behind was changed already, so offsets of the beginning still hold.
      if (from <= to) texts.set(piece, own.slice(0, from) + (piece === first ? text : '') + own.slice(to));
    }
  }
  for (const [piece, text] of texts) if (text !== piece.text) setText(piece.element, text);
}

/** Makes an element say a text; one that stands for a sign gives way to one with words. */
export function setText(element: Element, text: string): void {
  if (element.nodeName !== 'w:t') {
    const words = wordElement(element, 't');
    element.replaceWith(words);
    setText(words, text);
    return;
  }
  element.textContent = xmlText(text);
  element.setAttributeNS('http://www.w3.org/XML/1998/namespace', 'xml:space', 'preserve');
}
