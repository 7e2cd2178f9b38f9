import { editDistance } from './edit-distance.ts';

/**
 * Fills a choice up to `n` when the clusters gave fewer winners (short sentences, few candidates): again and again the candidate that lies
 * furthest, in words, from the source and from everything chosen, the better score in a tie. ParaBank 2 §3.3 repeats
 * the worst rewrite instead; a repeated rewrite would be no rewrite.
 * @param chosen indices into `words`, kept in front
 * @returns indices, at most n
 */
export function fillUp(
  chosen: readonly number[],
  words: readonly (readonly string[])[],
  source: readonly string[],
  scores: readonly number[],
  n: number,
): number[] {
  const out = [...chosen];
  const nearest = words.map((candidate) =>
    Math.min(editDistance(candidate, source), ...out.map((index) => editDistance(candidate, words[index] ?? []))),
  );
  while (out.length < n) {
    let best = -1;
    words.forEach((_, index) => {
      if (out.includes(index)) return;
      const gain = (nearest[index] ?? 0) - (nearest[best] ?? -1);
      if (best < 0 || gain > 0 || (gain === 0 && (scores[index] ?? 0) < (scores[best] ?? 0))) best = index;
    });
    if (best < 0) break;
    out.push(best);
    words.forEach((candidate, index) => {
      nearest[index] = Math.min(nearest[index] ?? 0, editDistance(candidate, words[best] ?? []));
    });
  }
  return out;
}
