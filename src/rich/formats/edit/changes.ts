import type { Anchor } from '../../align.ts';
import type { RichText } from '../../rich.ts';
import type { TextRange } from '../../sections.ts';

/** A stretch of a text and what stands in its place; either may be empty. */
export interface Change {
  readonly was: TextRange;
  readonly is: TextRange;
}

/** Another text for a stretch of a file. */
export interface SourceEdit extends TextRange {
  readonly text: string;
}

/** Two lines, the old and the new, in their texts. */
export interface LinePair extends Change {
  readonly old: string;
  readonly now: string;
}

/** Pairs the cells where a line is a row of a table, else gives the line itself; undefined where the rows have other numbers of cells. */
export function cellsOf({ was, is, old, now }: LinePair): LinePair[] | undefined {
  const [before, after] = [parted(was, old), parted(is, now)];
  if (before.length !== after.length) return undefined;
  return before.map((cell, at) => ({ was: cell, is: after[at] ?? is, old, now }));
}

function parted({ start, end }: TextRange, text: string): TextRange[] {
  let at = start;
  return text.slice(start, end).split('\t').map((cell) => {
    const range = { start: at, end: at + cell.length };
    at = range.end + 1;
    return range;
  });
}

/** Says what differs between two lines whose common words are known, without the white space that both begin or end with. */
export function changesOf({ was, is, old, now }: LinePair, anchors: readonly Anchor[]): Change[] {
  const own = anchors.filter((anchor) => within(anchor.was, anchor.length, was) && within(anchor.is, anchor.length, is));
  const changes: Change[] = [];
  let [before, after] = [was.start, is.start];
  for (const anchor of [...own, { was: was.end, is: is.end, length: 0 }]) {
    const change = trimmed({ start: before, end: anchor.was }, { start: after, end: anchor.is }, old, now);
    if (change !== undefined) changes.push(change);
    [before, after] = [anchor.was + anchor.length, anchor.is + anchor.length];
  }
  return changes;
}

const within = (at: number, length: number, { start, end }: TextRange): boolean => at >= start && at + length <= end;

function trimmed(was: TextRange, is: TextRange, old: string, now: string): Change | undefined {
  const [left, right] = [old.slice(was.start, was.end), now.slice(is.start, is.end)];
  if (left === right) return undefined;
  const head = shared(/^\s*/u, left, right);
  const [leftRest, rightRest] = [left.slice(head), right.slice(head)];
  const tail = shared(/\s*$/u, leftRest, rightRest);
  return {
    was: { start: was.start + head, end: was.end - tail },
    is: { start: is.start + head, end: is.end - tail },
  };
}

/** Counts the white characters that both have there. */
function shared(white: RegExp, left: string, right: string): number {
  return Math.min(white.exec(left)?.[0].length ?? 0, white.exec(right)?.[0].length ?? 0);
}

/** Tells whether two texts say the same, line for line, whatever white space is between the words. */
export function saysTheSame(a: RichText, b: RichText): boolean {
  const words = ({ text }: RichText): string => text.replace(/[^\S\n]+/gu, ' ').replace(/\s*\n\s*/gu, '\n').trim();
  return words(a) === words(b);
}
