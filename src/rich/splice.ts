import { guessed, linesOf } from './lines.ts';
import { tidied } from './marks.ts';
import type { RichText } from './rich.ts';

/** Returns a stretch of a rich text, by UTF-16 offsets; its first and last line keep what they were. */
export function slice({ text, blocks, marks }: RichText, start: number, end: number): RichText {
  const lines = linesOf(text).map((line, index) => ({ ...line, block: blocks[index] ?? 'p' }));
  const clipped = marks.map((mark) => ({ ...mark, start: Math.max(mark.start, start) - start, end: Math.min(mark.end, end) - start }));
  return {
    text: text.slice(start, end),
    blocks: lines.filter((line) => line.end >= start && line.start <= end).map(({ block }) => block),
    marks: clipped.filter((mark) => mark.start < mark.end),
  };
}

/** Returns one text behind the other, without anything between them: the last line of the first and the first of the other become one. */
export function join(first: RichText, second: RichText): RichText {
  const shift = first.text.length;
  return {
    text: first.text + second.text,
    blocks: [...first.blocks.slice(0, -1), seam(first, second), ...second.blocks.slice(1)],
    marks: tidied([...first.marks, ...second.marks.map((mark) => ({ ...mark, start: mark.start + shift, end: mark.end + shift }))]),
  };
}

/**
 * Puts `piece` in the place of a stretch. What is more than words of a paragraph gets lines of its own.
 * @returns the whole, and the offset behind what was put in
 */
export function insert(whole: RichText, start: number, end: number, piece: RichText): { readonly whole: RichText; readonly after: number } {
  const [before, behind] = [slice(whole, 0, start), slice(whole, end, whole.text.length)];
  const [above, below] = [piece.blocks[0] ?? 'p', piece.blocks.at(-1) ?? 'p'];
  const head = above === 'p' || lastLine(before.text) === '' ? before : join(before, breaks(above === 'li' ? 1 : 2));
  const withPiece = join(head, piece);
  const tail = below === 'p' || firstLine(behind.text) === '' ? behind : join(breaks(below === 'li' ? 1 : 2), behind);
  return { whole: labelled(join(withPiece, tail)), after: withPiece.text.length };
}

/** Takes each list item that was parted from its label for a paragraph. */
function labelled(rich: RichText): RichText {
  const lines = linesOf(rich.text);
  return { ...rich, blocks: rich.blocks.map((block, at) => (block === 'li' ? guessed(lines[at]?.text ?? '') : block)) };
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1).trim();
const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').trim();

function breaks(count: number): RichText {
  return { text: '\n'.repeat(count), blocks: Array.from({ length: count + 1 }, () => 'p'), marks: [] };
}

/** Gives the kind of the line in which two texts meet: where both have words of it, the one that is more than a paragraph. */
function seam(first: RichText, second: RichText): RichText['blocks'][number] {
  const [left, right] = [first.blocks.at(-1) ?? 'p', second.blocks[0] ?? 'p'];
  if (lastLine(first.text) === '') return right;
  return firstLine(second.text) === '' || left !== 'p' ? left : right;
}
