/** Alignment and scores by their definitions, one case at a time; see `src/core/alignment`. */
type Counts = { pairs: readonly (readonly [string, string, number])[]; words: readonly (readonly [string, number])[]; total: number };

/** Tries every pair of stretches of every length, longest first. */
export function plainStretches(a: readonly string[], b: readonly string[]): [number, number][] {
  const links: [number, number][] = [];
  for (let length = Math.min(a.length, b.length); length > 0; length--) {
    for (let i = 0; i + length <= a.length; i++) {
      for (let j = 0; j + length <= b.length; j++) {
        const places = Array.from({ length }, (_, offset) => [i + offset, j + offset] as [number, number]);
        if (places.every(([x, y]) => a[x] === b[y] && links.every(([u, w]) => u !== x && w !== y))) links.push(...places);
      }
    }
  }
  return links.sort(([x], [y]) => x - y);
}

export function plainAssociation(
  w1: string,
  source: readonly string[],
  { pairs, words, total }: Counts,
): { value: number; j: number | undefined } {
  const joint = (w2: string): number => pairs.filter(([x, y]) => x === w1 && y === w2).reduce((sum, [, , n]) => sum + n, 0);
  const single = (w2: string): number => words.filter(([x]) => x === w2).reduce((sum, [, n]) => sum + n, 0);
  const own = pairs.filter(([x]) => x === w1).reduce((sum, [, , n]) => sum + n, 0);
  const positive = source.map((w2) => (joint(w2) > 0 ? joint(w2) / single(w2) : 0));
  const best = Math.max(0, ...positive);
  if (best > 0) return { value: best, j: positive.indexOf(best) };
  if (own === 0 || source.length === 0) return { value: -1, j: undefined };
  return { value: Math.max(-1, ...source.map((w2) => -(own - joint(w2)) / (total - single(w2)))), j: undefined };
}

export const plainSmoothing = (values: readonly number[]): number[] => values.map((_, place) => {
  const near = [-2, -1, 0, 1, 2].map((step) => values[place + step]).filter((value) => value !== undefined);
  return near.reduce((sum, value) => sum + value, 0) / near.length;
});
