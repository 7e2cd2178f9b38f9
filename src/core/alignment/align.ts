import { AssociationModel } from './association.ts';
import type { AlignedPair, Fragment } from './fragment.ts';
import { chunkFragments, ngramFragments, phraseFragments } from './fragments.ts';
import { commonStretches, type Link } from './lcs.ts';
import { smooth } from './smoothing.ts';
import { isStopWord, type Side, sideOf } from './tokens.ts';
import { type Aligned, WordAligner } from './word-aligner.ts';

export const aligners = ['lcs', 'model', 'both'] as const;
export type Aligner = (typeof aligners)[number];
export const extractions = ['ngram', 'phrase', 'chunk'] as const;
export type Extraction = (typeof extractions)[number];

export interface AlignOptions {
  /**
   * The aligner: `lcs` links common n-grams (values 1 and −1), `model` those that the model knows, `both` first n-grams, then the rest by
   * the model.
   */
  readonly aligner?: Aligner;
  /** The way in which fragments are cut: the paper's n-grams (the default), our phrase pairs, the paper's chunks. */
  readonly extract?: Extraction;
  /** Tells whether stop words of `a` start at +1. */
  readonly stopWords?: boolean;
  /** A trained aligner, or counts; without one the model knows the identical-word dictionary alone. */
  readonly model?: WordAligner | AssociationModel;
}

export interface Alignment {
  /** The links [index into a's tokens, index into b's tokens], in the order of a. */
  readonly links: readonly Link[];
  /** The value of each token of a, after smoothing, −1 to 1; above 0 it is part of a fragment. */
  readonly scores: readonly number[];
  /** The fragments [a side, b side], as written. */
  readonly fragments: readonly (readonly [string, string])[];
}

/**
 * Extracts fragments from one sentence pair (Wang & Callison-Burch 2011 §3.3): align, give every target word an
 * initial value, smooth, cut out what stays above 0.
 *
 * @param a the target side, `b` the source side; texts or token lists
 */
export function align(a: string | readonly string[], b: string | readonly string[], options: AlignOptions = {}): Alignment {
  const [target, source] = [sideOf(a), sideOf(b)];
  const pair = alignedPair(target, source, options);
  return {
    links: pair.links,
    scores: pair.scores,
    fragments: extract(pair, options).map(
      (fragment) => [target.slice(fragment.a.from, fragment.a.to), source.slice(fragment.b.from, fragment.b.to)] as const,
    ),
  };
}

/** Links two sides and gives every target token its smoothed value. */
export function alignedPair(
  { tokens: a }: Side,
  { tokens: b }: Side,
  options: Pick<AlignOptions, 'aligner' | 'stopWords' | 'model'>,
): AlignedPair {
  const [left, right] = [a.map(({ key }) => key), b.map(({ key }) => key)];
  const { links, values } = initialValues(left, right, options);
  return { a, b, links, scores: smooth(values.map((value, i) => (options.stopWords && isStopWord(left[i] ?? '') ? 1 : value))) };
}

const extracts: Readonly<Record<Extraction, (pair: AlignedPair) => Fragment[]>> = {
  ngram: ngramFragments, phrase: phraseFragments, chunk: chunkFragments,
};

/** Cuts the fragments out of an aligned pair. */
export const extract = (pair: AlignedPair, { extract: how = 'ngram' }: Pick<AlignOptions, 'extract'>): Fragment[] => extracts[how](pair);

function initialValues(
  a: readonly string[],
  b: readonly string[],
  { aligner = 'lcs', model = AssociationModel.identical(b) }: Pick<AlignOptions, 'aligner' | 'model'>,
): Aligned {
  if (aligner === 'model') return model.align(a, b);
  const common = commonStretches(a, b);
  if (aligner === 'both' && model instanceof WordAligner) return model.align(a, b, common);
  const linked = new Set(common.map(([i]) => i));
  if (aligner === 'lcs') return { links: common, values: a.map((_, i) => (linked.has(i) ? 1 : -1)) };
  const rest = model.align(a, b);
  const links = [...common, ...rest.links.filter(([i]) => !linked.has(i))].sort(([i], [k]) => i - k);
  return { links, values: rest.values.map((value, i) => (linked.has(i) ? 1 : value)) };
}
