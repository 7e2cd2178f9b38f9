/** A seeded stream of numbers in [0, 1); `Random` of the decoding folder is one. */
export interface UniformSource {
  uniform(): number;
}

/** A stream that gives independent streams by number, so that set i does not depend on how many sets there are. */
export interface ForkingSource extends UniformSource {
  fork(...labels: readonly number[]): UniformSource;
}

/** Picks one of the items, uniformly; undefined for an empty list (no number is drawn). */
export function pick<T>(items: readonly T[], random: UniformSource): T | undefined {
  return items.length === 0 ? undefined : items[Math.floor(random.uniform() * items.length)];
}

/** Picks `count` different items, uniformly, in the order of `items`; all of them when there are fewer. */
export function pickSome<T>(items: readonly T[], count: number, random: UniformSource): T[] {
  const left = items.map((_, index) => index);
  const chosen = new Set<number>();
  while (chosen.size < count && left.length > 0) {
    const [index] = left.splice(Math.floor(random.uniform() * left.length), 1);
    if (index !== undefined) chosen.add(index);
  }
  return items.filter((_, index) => chosen.has(index));
}
