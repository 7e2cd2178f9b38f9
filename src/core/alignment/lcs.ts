/** A link: token `i` of the target stands for token `j` of the source. */
export type Link = readonly [i: number, j: number];

/**
 * Aligns words by common n-grams (Wang & Callison-Burch 2011 §3.3: the longest common substring, extended to
 * several): the longest stretch that both sides share is linked, then the longest of what is left, down to single
 * words. Every token is linked at most once. Ties go to the stretch that comes first in `a`, then in `b`.
 *
 * @returns links in the order of `a`; O(n·m) time for each stretch
 */
export function commonStretches(a: readonly string[], b: readonly string[]): Link[] {
  const links: Link[] = [];
  const free = { a: a.map(() => true), b: b.map(() => true) };
  for (let best = longestStretch(a, b, free); best.length > 0; best = longestStretch(a, b, free)) {
    for (let offset = 0; offset < best.length; offset++) {
      links.push([best.i + offset, best.j + offset]);
      free.a[best.i + offset] = false;
      free.b[best.j + offset] = false;
    }
  }
  return links.sort(([i], [k]) => i - k);
}

interface Stretch {
  readonly i: number;
  readonly j: number;
  readonly length: number;
}

function longestStretch(
  a: readonly string[],
  b: readonly string[],
  free: { readonly a: readonly boolean[]; readonly b: readonly boolean[] },
): Stretch {
  let best: Stretch = { i: 0, j: 0, length: 0 };
  // following[j]: length of the common stretch that starts at i + 1 and j; i and j run downwards, so that a later equal
  // one comes first in the text
  let following = new Array<number>(b.length + 1).fill(0);
  for (let i = a.length - 1; i >= 0; i--) {
    const lengths = new Array<number>(b.length + 1).fill(0);
    for (let j = b.length - 1; j >= 0; j--) {
      if (a[i] !== b[j] || !free.a[i] || !free.b[j]) continue;
      const length = (following[j + 1] ?? 0) + 1;
      lengths[j] = length;
      if (length >= best.length) best = { i, j, length };
    }
    following = lengths;
  }
  return best;
}
