/** Counts the items that two lists share, as multisets. */
export function sharedCount(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const item of a) counts.set(item, (counts.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of b) {
    const left = counts.get(item) ?? 0;
    if (left === 0) continue;
    counts.set(item, left - 1);
    shared += 1;
  }
  return shared;
}
