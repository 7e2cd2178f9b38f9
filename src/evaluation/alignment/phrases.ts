import { commonStretches } from './lcs.ts';
import { isStopWord } from './stop-words.ts';
import { sideOf, type AlignToken } from './tokens.ts';

/** Part of a text, UTF-16 offsets, `end` exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A phrase of a rewrite and the phrase of its source that it stands for. */
export interface PhrasePair {
  readonly rewrite: Extent;
  readonly source: Extent;
}

/** Tokens from `i` of the rewrite and from `j` of the source that are the same, `length` of them. */
interface Stretch {
  readonly i: number;
  readonly j: number;
  readonly length: number;
}

/**
 * Phrases of a rewrite beside those of its source, in the order of the rewrite. Stretches both sides share are each
 * other's (common n-grams, Wang & Callison-Burch 2011 §3.3); what lies between two of them is the other's gap, where
 * the order is kept or where there is one gap only beside them. Shared stop words count only where they keep the order:
 * `the` stands for any `the` otherwise. No token is in two pairs; one without a partner is in none.
 */
export function alignedPhrases(rewrite: string, source: string): PhrasePair[] {
  const [a, b] = [sideOf(rewrite).tokens, sideOf(source).tokens];
  const shared = anchors(a, b);
  const free = b.map(() => true);
  for (const { j, length } of shared) free.fill(false, j, j + length);
  const pairs: PhrasePair[] = [];
  let at = 0;
  for (const [place, next] of [...shared, { i: a.length, j: b.length, length: 0 }].entries()) {
    const before = shared[place - 1] ?? { i: 0, j: 0, length: 0 };
    if (next.i > at) {
      const gap = gapBetween(free, before.j + before.length, next.j);
      pairs.push(...pairOf(a, at, next.i, b, gap));
      free.fill(false, ...gap);
    }
    pairs.push(...pairOf(a, next.i, next.i + next.length, b, [next.j, next.j + next.length]));
    at = next.i + next.length;
  }
  return pairs;
}

/** Stretches that both sides share and that say something about their order, in the order of `a`. */
function anchors(a: readonly AlignToken[], b: readonly AlignToken[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [i, j] of commonStretches(a.map(({ key }) => key), b.map(({ key }) => key))) {
    const last = all.at(-1);
    if (last !== undefined && last.i + last.length === i && last.j + last.length === j)
      all[all.length - 1] = { ...last, length: last.length + 1 };
    else all.push({ i, j, length: 1 });
  }
  const solid = all.filter(({ i, length }) =>
    a.slice(i, i + length).some(({ text, key }) => /[\p{L}\p{N}]/u.test(text) && !isStopWord(key)),
  );
  return all.filter((stretch) => {
    if (solid.includes(stretch)) return true;
    const before = solid.findLast(({ i }) => i < stretch.i);
    const after = solid.find(({ i }) => i > stretch.i);
    return (before === undefined || before.j < stretch.j) && (after === undefined || stretch.j < after.j);
  });
}

/** The source's free tokens that follow `from` and reach to `to`; else those at one of the two, where there are none at the other. */
function gapBetween(free: readonly boolean[], from: number, to: number): readonly [number, number] {
  let [end, start] = [from, to];
  while (free[end]) end += 1;
  while (free[start - 1]) start -= 1;
  if (from <= to && end >= to) return [from, to];
  return start === to ? [from, end] : end === from ? [start, to] : [from, from];
}

function pairOf(
  a: readonly AlignToken[],
  from: number,
  to: number,
  b: readonly AlignToken[],
  [start, end]: readonly [number, number],
): PhrasePair[] {
  const [first, last, left, right] = [a[from], a[to - 1], b[start], b[end - 1]];
  if (from >= to || start >= end || !first || !last || !left || !right) return [];
  return [{ rewrite: { start: first.start, end: last.end }, source: { start: left.start, end: right.end } }];
}
