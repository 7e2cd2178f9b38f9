import { align, type Anchor } from './align.ts';
import { labelOf } from './label.ts';
import { guessed, linesOf } from './lines.ts';
import { tidied } from './marks.ts';
import type { Block, Mark, RichText } from './rich.ts';

/**
 * Carries the formatting of a text over to what the text has become. Marks go with the words that survive: from the first
 * of them to the last; a mark whose words are all gone is gone. A line stays what it was where words of it survive, or where
 * it took the place of a line of which nothing is left. A label makes a paragraph a list item, and an item without one is none.
 */
export function project(rich: RichText, text: string): RichText {
  if (rich.text === text) return rich;
  const { anchors, origins } = align(rich.text, text);
  const old = linesOf(rich.text);
  const blocks = linesOf(text).map((line, index) => {
    const origin = origins.get(index) ?? -1;
    return blockOf(line.text, old[origin]?.text, rich.blocks[origin]);
  });
  return { text, blocks, marks: tidied(rich.marks.flatMap((mark) => carried(mark, anchors, rich.text))) };
}

/** Tells what a line is. @param was the line it was, and what that one was; undefined for a new one */
function blockOf(line: string, was: string | undefined, block: Block | undefined): Block {
  if (block === undefined || block === 'li') return guessed(line);
  return block === 'p' && labelOf(was ?? '') === undefined ? guessed(line) : block;
}

/** Carries a mark over to the new text: [] when none of its words are left. */
function carried(mark: Mark, anchors: readonly Anchor[], text: string): Mark[] {
  const touched: Anchor[] = [];
  for (let at = firstBehind(anchors, mark.start); at < anchors.length; at += 1) {
    const anchor = anchors[at];
    if (anchor === undefined || anchor.was >= mark.end) break;
    touched.push(anchor);
  }
  const [first, last] = [touched[0], touched.at(-1)];
  const worded = (start: number, end: number): boolean => /[\p{L}\p{N}]/u.test(text.slice(start, end));
  const lives = touched.some(({ was, length }) => worded(Math.max(was, mark.start), Math.min(was + length, mark.end)));
  if (first === undefined || last === undefined || (!lives && worded(mark.start, mark.end))) return [];
  const start = first.is + Math.max(0, mark.start - first.was);
  return [{ ...mark, start, end: last.is + Math.min(last.length, mark.end - last.was) }];
}

/** Finds the first anchor that does not end before an offset of the old text. */
function firstBehind(anchors: readonly Anchor[], offset: number): number {
  let [low, high] = [0, anchors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = anchors[middle];
    if (anchor !== undefined && anchor.was + anchor.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
