import { linesOf } from '../../lines.ts';
import type { RichText } from '../../rich.ts';
import type { TextRange } from '../../sections.ts';
import type { SourcePlace } from '../../writer.ts';
import type { Change } from './changes.ts';

/** A file as far as its text goes: what it says, where the words stand, and the blocks that it is made of, in the file's offsets. */
export interface BlockFile {
  readonly rich: RichText;
  readonly places: readonly SourcePlace[];
  readonly blocks: readonly TextRange[];
}

/** Lines of the new text that belong to one block of the file, or to none. */
export interface EditGroup {
  readonly block: TextRange | undefined;
  /** From the first line to the last one, in the new text. */
  readonly is: TextRange;
  /** The lines that the block had with what they became; undefined where it has more or fewer lines now. */
  readonly pairs: readonly Change[] | undefined;
}

interface Line extends TextRange {
  readonly index: number;
}

/**
 * Says which lines of the new text belong to which block of the file. A new line goes to the block that it stands in or, without a blank
 * line between, beside. `origins`: as in `Alignment`. Lines of which the file's place is not known are in no group.
 * @returns undefined where the blocks stand in another order, or where such a line changed
 */
export function groupsOf(file: BlockFile, target: RichText, origins: ReadonlyMap<number, number>): EditGroup[] | undefined {
  const old = writtenLines(file.rich);
  const blockOf = new Map(old.map((line) => [line.index, blockAt(file, line)]));
  const isUnplaced = ({ index }: Line): boolean => origins.has(index) && blockOf.get(origins.get(index) ?? -1) === undefined;
  const said = new Set(old.map((line) => file.rich.text.slice(line.start, line.end)));
  const unplaced = writtenLines(target).filter(isUnplaced);
  // Such a line is left alone: the file holds it still, in whatever form. One with other words can't be written.
  if (unplaced.some((line) => !said.has(target.text.slice(line.start, line.end)))) return undefined;
  const lines = writtenLines(target).filter((line) => !isUnplaced(line));
  const blocks = withNeighbours(lines, lines.map(({ index }) => blockOf.get(origins.get(index) ?? -1)));
  const groups: { block: TextRange | undefined; lines: Line[] }[] = [];
  lines.forEach((line, at) => {
    const block = blocks[at];
    const last = groups.at(-1);
    if (last !== undefined && last.block === block) last.lines.push(line);
    else groups.push({ block, lines: [line] });
  });
  const order = groups.flatMap(({ block }) => (block === undefined ? [] : [block.start]));
  if (order.some((start, at) => at > 0 && start <= (order[at - 1] ?? 0))) return undefined;
  return groups.map((group) => grouped(group.block, group.lines, old.filter(({ index }) => blockOf.get(index) === group.block), origins));
}

function grouped(block: TextRange | undefined, lines: readonly Line[], old: readonly Line[], origins: ReadonlyMap<number,
  number>): EditGroup {
  const [first, last] = [lines[0], lines.at(-1)];
  const is = { start: first?.start ?? 0, end: last?.end ?? 0 };
  const same = old.length === lines.length && lines.every(({ index }, at) => origins.get(index) === old[at]?.index);
  const paired = block !== undefined && same;
  return { block, is, pairs: paired ? lines.map((line, at) => ({ was: old[at] ?? line, is: line })) : undefined };
}

function blockAt({ places, blocks }: BlockFile, { start, end }: TextRange): TextRange | undefined {
  const place = places.find((own) => own.start >= start && own.start < end);
  return place && blocks.find((block) => place.at >= block.start && place.at < block.end);
}

function withNeighbours(lines: readonly Line[], known: readonly (TextRange | undefined)[]): (TextRange | undefined)[] {
  const blocks = [...known];
  const beside = (a: number, b: number): boolean => Math.abs((lines[a]?.index ?? 0) - (lines[b]?.index ?? 0)) === 1;
  for (const [at, block] of blocks.entries()) if (block === undefined && beside(at, at - 1)) blocks[at] = blocks[at - 1];
  for (let at = blocks.length - 2; at >= 0; at -= 1) if (blocks[at] === undefined && beside(at, at + 1)) blocks[at] = blocks[at + 1];
  return blocks.map((block, at) => block ?? enclosing(blocks, at));
}

/** Finds the block that goes on behind a new line that stands in it. */
function enclosing(blocks: readonly (TextRange | undefined)[], at: number): TextRange | undefined {
  const before = blocks.slice(0, at).findLast((block) => block !== undefined);
  return before !== undefined && blocks.slice(at).includes(before) ? before : undefined;
}

/** Gives the lines of a text that hold words. */
function writtenLines({ text }: RichText): Line[] {
  return linesOf(text).flatMap(({ text: line, start, end }, index) => (line.trim() === '' ? [] : [{ start, end, index }]));
}
