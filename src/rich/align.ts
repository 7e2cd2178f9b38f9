import { diffArrays } from 'diff';
import { foldWord, type Span } from '../core/text/words.ts';
import { linesOf } from './lines.ts';

/** The most differences that are looked for: beyond it two texts count as having nothing in common. */
const MOST_LINES = 1000;
const MOST_WORDS = 4000;
/** The share of the longer line's words from which on two lines are taken for one that was changed. */
const ALIKE = 0.4;

/** A stretch of a text that stands in another one as well, by the offsets in both. */
export interface Anchor {
  readonly was: number;
  readonly is: number;
  readonly length: number;
}

export interface LineAlignment {
  /** The stretches that both texts have in common, in order. */
  readonly anchors: readonly Anchor[];
  /** For each line of the new text, blank ones too, the number of the line of the old text that it was; undefined for a new one. */
  readonly origins: ReadonlyMap<number, number>;
}

/** A line with words, and these. */
interface Line extends Span {
  readonly index: number;
  readonly words: ReadonlySet<string>;
}

/** Says what a text has in common with what it was: lines that are alike lead to each other, within them words and signs do. */
export function align(was: string, is: string): LineAlignment {
  const [left, right] = [writtenLines(was), writtenLines(is)];
  const anchors: Anchor[] = [];
  const origins = new Map<number, number>();
  let [i, j] = [0, 0];
  // A line may have been parted in two: whatever follows on a pair up to the next one belongs to it.
  for (const [a, b] of [...pairs(left, right, alike, MOST_LINES), [left.length, right.length] as const]) {
    const [before, after] = [left.slice(i, a), right.slice(j, b)];
    const own = commonWords(before, after);
    anchors.push(...own);
    for (const [line, origin] of originsOf(before, after, own)) origins.set(line, origin);
    [i, j] = [a, b];
  }
  return { anchors, origins };
}

function writtenLines(text: string): Line[] {
  return linesOf(text)
    .map((line, index) => ({ ...line, index, words: new Set(tokens(line).map((token) => foldWord(token.text))) }))
    .filter(({ words }) => words.size > 0);
}

function tokens({ text, start }: Span): Span[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}'’]+|\S/gu)].map((match) => {
    const at = start + match.index;
    return { text: match[0], start: at, end: at + match[0].length };
  });
}

function alike(a: Line, b: Line): boolean {
  if (a.text === b.text) return true;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  return shared >= ALIKE * Math.max(a.words.size, b.words.size);
}

type Pair = readonly [number, number];

/** Finds the places of what two lists have in common, pair by pair (longest common subsequence); none where they differ in too much. */
function pairs<T>(left: readonly T[], right: readonly T[], comparator: (a: T, b: T) => boolean, most: number): Pair[] {
  const changes = diffArrays([...left], [...right], { comparator, maxEditLength: most }) ?? [];
  const result: Pair[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) result.push([i + at, j + at]);
    if (!added) i += count;
    if (!removed) j += count;
  }
  return result;
}

function commonWords(before: readonly Line[], after: readonly Line[]): Anchor[] {
  const [left, right] = [before.flatMap(tokens), after.flatMap(tokens)];
  return pairs(left, right, (a, b) => a.text === b.text, MOST_WORDS).map(([a, b]) => {
    const { start = 0, text = '' } = left[a] ?? {};
    return { was: start, is: right[b]?.start ?? 0, length: text.length };
  });
}

/** Finds the line that each one was: by the words that it kept, else by its place, where nothing is left of the line that stood there. */
function originsOf(before: readonly Line[], after: readonly Line[], anchors: readonly Anchor[]): Map<number, number> {
  const kept = after.map((line) => mostOf(before, anchors.filter(({ is }) => is >= line.start && is < line.end)));
  const found = new Set(kept);
  const origins = new Map<number, number>();
  after.forEach((line, at) => {
    const there = before[at];
    const origin = kept[at] ?? (found.has(there) ? undefined : there);
    if (origin !== undefined) origins.set(line.index, origin.index);
  });
  return origins;
}

/** Finds the line that most of what was kept comes from; undefined where nothing was. */
function mostOf(lines: readonly Line[], kept: readonly Anchor[]): Line | undefined {
  if (kept.length === 0) return undefined;
  const share = (line: Line): number => kept.reduce((sum, { was, length }) => sum + (was >= line.start && was < line.end ? length : 0), 0);
  const shares = lines.map(share);
  return lines[shares.indexOf(Math.max(...shares))];
}
