import type { Kinship, Surprise, SurprisingWord } from './surprisal.ts';

/**
 * What is read off one text: the highest −log p (nats) among its words of a kind, further ones, and how many there are;
 * over its pieces; and off the model's states.
 */
const sideFeatures = [
  'content',
  'content2',
  'content3',
  'contents',
  'closed',
  'closed2',
  'closeds',
  'same',
  'same2',
  'form',
  'most',
  'mean',
  'estimate',
] as const;
type SideFeature = (typeof sideFeatures)[number];

/** `source…`: the source's words given the rewrite (what it loses); `rewrite…`: the rewrite's words given the source (what it adds). */
export const estimatorFeatures = [
  ...sideFeatures.map((name) => `source.${name}` as const),
  ...sideFeatures.map((name) => `rewrite.${name}` as const),
  'words',
  'lengthRatio',
  'prior',
] as const;
export type EstimatorFeature = (typeof estimatorFeatures)[number];

/**
 * A logistic regression of "a reader calls this rewrite good" on what the model itself thought of every word and what
 * estimators read of its states, and of how usual the rewrite is as English, fitted on judged rewrites
 * (models/recipe/fit/estimator.ts); it belongs to one model's weights and stands in its manifest.
 */
export interface EstimatorModel {
  readonly bias: number;
  readonly weights: Readonly<Record<EstimatorFeature, number>>;
  /**
   * Linear probes of the model's states (models/recipe/estimate.py), one number a dimension: of a rewrite given its
   * source, and of the source given it.
   */
  readonly estimators: { readonly rewrite: readonly number[]; readonly source: readonly number[] };
  /** A rewrite less probably good than this is dropped. */
  readonly drop: number;
  /** A rewrite less probably good than this is shown with a note. */
  readonly note: number;
}

/** One text of a pair: its words with their kinship to the other text, and all its pieces. */
export interface DoubtSide {
  readonly words: readonly SurprisingWord[];
  readonly surprise: Surprise;
}

/** A source and its rewrite as the model reads each given the other. */
export interface ReadPair {
  readonly source: DoubtSide;
  readonly rewrite: DoubtSide;
}

/**
 * The features of a pair, nats but for counts, `words` (of the source), `lengthRatio` (logarithm of rewrite over source
 * in words), what the estimators read, and `prior` (how much more unusual the rewrite is than its source, each read on its own).
 */
export function readDoubt({ source, rewrite }: ReadPair): Readonly<Record<EstimatorFeature, number>> {
  const named = (side: string, values: Record<SideFeature, number>): [string, number][] =>
    sideFeatures.map((name) => [`${side}.${name}`, values[name]]);
  return Object.fromEntries([
    ...named('source', readSide(source)), ...named('rewrite', readSide(rewrite)),
    ['words', source.words.length], ['lengthRatio', Math.log(Math.max(1, rewrite.words.length) / Math.max(1, source.words.length))],
    ['prior', rewrite.surprise.prior - source.surprise.prior],
  ]) as Record<EstimatorFeature, number>;
}

function readSide({ words, surprise }: DoubtSide): Record<SideFeature, number> {
  const of = (kind: Kinship): number[] => words.filter(({ kinship }) => kinship === kind).map(({ nats }) => nats).sort((x, y) => y - x);
  const [content, closed, same, form] = [of('content'), of('closed'), of('same'), of('form')];
  return {
    content: content[0] ?? 0, content2: content[1] ?? 0, content3: content[2] ?? 0, contents: content.length,
    closed: closed[0] ?? 0, closed2: closed[1] ?? 0, closeds: closed.length, same: same[0] ?? 0, same2: same[1] ?? 0, form: form[0] ?? 0,
    most: surprise.nats.reduce((most, value) => Math.max(most, value), 0),
    mean: surprise.nats.reduce((sum, value) => sum + value, 0) / Math.max(1, surprise.nats.length),
    estimate: surprise.estimate,
  };
}

/** The probability that a reader calls the rewrite good: 1 / (1 + exp(−bias − Σ w x)). */
export function probablyGood(features: Readonly<Record<EstimatorFeature, number>>, { bias, weights }: EstimatorModel): number {
  return 1 / (1 + Math.exp(-estimatorFeatures.reduce((sum, name) => sum + weights[name] * features[name], bias)));
}
