import { setDistance } from '../text/word-distance.ts';

/** A candidate as the choice of a set sees it. */
export interface SetCandidate {
  /** Its different words, contractions written out. */
  readonly words: ReadonlySet<string>;
  /** How probably a reader calls it right, 0–1. */
  readonly right: number;
}

export interface SetOptions {
  /** Most to choose. */
  readonly n: number;
  /** Least distance of a chosen one from the source and from every other one, 0–1; gives way when nothing else is there. */
  readonly floor: number;
}

/** Shares of the floor: the next one holds for the places that are left when nothing more keeps the one before. */
const GIVING_WAY = [1, 0.7, 0.4];

/**
 * Chooses a set as a set: the one with the largest expected number of distinct right rewrites. Distinct are those that
 * lie at least `floor` (1 − ∩/∪ of words) from the source and from each other; among sets of such the expected number
 * of right ones is the sum of their probabilities. Greedy from every first choice, the best set of all; ties go to the
 * lower index. (As a diversity constraint on top-k choice: Agrawal et al., WSDM 2009; Chen and Karger, SIGIR 2006.)
 * @returns indices of at most n candidates, in the order of their choice
 */
export function chooseDistinct(source: ReadonlySet<string>, candidates: readonly SetCandidate[], { n, floor }: SetOptions): number[] {
  const order = [...candidates.keys()].sort((a, b) => at(candidates, b).right - at(candidates, a).right || a - b);
  const distances = new Distances(source, candidates);
  let chosen: number[] = [];
  for (const share of GIVING_WAY) {
    const isFar = (i: number, others: readonly number[]): boolean => distances.least(i, others) >= floor * share;
    chosen = bestOf(chosen, order, { n, isFar, worth: (i) => at(candidates, i).right });
  }
  return chosen;
}

interface Extension {
  readonly n: number;
  readonly isFar: (index: number, others: readonly number[]) => boolean;
  readonly worth: (index: number) => number;
}

/** The worthiest extension of `chosen` by greedy choice from each possible next one. @param order indices, worthiest first */
function bestOf(chosen: readonly number[], order: readonly number[], { n, isFar, worth }: Extension): number[] {
  let best = { set: [...chosen], value: -1 };
  for (const first of order) {
    const set = [...chosen];
    for (const index of [first, ...order]) if (set.length < n && !set.includes(index) && isFar(index, set)) set.push(index);
    const value = set.reduce((sum, index) => sum + worth(index), 0);
    if (value > best.value + 1e-12) best = { set, value };
  }
  return best.set;
}

const at = (candidates: readonly SetCandidate[], index: number): SetCandidate => candidates[index] as SetCandidate;

/** Distances between candidates, and to the source, each computed once. */
class Distances {
  private readonly table = new Map<number, number>();
  private readonly sources: readonly number[];

  constructor(source: ReadonlySet<string>, private readonly candidates: readonly SetCandidate[]) {
    this.sources = candidates.map(({ words }) => setDistance(words, source));
  }

  /** From the source and the nearest of others. */
  least(index: number, others: readonly number[]): number {
    return others.reduce((least, other) => Math.min(least, this.between(index, other)), this.sources[index] ?? 0);
  }

  private between(a: number, b: number): number {
    const key = Math.max(a, b) * this.candidates.length + Math.min(a, b);
    const known = this.table.get(key) ?? setDistance(at(this.candidates, a).words, at(this.candidates, b).words);
    this.table.set(key, known);
    return known;
  }
}
