import { isFunctionWord } from '../quality/reading/reading.ts';
import { spelledOutWords } from '../text/normalise.ts';
import { setDistance } from '../text/word-distance.ts';

/** A candidate as the choice of a set sees it. */
export interface SetCandidate {
  /** Its different words, contractions written out. */
  readonly words: ReadonlySet<string>;
  /** Its content words in their order: two candidates that share them differ in function words alone. */
  readonly content: string;
  /** The quality estimate, 0–1. */
  readonly right: number;
}

export interface SetOptions {
  readonly n: number;
  /** The distance (1 − ∩/∪ of words) from the source and from all others from which on a rewrite counts as fully distinct, 0–1. */
  readonly apart: number;
  /** The cost of a wrong rewrite, where a right and fully distinct one is worth 1; a place that gains nothing stays empty. */
  readonly wrong: number;
  /** The candidate that the set begins with if it gains anything; the likeliest that does where it is absent or −1. */
  readonly first?: number;
}

/** Makes a candidate of a set from a text. @param right its quality estimate, 0–1 */
export function setCandidate(text: string, right: number): SetCandidate {
  const words = spelledOutWords(text);
  return { words: new Set(words), content: words.filter((word) => !isFunctionWord(word)).join(' '), right };
}

/**
 * Chooses a set as a whole, for the expected number of distinct right rewrites less the cost of wrong ones. It takes `first`
 * (or else the likeliest one), then one by one the candidate that gains most: p · far − (1 − p) · wrong, where far grows from 0 to 1 with
 * its distance to the nearest of the source and those chosen before. Of those with the same content words in the same order only one is
 * chosen. (Diversified retrieval by expected gain: Agrawal et al., WSDM 2009; Carbonell and Goldstein, SIGIR 1998.)
 * @returns indices of at most n candidates, in the order of their choice; ties go to the lower index
 */
export function chooseDistinct(source: ReadonlySet<string>, candidates: readonly SetCandidate[], options: SetOptions): number[] {
  const order = [...candidates.keys()].sort((a, b) => rightOf(candidates, b) - rightOf(candidates, a) || a - b);
  const gains = new Gains(source, candidates, options);
  const first = [options.first ?? -1, ...order].find((index) => index >= 0 && gains.of(index, []) > 0);
  return first === undefined ? [] : grow([first], order, gains, options.n);
}

/** Adds the candidate that gains most, until nothing gains or the set is full. */
function grow(set: number[], order: readonly number[], gains: Gains, n: number): number[] {
  if (set.length >= n) return set;
  let [next, most] = [-1, 0];
  for (const index of order) {
    const gain = set.includes(index) ? 0 : gains.of(index, set);
    if (gain > most) [next, most] = [index, gain];
  }
  return next < 0 ? set : grow([...set, next], order, gains, n);
}

const at = (candidates: readonly SetCandidate[], index: number): SetCandidate => candidates[index] as SetCandidate;
const rightOf = (candidates: readonly SetCandidate[], index: number): number => at(candidates, index).right;

/** Computes the gain of a candidate for a set. Distances between candidates, and to the source, are each computed once. */
class Gains {
  private readonly table = new Map<number, number>();
  private readonly sources: readonly number[];

  constructor(source: ReadonlySet<string>, private readonly candidates: readonly SetCandidate[], private readonly options: SetOptions) {
    this.sources = candidates.map(({ words }) => setDistance(words, source));
  }

  of(index: number, others: readonly number[]): number {
    const { apart, wrong } = this.options;
    const { content } = at(this.candidates, index);
    if (others.some((other) => at(this.candidates, other).content === content)) return 0;
    const nearest = others.reduce((least, other) => Math.min(least, this.between(index, other)), this.sources[index] ?? 0);
    const right = rightOf(this.candidates, index);
    return right * Math.min(1, nearest / apart) - (1 - right) * wrong;
  }

  private between(a: number, b: number): number {
    const key = Math.max(a, b) * this.candidates.length + Math.min(a, b);
    const known = this.table.get(key) ?? setDistance(at(this.candidates, a).words, at(this.candidates, b).words);
    this.table.set(key, known);
    return known;
  }
}
