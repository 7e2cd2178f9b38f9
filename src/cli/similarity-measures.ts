import { sideOf } from '../core/alignment/tokens.ts';
import { corpusBleu } from '../core/metrics/bleu.ts';
import { cosine, type Embedding, type SentenceEmbeddings, trigramCosine, wordCosine } from '../core/quality/meaning/embedding.ts';
import type { JudgedPair } from '../lab/corpora/similarities.ts';
import type { NamedEmbeddings } from './vectors.ts';

/** A measure of similarity with its name in the output. */
export interface SimilarityMeasure {
  readonly name: string;
  /** Gives one value for each pair. */
  readonly values: (pairs: readonly JudgedPair[]) => number[];
}

/** Sentence BLEU of `b` against `a`: brevity penalty, one more match and n-gram in the orders above the first. */
export const measureBleu: SimilarityMeasure = {
  name: 'bleu',
  values: (pairs) => pairs.map(({ a, b }) => {
    const [reference = [], candidate = []] = [a, b].map((text) => sideOf(text).tokens.map(({ key }) => key));
    return corpusBleu([{ references: [reference], candidate }], { brevityPenalty: true, smoothing: 'one' }) ?? 0;
  }),
};

const byEmbeddings = (embeddings: SentenceEmbeddings, name: string, measure: (a: Embedding, b: Embedding) => number): SimilarityMeasure =>
  ({ name, values: (pairs) => pairs.map(({ a, b }) => measure(embeddings.embed(a), embeddings.embed(b))) });

/** Returns the shipped embeddings: each part, the sum of their cosines, both joined end to end. */
export const shippedMeasures = (embeddings: SentenceEmbeddings): SimilarityMeasure[] => [
  byEmbeddings(embeddings, 'word', wordCosine), byEmbeddings(embeddings, 'trigram', trigramCosine),
  byEmbeddings(embeddings, 'sum', (a, b) => wordCosine(a, b) + trigramCosine(a, b)), byEmbeddings(embeddings, 'concatenation', cosine),
];

/** Gives the measures of embeddings of one's own, each model by the cosine of its whole vectors. */
export const ownMeasures = (models: readonly NamedEmbeddings[]): SimilarityMeasure[] =>
  models.map(({ name, embeddings }) => byEmbeddings(embeddings, name, cosine));
