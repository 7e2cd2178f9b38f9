import { plainWords } from '../text/words.ts';
import { OtherwiseError } from '../errors.ts';
import { editDistance, type Item } from '../text/edit-distance.ts';

export interface Clustering {
  /** The cluster of each candidate; 0 is the reference's. */
  readonly assignment: readonly number[];
  /** The medoid of each cluster as an index into the candidates; `null` for the reference, which is no candidate. */
  readonly centroids: readonly (number | null)[];
  /** The best-scoring candidate of every non-empty cluster but the reference's, best first. */
  readonly winners: readonly number[];
}

/** The distance between point i and point j, both numbered with the reference as 0 and candidate c as c + 1. */
type Distances = (i: number, j: number) => number;

/**
 * Clusters candidates by k-means over edit distance, with the reference as a frozen centroid (ParaBank 2 §2.3).
 *
 * 1. Centroid 0 is the reference. Each further first centroid is the candidate that lies furthest from its nearest centroid so far
 *   (farthest-first traversal), until there are `clusters` or every candidate is one. Clusters are numbered in this order.
 * 2. Every candidate joins its nearest centroid.
 * 3. Every other cluster's centroid becomes its medoid, the member with the least sum of distances to the members; one that is already a
 *   medoid stays. An empty cluster keeps its centroid. Back to 2 until no centroid moves: each move lowers the total distance, so this
 *   ends.
 *
 * Ties go to the lower candidate index, or the lower cluster number in 2; so a candidate as near to the reference as to anything else is
 * lost.
 *
 * @param reference text (compared in lower-cased words without punctuation) or a token list (compared as it is)
 * @param scores one for each candidate, lower is better
 * @param clusters counts the reference's own
 * @throws OtherwiseError `bad-request` when the scores do not match the candidates or `clusters` is not a positive whole number
 */
export function clusterCandidates(
  reference: string | readonly Item[], candidates: readonly (string | readonly Item[])[], scores: readonly number[], clusters = 8,
): Clustering {
  if (scores.length !== candidates.length) {
    throw new OtherwiseError(
      'bad-request',
      `There are ${candidates.length} candidates but ${scores.length} scores; give one score for each candidate.`,
    );
  }
  if (!Number.isInteger(clusters) || clusters < 1) {
    throw new OtherwiseError('bad-request', `clusters is ${clusters}; give a whole number of at least 1 (the reference's cluster counts).`);
  }
  const distances = distancesBetween([reference, ...candidates].map((text) => (typeof text === 'string' ? plainWords(text) : text)));
  const centroids = firstCentroids(distances, candidates.length, clusters);
  let assignment = assign(distances, candidates.length, centroids);
  while (moveToMedoids(distances, assignment, centroids)) assignment = assign(distances, candidates.length, centroids);
  return {
    assignment,
    centroids: centroids.map((point) => (point === 0 ? null : point - 1)),
    winners: winnersOf(assignment, scores),
  };
}

/** Gives all pairwise distances, computed once: a budget of 150 samples is some ten thousand short comparisons. */
function distancesBetween(points: readonly (readonly Item[])[]): Distances {
  const table = points.map((point, i) => points.slice(0, i).map((other) => editDistance(point, other)));
  return (i, j) => (i === j ? 0 : table[Math.max(i, j)]?.[Math.min(i, j)] ?? 0);
}

function firstCentroids(distances: Distances, candidates: number, clusters: number): number[] {
  const centroids = [0];
  const nearest = Array.from({ length: candidates + 1 }, (_, point) => distances(point, 0));
  const chosen = new Set(centroids);
  while (centroids.length < Math.min(clusters, candidates + 1)) {
    let furthest = -1;
    for (let point = 1; point <= candidates; point++) {
      if (!chosen.has(point) && (furthest < 0 || (nearest[point] ?? 0) > (nearest[furthest] ?? 0))) furthest = point;
    }
    centroids.push(furthest);
    chosen.add(furthest);
    for (let point = 1; point <= candidates; point++) nearest[point] = Math.min(nearest[point] ?? 0, distances(point, furthest));
  }
  return centroids;
}

function assign(distances: Distances, candidates: number, centroids: readonly number[]): number[] {
  return Array.from({ length: candidates }, (_, candidate) => {
    let home = 0;
    for (const [cluster, centroid] of centroids.entries()) {
      if (distances(candidate + 1, centroid) < distances(candidate + 1, centroids[home] ?? 0)) home = cluster;
    }
    return home;
  });
}

/** Moves each centroid but the reference to its cluster's medoid, in place, and tells whether any moved. */
function moveToMedoids(distances: Distances, assignment: readonly number[], centroids: number[]): boolean {
  let moved = false;
  for (let cluster = 1; cluster < centroids.length; cluster++) {
    const members = assignment.flatMap((home, candidate) => (home === cluster ? [candidate + 1] : []));
    if (members.length === 0) continue;
    const spread = (point: number): number => members.reduce((sum, member) => sum + distances(point, member), 0);
    const present = centroids[cluster] ?? 0;
    let [medoid, least] = [present, spread(present)];
    for (const member of members) {
      const sum = spread(member);
      if (sum < least) [medoid, least] = [member, sum];
    }
    moved ||= medoid !== present;
    centroids[cluster] = medoid;
  }
  return moved;
}

function winnersOf(assignment: readonly number[], scores: readonly number[]): number[] {
  const score = (candidate: number): number => scores[candidate] ?? 0;
  const best = new Map<number, number>();
  for (const [candidate, cluster] of assignment.entries()) {
    const holder = best.get(cluster);
    if (cluster > 0 && (holder === undefined || score(candidate) < score(holder))) best.set(cluster, candidate);
  }
  return [...best.values()].sort((a, b) => score(a) - score(b) || a - b);
}
