import * as embedding from './embedding.ts';
import { OtherwiseError } from '../../errors.ts';
import type { WordKnowledge } from '../../text/knowledge.ts';
import { type Observations, observe } from '../assess.ts';
import { featureNames, type FeatureName, type MeaningFeatures, meaningFeatures } from './features.ts';

/** The files of `models/meaning`, read by the caller. */
export interface MeaningFiles extends embedding.EmbeddingFiles {
  /** The text of `human-score.json`: `{"penalties": {feature: points}}`. */
  readonly score: string;
}

/** The points of a hundred that one unit of each feature takes away; none is negative. */
export type Penalties = Readonly<Record<FeatureName, number>>;

/**
 * Predicts how much of a text's meaning people find in a rewrite, 0 to 100 (ParaBank §5.1): one hundred less a penalty for every
 * difference. No penalty is negative, so the text itself scores 100 and nothing scores higher. It is a prediction, not a rating.
 */
export class MeaningModel {
  private last: { readonly text: string; readonly embedded: embedding.Embedding } | undefined;

  private constructor(
    readonly embeddings: embedding.SentenceEmbeddings,
    private readonly penalties: Penalties,
    private readonly words: WordKnowledge,
  ) {}

  /** @throws OtherwiseError `model-corrupt` */
  static load(files: MeaningFiles, words: WordKnowledge): MeaningModel {
    return new MeaningModel(embedding.SentenceEmbeddings.load(files), readPenalties(files.score), words);
  }

  /**
   * Gives the cosine of the embeddings (−1 to 1) and the predicted human score (0 to 100) of a rewrite `b` of `a`; the score is not
   * symmetric.
   * @param observations all observations of the pair, where the caller has them already: observing takes most of the time
   */
  similarity(a: string, b: string, observations: Observations = observe(a, b, this.words)): { cosine: number; meaning: number } {
    const [source, rewrite] = [this.embedSource(a), this.embeddings.embed(b)];
    return {
      cosine: embedding.cosine(source, rewrite),
      meaning: humanScore(meaningFeatures(this.embeddings, source, rewrite, observations), this.penalties),
    };
  }

  /** Embeds a source, and caches it: a source is compared with many rewrites in a row. */
  private embedSource(text: string): embedding.Embedding {
    if (this.last?.text !== text) this.last = { text, embedded: this.embeddings.embed(text) };
    return this.last.embedded;
  }
}

/** Returns one hundred less the penalties, not below 0. */
export function humanScore(features: MeaningFeatures, penalties: Penalties): number {
  return Math.max(0, featureNames.reduce((left, name) => left - penalties[name] * features[name], 100));
}

/** Reads `human-score.json`. @throws OtherwiseError `model-corrupt` when a feature lacks its penalty or a penalty is negative */
export function readPenalties(text: string): Penalties {
  let penalties: unknown;
  try {
    penalties = (JSON.parse(text) as { penalties?: unknown }).penalties;
  } catch (cause) {
    throw new OtherwiseError('model-corrupt', 'The file human-score.json is no JSON. Load the files of the meaning model again.', {
      cause,
    });
  }
  return Object.fromEntries(featureNames.map((name) => {
    const value = typeof penalties === 'object' && penalties !== null ? (penalties as Record<string, unknown>)[name] : undefined;
    if (typeof value !== 'number' || !(value >= 0))
      throw new OtherwiseError(
        'model-corrupt',
        `The file human-score.json has no penalty for '${name}'. Load the files of the meaning model again.`,
      );
    return [name, value];
  })) as Penalties;
}
