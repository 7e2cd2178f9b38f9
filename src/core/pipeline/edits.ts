import { alignedPhrases, type Extent, type PhrasePair } from '../alignment/phrases.ts';
import { isStopWord } from '../alignment/tokens.ts';
import { stem } from '../quality/reading/stem.ts';
import { foldWord, wordTokens } from '../text/words.ts';

/** A part of a source, UTF-16 offsets, and the text that stands in its place. Either may be empty. */
export interface Edit extends Extent {
  readonly text: string;
}

/** A stretch of a source and the stretch of a rewrite in its place. */
type Pair = Pick<PhrasePair, 'source' | 'rewrite'>;

/** The least length, in words, of a shared phrase of stop words alone. A shorter one does not separate two edits. */
const FEW = 3;

/**
 * Finds the edits that turn a source into its rewrite, from left to right. An edit is what differs between two phrases that source and
 * rewrite share. The shared phrases stand in the same order in both. A phrase that has moved is part of one edit with everything that it
 * moved past.
 */
export function editsBetween(source: string, rewrite: string): Edit[] {
  const shared = inOrder(alignedPhrases(rewrite, source).filter((pair) => isShared(pair, source, rewrite)));
  const end = { source: emptyAt(source.length), rewrite: emptyAt(rewrite.length) };
  const gaps = withoutMoves(gapsBetween(shared, end), source, rewrite);
  return gaps.map(({ source: { start, end }, rewrite: other }) => ({ start, end, text: rewrite.slice(other.start, other.end) }))
    .filter(({ start, end, text }) => source.slice(start, end) !== text);
}

const emptyAt = (place: number): Extent => ({ start: place, end: place });

/** Applies edits that don't overlap to a source. */
export const withEdits = (source: string, edits: readonly Edit[]): string =>
  edits.toSorted((a, b) => b.start - a.start).reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);

/** Tells whether two edits overlap or touch, so that nothing shared stands between them. */
export const meet = (a: Extent, b: Extent): boolean => a.start <= b.end && b.start <= a.end;

/** Tells whether an aligned pair is shared: its phrases are identical, and have a content word or `FEW` words, or end both texts. */
function isShared({ source: at, rewrite: other, confidence }: PhrasePair, source: string, rewrite: string): boolean {
  const text = source.slice(at.start, at.end);
  if (confidence < 1 || text !== rewrite.slice(other.start, other.end)) return false;
  const words = wordTokens(text);
  const ends = at.end === source.length && other.end === rewrite.length;
  return ends || words.length >= FEW || words.some((word) => !isStopWord(foldWord(word.text)));
}

/** Returns the pairs that stand in the same order on both sides and have the greatest total length. */
function inOrder(pairs: readonly PhrasePair[]): PhrasePair[] {
  const best: { readonly sum: number; readonly chain: readonly PhrasePair[] }[] = [];
  for (const pair of pairs) {
    const before = best.filter(({ chain }) => (chain.at(-1) as PhrasePair).source.end <= pair.source.start);
    const { sum, chain } = before.reduce((a, b) => (b.sum > a.sum ? b : a), { sum: 0, chain: [] as readonly PhrasePair[] });
    best.push({ sum: sum + pair.source.end - pair.source.start, chain: [...chain, pair] });
  }
  return [...best.reduce((a, b) => (b.sum > a.sum ? b : a), { sum: 0, chain: [] as readonly PhrasePair[] }).chain];
}

/** Gives what stands before, between and after the shared pairs. @param end the empty pair at the end of both texts */
function gapsBetween(shared: readonly Pair[], end: Pair): Pair[] {
  return [...shared, end].map((next, i) => {
    const before = shared[i - 1];
    return {
      source: { start: before?.source.end ?? 0, end: next.source.start },
      rewrite: { start: before?.rewrite.end ?? 0, end: next.rewrite.start },
    };
  });
}

/** Joins two gaps, and everything between them, if a content word has moved: the source has it in one gap, the rewrite in the other. */
function withoutMoves(gaps: readonly Pair[], source: string, rewrite: string): readonly Pair[] {
  const lost = gaps.map((gap) => contentOf(source.slice(gap.source.start, gap.source.end)));
  const gained = gaps.map((gap) => contentOf(rewrite.slice(gap.rewrite.start, gap.rewrite.end)));
  for (const [from, words] of lost.entries()) {
    const to = gained.findIndex((others, at) => at !== from && words.some((word) => others.includes(word)));
    if (to < 0) continue;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const joined = joinedPair(gaps[first] as Pair, gaps[last] as Pair);
    return withoutMoves([...gaps.slice(0, first), joined, ...gaps.slice(last + 1)], source, rewrite);
  }
  return gaps;
}

const joinedPair = (first: Pair, last: Pair): Pair => ({
  source: { start: first.source.start, end: last.source.end }, rewrite: { start: first.rewrite.start, end: last.rewrite.end },
});

/** Gives the stems of the content words of a text. */
const contentOf = (text: string): string[] =>
  wordTokens(text).map((word) => foldWord(word.text)).filter((word) => !isStopWord(word)).map(stem);
