import { type Finding, findingKinds, found } from './finding.ts';
import type { Kinship, Surprise, SurprisingWord } from './surprisal.ts';

/** The features of one side of a pair: see `readSide`. */
const sideFeatures = [
  'content', 'content2', 'content3', 'contents', 'closed', 'closed2', 'closeds', 'same', 'same2', 'form', 'most', 'mean', 'estimate',
] as const;
type SideFeature = (typeof sideFeatures)[number];
const pairFeatures = ['words', 'lengthRatio', 'prior', 'judgement'] as const;
/** The kinds of change that an observation saw: other words, fewer, more, or none that it names. */
const changes = ['exchanged', 'lost', 'gained', 'seen'] as const;

/** Every feature by its name. A manifest that weighs any other is refused, so that no weight is lost when a feature is renamed. */
export const estimatorFeatures = [
  ...sideFeatures.map((name) => `source.${name}` as const), ...sideFeatures.map((name) => `rewrite.${name}` as const), ...pairFeatures,
  ...findingKinds.flatMap((kind) => changes.map((change) => `${kind}.${change}` as const)),
];
export type EstimatorFeature = (typeof estimatorFeatures)[number];

/** A logistic regression on named features. */
export interface Logistic {
  readonly bias: number;
  /** The weights by the name of the feature; a feature without a weight counts for nothing. */
  readonly weights: Features;
}

/**
 * The quality estimator: a logistic regression of "a reader calls this rewrite right". Its features are the model's surprisal of every
 * word, the readings of probes of the model's states, how usual the rewrite is as English, and the observations of the words. It is fitted
 * on rated rewrites (models/recipe/fit/estimator.ts), belongs to one model's weights, and is part of its manifest.
 */
export interface EstimatorModel extends Logistic {
  /** The regression for a rewrite that has been drawn and not yet scored backward: it says which ones are worth scoring. */
  readonly first: Logistic;
  /** The regression for a rewrite that the adapter has read, but that is not scored backward; of a model with an adapter. */
  readonly judged?: Logistic | undefined;
  /**
   * Linear probes of the model's states (models/recipe/judge/estimate.py), one number a dimension: of a rewrite given its source, and of
   * the source given it.
   */
  readonly probes: { readonly rewrite: readonly number[]; readonly source: readonly number[] };
  /** The reject threshold: a rewrite below it is not shown. */
  readonly drop: number;
  /** The flag threshold: a rewrite below it is marked, with the words that are doubted. */
  readonly note: number;
}

/** A text of a pair as the model scores it given the other: its words with their kinship to the other text, and all its tokens. */
export interface ReadSide {
  readonly words: readonly SurprisingWord[];
  readonly surprise: Surprise;
}

/** A source and its rewrite as the model scores each given the other, and the observations of their words. */
export interface ReadPair {
  readonly source: ReadSide;
  readonly rewrite: ReadSide;
  readonly findings: readonly Finding[];
  /** The reading of the model's adapter: a logit, up to a constant; undefined where it has none, or was not asked. */
  readonly judgement?: number | undefined;
}

/** The part of a pair that is known when its rewrite has been drawn. */
export interface FirstPair extends Pick<ReadPair, 'rewrite' | 'findings' | 'judgement'> {
  /** The number of words of the source. */
  readonly sourceWords: number;
}

export type Features = Readonly<Partial<Record<EstimatorFeature, number>>>;

/**
 * Computes the features of a pair by name.
 * - `source.…`, `rewrite.…`: the highest surprisal (nats) among a side's words of a kind and the next ones, how many there are, over its
 *   tokens, and the reading of the probe;
 * - `words` of the source, `lengthRatio` (logarithm of rewrite over source in words), `prior` (how much more unusual the rewrite is than
 *   its source, each on its own, nats);
 * - `judgement`, as the adapter gave it;
 * - `kind.exchanged`, `kind.lost`, `kind.gained`, `kind.seen`: how many observations of a kind there are.
 */
export function featuresOf({ source, rewrite, ...others }: ReadPair): Features {
  return {
    ...sided('source', source), ...firstFeatures({ sourceWords: source.words.length, rewrite, ...others }),
    prior: rewrite.surprise.prior - source.surprise.prior,
  };
}

/** Computes those of the features that are known before a rewrite is scored backward. @param pair has its source in words alone */
export function firstFeatures({ sourceWords, rewrite, findings, judgement }: FirstPair): Features {
  const seen: Partial<Record<EstimatorFeature, number>> = {};
  for (const finding of findings) seen[observed(finding)] = (seen[observed(finding)] ?? 0) + 1;
  const lengthRatio = Math.log(Math.max(1, rewrite.words.length) / Math.max(1, sourceWords));
  return { ...sided('rewrite', rewrite), words: sourceWords, lengthRatio, ...seen, ...(judgement !== undefined && { judgement }) };
}

const sided = (side: 'source' | 'rewrite', read: ReadSide): Features =>
  Object.fromEntries(Object.entries(readSide(read)).map(([name, value]) => [`${side}.${name}`, value]));

const observed = ({ kind, lost, gained }: Finding): EstimatorFeature =>
  `${kind}.${lost && gained ? 'exchanged' : lost ? 'lost' : gained ? 'gained' : 'seen'}`;

/** Returns the amount that one observation adds to the logit. */
export const weightOf = (finding: Finding, { weights }: Logistic): number => weights[observed(finding)] ?? 0;

function readSide({ words, surprise }: ReadSide): Record<SideFeature, number> {
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

/** Estimates how probably a reader calls the rewrite right: 1 / (1 + exp(−bias − Σ w x)), 0–1. */
export function probablyRight(features: Features, { bias, weights }: Logistic): number {
  const logit = Object.entries(features).reduce((sum, [name, value]) => sum + (weights[name as EstimatorFeature] ?? 0) * value, bias);
  return 1 / (1 + Math.exp(-logit));
}

/** The least surprisal (nats) of a content word that is named: a smaller one is a matter of course. */
const WORTH_NAMING = 2;
/** The most words that are named on each side, the most surprising ones. */
const NAMED = 2;

/**
 * Names the words that count most against a pair: words of the source that the model did not expect when it read the rewrite, and words of
 * the rewrite that it wrote against its own expectation. A synonym is expected, so no table of synonyms is needed.
 */
export const doubtedWords = ({ source, rewrite }: ReadPair): Finding => found('detail', named(source.words), named(rewrite.words));

/** The most surprising content words that the other text has in no form, in the order of the text. */
function named(words: readonly SurprisingWord[]): string[] {
  const strangers = words.filter(({ kinship, nats }) => kinship === 'content' && nats > WORTH_NAMING);
  const chosen = new Set(strangers.toSorted((a, b) => b.nats - a.nats).slice(0, NAMED));
  return strangers.filter((word) => chosen.has(word)).map(({ word }) => word);
}
