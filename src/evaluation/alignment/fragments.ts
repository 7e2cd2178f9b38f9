import { shallowChunks } from './chunks.ts';
import type { Link } from './lcs.ts';

/** Stretches of the two sides that mean about the same; ends exclusive. */
export interface Fragment {
  readonly a: { readonly from: number; readonly to: number };
  readonly b: { readonly from: number; readonly to: number };
}

/** Below two words a fragment is a word pair, which the paper leaves out. */
const leastWords = 2;

/**
 * n-gram extraction (Wang & Callison-Burch 2011 §3.3): each longest run of target tokens with a score above 0 is a
 * target fragment; its source fragment is the smallest stretch that covers the tokens it is linked to.
 */
export function ngramFragments(a: readonly string[], b: readonly string[], links: readonly Link[], scores: readonly number[]): Fragment[] {
  const runs: { from: number; to: number }[] = [];
  for (const [i, score] of scores.entries()) {
    const last = runs.at(-1);
    if (score <= 0) continue;
    if (last?.to === i) last.to = i + 1;
    else runs.push({ from: i, to: i + 1 });
  }
  return runs.flatMap((run): Fragment[] => {
    const linked = links.filter(([i]) => i >= run.from && i < run.to).map(([, j]) => j);
    return linked.length === 0 ? [] : [{ a: run, b: { from: Math.min(...linked), to: Math.max(...linked) + 1 } }];
  }).filter((fragment) => isWorth(a, b, fragment));
}

/**
 * Chunk extraction: a chunk of the target whose tokens all score above 0 is paired with the stretch of source chunks
 * that its tokens are linked to. Boundaries come from the shallow chunker of this folder.
 */
export function chunkFragments(a: readonly string[], b: readonly string[], links: readonly Link[], scores: readonly number[]): Fragment[] {
  const sourceChunks = shallowChunks(b);
  return shallowChunks(a).flatMap((chunk): Fragment[] => {
    if (scores.slice(chunk.from, chunk.to).some((score) => score <= 0)) return [];
    const linked = links.filter(([i]) => i >= chunk.from && i < chunk.to).map(([, j]) => j);
    const touched = sourceChunks.filter(({ from, to }) => linked.some((j) => j >= from && j < to));
    const [first, last] = [touched[0], touched.at(-1)];
    return first && last ? [{ a: chunk, b: { from: first.from, to: last.to } }] : [];
  }).filter((fragment) => isWorth(a, b, fragment));
}

/** Neither one word, nor equal, nor one holding the other (casing aside). */
function isWorth(a: readonly string[], b: readonly string[], fragment: Fragment): boolean {
  const left = a.slice(fragment.a.from, fragment.a.to).map((word) => word.toLowerCase());
  const right = b.slice(fragment.b.from, fragment.b.to).map((word) => word.toLowerCase());
  const words = (side: readonly string[]): number => side.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
  if (words(left) < leastWords || words(right) < leastWords) return false;
  return !holds(left, right) && !holds(right, left);
}

const holds = (outer: readonly string[], inner: readonly string[]): boolean =>
  outer.some((_, at) => inner.every((token, offset) => outer[at + offset] === token));
