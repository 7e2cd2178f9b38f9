import { setDistance, wordSet } from '../text/word-distance.ts';

/** Word distances (1 − ∩/∪) of distinct rewrites that tables show; 0.25: at most three quarters of all words are shared. */
export const APARTS = [0.15, 0.25, 0.35] as const;
/** The most rewrites that `expectedDistinct` takes: more have too many subsets. */
export const MOST_EXPECTED = 16;

/**
 * Counts the distinct good rewrites of a source (DG5 where five are shown): the size of the largest set of them that lie at least
 * `apart` from the source and from each other, exact by search.
 *
 * @param texts those that are right
 * @param apart least distance in lower-cased words, 1 − ∩/∪, 0–1
 */
export function distinctGood(source: string, texts: readonly string[], apart: number): number {
  const far = texts.filter(isFarFrom(source, apart));
  return largest([...far.keys()], rivalsOf(far, apart));
}

/** A rewrite with the probability that it is right, 0–1. */
export interface Probable {
  readonly text: string;
  readonly right: number;
}

/**
 * Returns the expectation of `distinctGood` from probabilities alone, if each rewrite is right or not whatever the others are: the mean
 * over all subsets, exact.
 *
 * @param rewrites at most `MOST_EXPECTED`
 * @throws RangeError for more
 */
export function expectedDistinct(source: string, rewrites: readonly Probable[], apart: number): number {
  if (rewrites.length > MOST_EXPECTED) throw new RangeError(`At most ${MOST_EXPECTED} rewrites, not ${rewrites.length}.`);
  const isFar = isFarFrom(source, apart);
  const far = rewrites.filter(({ text }) => isFar(text));
  const rivals = rivalsOf(far.map(({ text }) => text), apart);
  const mean = (at: number, good: readonly number[]): number => {
    const next = far[at];
    if (next === undefined) return largest(good, rivals);
    return next.right * mean(at + 1, [...good, at]) + (1 - next.right) * mean(at + 1, good);
  };
  return mean(0, []);
}

function isFarFrom(source: string, apart: number): (text: string) => boolean {
  const original = wordSet(source);
  return (text) => setDistance(wordSet(text), original) >= apart;
}

/** Gives, for each text, the places of those that are too near to it. */
function rivalsOf(texts: readonly string[], apart: number): readonly ReadonlySet<number>[] {
  const words = texts.map(wordSet);
  return words.map((one, at) =>
    new Set(words.flatMap((other, place) => (place !== at && setDistance(one, other) < apart ? [place] : []))));
}

/** The size of the largest part of `nodes` without two rivals. */
function largest(nodes: readonly number[], rivals: readonly ReadonlySet<number>[]): number {
  const [first, ...rest] = nodes;
  if (first === undefined) return 0;
  const friends = rest.filter((node) => !rivals[first]?.has(node));
  const taken = 1 + largest(friends, rivals);
  return friends.length === rest.length ? taken : Math.max(taken, largest(rest, rivals));
}
