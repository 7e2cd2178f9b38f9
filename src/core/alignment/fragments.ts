import { chunksOf } from './chunks.ts';
import {
  type AlignedPair, covering, type Fragment, isConsistent, isWord, isWorth, MOST_WORDS, type TokenRange, wordCount,
} from './fragment.ts';
import { phrasePairs } from './phrase-pairs.ts';

/**
 * Extracts n-grams (Wang & Callison-Burch 2011 §3.3): each longest run of target tokens with a score above 0 is a target
 * fragment; its source fragment is the smallest stretch that covers the tokens it is linked to.
 */
export function ngramFragments(pair: AlignedPair): Fragment[] {
  return runsAbove(pair.scores).flatMap((a): Fragment[] => {
    const linked = pair.links.filter(([i]) => i >= a.from && i < a.to).map(([, j]) => j);
    if (linked.length === 0) return [];
    const fragment = { a, b: { from: Math.min(...linked), to: Math.max(...linked) + 1 } };
    return isWorth(pair, fragment) ? [fragment] : [];
  });
}

/**
 * Extracts phrases, our own way: n-gram fragments of at most `MOST_WORDS` words that begin and end with linked words. Where the run is
 * longer, or its source stretch is linked to other words too, it gives the smallest phrase pairs in it instead (`phrasePairs`).
 */
export function phraseFragments(pair: AlignedPair): Fragment[] {
  return runsAbove(pair.scores).flatMap((run) => {
    const whole = covering(pair, trimmed(pair, run));
    if (whole === undefined) return [];
    const fits = wordCount(pair.a, whole.a) <= MOST_WORDS && wordCount(pair.b, whole.b) <= MOST_WORDS;
    if (!fits || !isConsistent(pair, whole)) return phrasePairs(pair, whole.a);
    return isWorth(pair, whole) ? [whole] : [];
  });
}

/**
 * Extracts chunks: a chunk of the target whose tokens all score above 0 is paired with the stretch of source chunks
 * that its tokens are linked to.
 */
export function chunkFragments(pair: AlignedPair): Fragment[] {
  const sourceChunks = chunksOf(pair.b);
  return chunksOf(pair.a).flatMap((chunk): Fragment[] => {
    if (pair.scores.slice(chunk.from, chunk.to).some((score) => score <= 0)) return [];
    const linked = pair.links.filter(([i]) => i >= chunk.from && i < chunk.to).map(([, j]) => j);
    const touched = sourceChunks.filter(({ from, to }) => linked.some((j) => j >= from && j < to));
    const [first, last] = [touched[0], touched.at(-1)];
    const fragment = first && last && { a: chunk, b: { from: first.from, to: last.to } };
    return fragment && isWorth(pair, fragment) ? [fragment] : [];
  });
}

/** The longest runs of tokens with a score above 0. */
function runsAbove(scores: readonly number[]): TokenRange[] {
  const runs: { from: number; to: number }[] = [];
  for (const [i, score] of scores.entries()) {
    const last = runs.at(-1);
    if (score <= 0) continue;
    if (last?.to === i) last.to = i + 1;
    else runs.push({ from: i, to: i + 1 });
  }
  return runs;
}

/** The range from its first linked word to its last; empty where it has none. */
function trimmed({ a, links }: AlignedPair, { from, to }: TokenRange): TokenRange {
  const linked = links.map(([i]) => i).filter((i) => i >= from && i < to && isWord(a[i]));
  return linked.length === 0 ? { from, to: from } : { from: Math.min(...linked), to: Math.max(...linked) + 1 };
}
