import { wordDistance } from '../../core/text/word-distance.ts';
import { plainWords } from '../../core/text/words.ts';
import { type BleuCounts, bleuCounts, bleuOf, sumOf } from '../../core/metrics/bleu.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** A source with what a system shows for it. */
export interface RewriteSet {
  readonly source: string;
  readonly texts: readonly string[];
}

/** The counts that BLEU and distances of one set are made of: how far its rewrites lie from their source and from each other. */
export interface SetTally {
  readonly shown: number;
  readonly toSource: BleuCounts;
  /** The counts over all pairs of rewrites: with the first as the reference, and with the second. */
  readonly pairs: readonly [BleuCounts, BleuCounts];
  /** The distances 1 − ∩/∪ of words, 0–1, of each rewrite and of each pair. */
  readonly distances: readonly number[];
  readonly pairDistances: readonly number[];
}

/** Means over sets; undefined where there is nothing to take one of. */
export interface SetMeasures {
  /** Rewrites a set. */
  readonly shown: number | undefined;
  /** 100 − corpus BLEU over all rewrites, without brevity penalty. */
  readonly oneMinusBleu: number | undefined;
  /** The same over all pairs of rewrites of a set; BLEU is not symmetric, so this is the mean of both orders. */
  readonly oneMinusBleuPairs: number | undefined;
  /** Word distances, 0–1, over all rewrites and over all pairs. */
  readonly distance: number | undefined;
  readonly distancePairs: number | undefined;
  /** Rewrites nearer to their source than `NEAR_COPY`, per cent. */
  readonly nearCopies: number | undefined;
}

/** The word distance below which a rewrite is nearly its source. */
export const NEAR_COPY = 0.15;

/** Counts the n-grams and measures the distances of one set; tallies of several sets can be summed up. */
export function tallyOf({ source, texts }: RewriteSet): SetTally {
  const pairs = texts.flatMap((one, at) => texts.slice(at + 1).map((other) => [one, other] as const));
  const counts = (reference: string, candidate: string): BleuCounts =>
    bleuCounts({ references: [plainWords(reference)], candidate: plainWords(candidate) });
  return {
    shown: texts.length,
    toSource: sumOf(texts.map((text) => counts(source, text))),
    pairs: [sumOf(pairs.map(([one, other]) => counts(one, other))), sumOf(pairs.map(([one, other]) => counts(other, one)))],
    distances: texts.map((text) => wordDistance(source, text)),
    pairDistances: pairs.map(([one, other]) => wordDistance(one, other)),
  };
}

/** Returns the means over sets from their tallies. */
export function setMeasures(tallies: readonly SetTally[]): SetMeasures {
  const distances = tallies.flatMap((tally) => tally.distances);
  return {
    shown: meanOf(tallies.map(({ shown }) => shown)),
    oneMinusBleu: oneMinusBleu(tallies),
    oneMinusBleuPairs: oneMinusBleuPairs(tallies),
    distance: meanOf(distances),
    distancePairs: meanOf(tallies.flatMap(({ pairDistances }) => pairDistances)),
    nearCopies: percent(distances.map((distance) => distance < NEAR_COPY)),
  };
}

/** Returns 100 − corpus BLEU of all rewrites against their sources, without brevity penalty; undefined without any. */
export function oneMinusBleu(tallies: readonly SetTally[]): number | undefined {
  return complement(tallies.map(({ toSource }) => toSource));
}

/** Returns 100 − corpus BLEU of all pairs of rewrites of a set, the mean of both orders; undefined without any. */
export function oneMinusBleuPairs(tallies: readonly SetTally[]): number | undefined {
  const [one, other] = [complement(tallies.map(({ pairs }) => pairs[0])), complement(tallies.map(({ pairs }) => pairs[1]))];
  return one === undefined || other === undefined ? undefined : (one + other) / 2;
}

/** Returns how many of those that are known hold, per cent; undefined where nothing is known. */
export function percent(known: readonly (boolean | undefined)[]): number | undefined {
  return meanOf(known.map((holds) => (holds === undefined ? undefined : holds ? 100 : 0)));
}

function complement(counts: readonly BleuCounts[]): number | undefined {
  const bleu = bleuOf(sumOf(counts));
  return bleu === undefined ? undefined : 100 - bleu;
}
