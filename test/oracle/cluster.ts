/** ParaBank 2's clustering written out step by step on a table of distances, without any shortcut; see `src/core/choice/cluster.ts`. */
export interface PlainClustering {
  readonly assignment: number[];
  readonly centroids: (number | null)[];
  readonly winners: number[];
  /** The number of times that step 2 ran. */
  readonly rounds: number;
}

/** Gives the Levenshtein distance by its recursive definition, remembered. */
export function recursiveDistance(a: readonly unknown[], b: readonly unknown[]): number {
  const known = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    if (i === 0) return j;
    if (j === 0) return i;
    const key = `${i},${j}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = Math.min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
    known.set(key, value);
    return value;
  };
  return distance(a.length, b.length);
}

type Tokens = readonly unknown[];

export function clusterPlainly(
  reference: Tokens,
  candidates: readonly Tokens[],
  scores: readonly number[],
  clusters: number,
): PlainClustering {
  const at = (index: number | null): Tokens => (index === null ? reference : (candidates[index] as Tokens));
  const everyone = candidates.map((_, index) => index);
  // 1. first centroids
  const centroids: (number | null)[] = [null];
  while (centroids.length < clusters && centroids.length - 1 < candidates.length) {
    const free = everyone.filter((index) => !centroids.includes(index));
    const nearest = free.map((index) => Math.min(...centroids.map((centroid) => recursiveDistance(at(index), at(centroid)))));
    centroids.push(free[nearest.indexOf(Math.max(...nearest))] as number);
  }
  for (let rounds = 1; ; rounds++) {
    // 2. assignment
    const assignment = everyone.map((index) => {
      const apart = centroids.map((centroid) => recursiveDistance(at(index), at(centroid)));
      return apart.indexOf(Math.min(...apart));
    });
    // 3. medoids
    const before = centroids.slice();
    for (let cluster = 1; cluster < centroids.length; cluster++) {
      const members = everyone.filter((index) => assignment[index] === cluster);
      if (members.length === 0) continue;
      const sums = members.map((index) => members.reduce((sum, other) => sum + recursiveDistance(at(index), at(other)), 0));
      const least = Math.min(...sums);
      const best = members.filter((_, place) => sums[place] === least);
      if (!best.includes(centroids[cluster] as number)) centroids[cluster] = best[0] as number;
    }
    if (centroids.every((centroid, cluster) => centroid === before[cluster])) {
      const winners: number[] = [];
      for (let cluster = 1; cluster < centroids.length; cluster++) {
        const members = everyone.filter((index) => assignment[index] === cluster);
        const lowest = Math.min(...members.map((index) => scores[index] as number));
        const winner = members.find((index) => scores[index] === lowest);
        if (winner !== undefined) winners.push(winner);
      }
      winners.sort((x, y) => (scores[x] as number) - (scores[y] as number) || x - y);
      return { assignment, centroids, winners, rounds };
    }
  }
}
