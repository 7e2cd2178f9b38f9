import { AssociationModel } from './association.ts';
import { chunkFragments, ngramFragments } from './fragments.ts';
import { commonStretches, type Link } from './lcs.ts';
import { smooth } from './smoothing.ts';
import { isStopWord } from './stop-words.ts';
import { sideOf } from './tokens.ts';

export type Aligner = 'lcs' | 'model' | 'both';

export interface AlignOptions {
  /** `lcs` links common n-grams (values 1 and −1), `model` associated words, `both` first n-grams and then what is left by association. */
  readonly aligner?: Aligner;
  readonly extract?: 'ngram' | 'chunk';
  /** Stop words of `a` start at +1. */
  readonly stopWords?: boolean;
  /** Without one the model knows the identical-word dictionary alone. */
  readonly model?: AssociationModel;
}

export interface Alignment {
  /** [index into a's tokens, index into b's tokens], in the order of a. */
  readonly links: readonly Link[];
  /** One value a token of a, after smoothing, −1 to 1; above 0 it is part of a fragment. */
  readonly scores: readonly number[];
  /** [a side, b side], as written. */
  readonly fragments: readonly (readonly [string, string])[];
}

/**
 * Fragment extraction from one sentence pair (Wang & Callison-Burch 2011 §3.3): align, give every target word an
 * initial value, smooth, cut out what stays above 0.
 *
 * @param a the target side, `b` the source side; texts or token lists
 */
export function align(a: string | readonly string[], b: string | readonly string[], options: AlignOptions = {}): Alignment {
  const [target, source] = [sideOf(a), sideOf(b)];
  const [left, right] = [target.tokens.map((token) => token.key), source.tokens.map((token) => token.key)];
  const { links, values } = initialValues(left, right, options);
  const scores = smooth(values.map((value, i) => (options.stopWords && isStopWord(left[i] ?? '') ? 1 : value)));
  const extract = options.extract === 'chunk' ? chunkFragments : ngramFragments;
  return {
    links,
    scores,
    fragments: extract(left, right, links, scores).map(
      (fragment) => [target.slice(fragment.a.from, fragment.a.to), source.slice(fragment.b.from, fragment.b.to)] as const,
    ),
  };
}

function initialValues(
  a: readonly string[],
  b: readonly string[],
  { aligner = 'lcs', model = AssociationModel.identical(b) }: AlignOptions,
): { links: Link[]; values: number[] } {
  if (aligner === 'model') return model.align(a, b);
  const common = commonStretches(a, b);
  const linked = new Set(common.map(([i]) => i));
  if (aligner === 'lcs') return { links: common, values: a.map((_, i) => (linked.has(i) ? 1 : -1)) };
  const rest = model.align(a, b);
  const links = [...common, ...rest.links.filter(([i]) => !linked.has(i))].sort(([i], [k]) => i - k);
  return { links, values: rest.values.map((value, i) => (linked.has(i) ? 1 : value)) };
}
