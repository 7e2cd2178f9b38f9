import { commonStretches } from './lcs.ts';
import { isStopWord, sideOf, type AlignToken } from './tokens.ts';

/** Part of a text, UTF-16 offsets, `end` exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A phrase of a rewrite and the phrase of its source that it stands for. */
export interface PhrasePair {
  readonly rewrite: Extent;
  readonly source: Extent;
  /** The confidence: 1 for words that both sides share, less for words that only lie at the same place, 0 where nothing links them. */
  readonly confidence: number;
}

/**
 * The least confidence of a pair: of two phrases of one length, one word in four must be shared. With less, phrases at the same place of
 * two quite different clauses would be taken for each other.
 */
export const LEAST_CONFIDENCE = 0.25;

/** Tokens from `i` of the rewrite and from `j` of the source that are the same, `length` of them. */
interface Stretch {
  readonly i: number;
  readonly j: number;
  readonly length: number;
}

/** Tokens of one side, `end` exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Pairs phrases of a rewrite with phrases of its source, in the order of the rewrite. Stretches that both sides share are paired first
 * (common n-grams, Wang & Callison-Burch 2011 §3.3). Then the stretches between two such pairs are paired, if their order is kept or only
 * one stretch on the other side comes into question. Shared stop words count only where they keep the order, because `the` could stand for
 * any `the`. No token is in two pairs; a token without a partner of some confidence is in none.
 */
export function alignedPhrases(rewrite: string, source: string): PhrasePair[] {
  const [a, b] = [sideOf(rewrite).tokens, sideOf(source).tokens];
  const shared = anchors(a, b);
  const free = b.map(() => true);
  for (const { j, length } of shared) free.fill(false, j, j + length);
  const pairs: PhrasePair[] = [];
  const add = (left: Range, right: Range, confidence: number): void => {
    if (left.start >= left.end || right.start >= right.end || confidence < LEAST_CONFIDENCE) return;
    pairs.push({ rewrite: extentOf(a, left), source: extentOf(b, right), confidence });
  };
  const nothing: Stretch = { i: 0, j: 0, length: 0 };
  for (const [place, next] of [...shared, { i: a.length, j: b.length, length: 0 }].entries()) {
    const before = shared[place - 1] ?? nothing;
    const left = { start: before.i + before.length, end: next.i };
    const right = left.start < left.end ? gapBetween(free, before.j + before.length, next.j) : { start: 0, end: 0 };
    free.fill(false, right.start, right.end);
    add(left, right, gapConfidence(left, right, words(a, before) + words(a, next)));
    add({ start: next.i, end: next.i + next.length }, { start: next.j, end: next.j + next.length }, 1);
  }
  return pairs;
}

/** The share of words beside a gap that both sides have, less where one side says in a word what the other says in many. */
function gapConfidence(left: Range, right: Range, support: number): number {
  const [shorter, longer] = [left.end - left.start, right.end - right.start].toSorted((x, y) => x - y) as [number, number];
  return (((shorter + 1) / (longer + 1)) * support) / (support + longer);
}

/** Counts the words of a stretch. */
const words = (tokens: readonly AlignToken[], { i, length }: Stretch): number => tokens.slice(i, i + length).filter(isWord).length;

const isWord = ({ text }: AlignToken): boolean => /[\p{L}\p{N}]/u.test(text);

const extentOf = (tokens: readonly AlignToken[], { start, end }: Range): Extent => ({
  start: tokens[start]?.start ?? 0, end: tokens[end - 1]?.end ?? 0,
});

/** Finds the stretches that both sides share and that say something about their order, in the order of `a`. */
function anchors(a: readonly AlignToken[], b: readonly AlignToken[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [i, j] of commonStretches(a.map(({ key }) => key), b.map(({ key }) => key))) {
    const last = all.at(-1);
    if (last !== undefined && last.i + last.length === i && last.j + last.length === j)
      all[all.length - 1] = { ...last, length: last.length + 1 };
    else all.push({ i, j, length: 1 });
  }
  const solid = all.filter(({ i, length }) =>
    a.slice(i, i + length).some((token) => isWord(token) && !isStopWord(token.key)),
  );
  return all.filter((stretch) => {
    if (solid.includes(stretch)) return true;
    const before = solid.findLast(({ i }) => i < stretch.i);
    const after = solid.find(({ i }) => i > stretch.i);
    return (before === undefined || before.j < stretch.j) && (after === undefined || stretch.j < after.j);
  });
}

/** The source's free tokens that follow `from` and reach to `to`; else those at one of the two, where there are none at the other. */
function gapBetween(free: readonly boolean[], from: number, to: number): Range {
  let [end, start] = [from, to];
  while (free[end]) end += 1;
  while (free[start - 1]) start -= 1;
  if (from <= to && end >= to) return { start: from, end: to };
  if (start === to) return { start: from, end };
  return end === from ? { start, end: to } : { start: from, end: from };
}
