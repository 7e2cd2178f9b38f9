import type { SystemResources } from '../constraints/systems.ts';
import type { StepModel } from '../decoding/step-model.ts';
import type { Style } from '../decoding/style.ts';
import type { Execution } from '../protocol.ts';
import type { EstimatorModel } from '../quality/estimator.ts';
import type { Slip } from '../quality/slips.ts';
import type { Observations } from '../quality/assess.ts';
import type { Inflector } from '../text/inflect.ts';
import type { WordKnowledge } from '../text/knowledge.ts';
import type { WordMeasures } from '../text/word-measures.ts';

/** The model's tokenizer: text to tokens and back. */
export interface Pieces {
  /** The usual segmentation, without control tokens. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  /** Gives the text of one token, its space included; U+FFFD where its bytes are no whole character. */
  pieceText(id: number): string;
  /** Tells whether a text contains the literal of one of the model's control tokens. */
  holdsControl?(text: string): boolean;
}

export interface TextModel {
  readonly model: StepModel;
  readonly pieces: Pieces;
}

/** The opened resources of the pipeline: the model that writes rewrites, and the tables of the language. */
export interface Tools extends TextModel {
  readonly name: string;
  /** The device and runtime that compute the model. */
  readonly execution: Execution;
  /**
   * The model of a pair of translators that translates into the pivot language, and also scores rewrites backward; the other model then
   * decodes from its translations. It is absent where the model rewrites the source itself.
   */
  readonly pivot?: TextModel | undefined;
  /** The languages that the model reads and writes, BCP 47. Where the list is empty, nobody knows, and any text is given to it. */
  readonly languages: readonly string[];
  /** The threshold that the model's manifest recommends: highest forward + backward score, nats per token. */
  readonly threshold: number;
  /** The quality estimator of the manifest; undefined for a model too small to tell. */
  readonly estimator: EstimatorModel | undefined;
  /** Gives the control tokens of a style. @throws OtherwiseError `bad-request` */
  tags(style: Style): number[];
  readonly inflector: Inflector;
  /** Tells whether a lower-case word is in the tables, and so a name from the first word of a sentence. */
  known(word: string): boolean;
  readonly words: WordKnowledge;
  readonly measures: WordMeasures;
  /**
   * Predicts how much of `a`'s meaning people find in `b`, 0–100; undefined where its model is not loaded.
   * @param found all observations of the pair, where the caller has them already
   */
  readonly meaning: ((a: string, b: string, found?: Observations) => number) | undefined;
  /** Finds slips in a text, in any order, for the aim `clean`. It is absent where there is no proofreader. */
  readonly proofread?: ((text: string) => Promise<readonly Slip[]>) | undefined;
  /** The tables behind ParaBank's systems, which are loaded for a request that needs one of them (`needsSystems`). */
  readonly systems: SystemResources | undefined;
}
