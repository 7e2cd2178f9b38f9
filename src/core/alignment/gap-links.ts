import type { Link } from './lcs.ts';

/** Most words of either side that a gap may have. */
const MOST_WORDS = 6;

/** A word without digits and marks, but hyphens and apostrophes. */
const isPlainWord = (word: string | undefined): boolean => word !== undefined && /^[\p{L}\p{M}'-]+$/u.test(word);

/**
 * Links words by their place alone: the words without a link that follow the same link on both sides, or begin both sides, up to the next
 * linked token, which there is on either side. The words of the longer stretch are divided among those of the shorter one, in their order,
 * so that each word has at most one link. Only words that `isKnown` holds for count; a stretch of more than six of them has no links.
 *
 * @param links between the sides so far
 * @returns links of tokens that have none in `links`, in the order of the target
 */
export function gapLinks(
  links: readonly Link[], a: readonly string[], b: readonly string[], isKnown: (word: string) => boolean,
): Link[] {
  const taken = { a: new Set(links.map(([i]) => i)), b: new Set(links.map(([, j]) => j)) };
  const gapOf = (side: readonly string[], linked: ReadonlySet<number>, from: number): number[] => {
    const places: number[] = [];
    let at = from;
    for (; at < side.length && !linked.has(at); at += 1) if (isPlainWord(side[at]) && isKnown(side[at] ?? '')) places.push(at);
    return at < side.length ? places : [];
  };
  return [[-1, -1] as const, ...links].toSorted(([i, j], [k, l]) => i - k || j - l).flatMap(([before, other]): Link[] => {
    const [left, right] = [gapOf(a, taken.a, before + 1), gapOf(b, taken.b, other + 1)];
    if (Math.max(left.length, right.length) > MOST_WORDS) return [];
    const links = divided(left, right);
    for (const [i, j] of links) {
      taken.a.add(i);
      taken.b.add(j);
    }
    return links;
  });
}

/** Pairs each place of the shorter list with the one of the longer that lies as far into it. */
function divided(left: readonly number[], right: readonly number[]): Link[] {
  const count = Math.min(left.length, right.length);
  const pick = (places: readonly number[], at: number): number => places[Math.floor((at * places.length) / count)] ?? 0;
  return Array.from({ length: count }, (_, at): Link => [pick(left, at), pick(right, at)]);
}

/** Tells whether a link stands alone between two others: the tokens before its two are linked, and those behind them. */
export function isLone([i, j]: Link, links: readonly Link[]): boolean {
  const has = (k: number, l: number): boolean => links.some(([x, y]) => x === k && y === l);
  return has(i - 1, j - 1) && has(i + 1, j + 1);
}
