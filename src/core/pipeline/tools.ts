import type { WordMeasures } from '../choice/aims.ts';
import type { SystemResources } from '../constraints/systems.ts';
import type { StepModel } from '../decoding/step-model.ts';
import type { Style } from '../decoding/style.ts';
import type { Execution } from '../protocol.ts';
import type { EstimatorModel } from '../quality/estimator.ts';
import type { Slip } from '../quality/slips.ts';
import type { Observations } from '../quality/assess.ts';
import type { Inflector } from '../text/inflect.ts';
import type { WordKnowledge } from '../text/knowledge.ts';

/** Text and tokens of the model. */
export interface Pieces {
  /** The usual segmentation, without marks. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  /** Text of one token, its space included; U+FFFD where its bytes are no whole character. */
  pieceText(id: number): string;
  /** Tells whether a text holds the literal of one of the model's control tokens. */
  holdsControl?(text: string): boolean;
}

/** A model and the text of its tokens. */
export interface TextModel {
  readonly model: StepModel;
  readonly pieces: Pieces;
}

/** What the pipeline works with: the model that writes rewrites, and the tables of the language. */
export interface Tools extends TextModel {
  readonly name: string;
  /** What computes it. */
  readonly execution: Execution;
  /**
   * Of a pair of translators, the one into the pivot language, which also reads rewrites backward; the model then writes
   * from its translations. Absent where the model rewrites the source itself.
   */
  readonly pivot?: TextModel | undefined;
  /** Languages it reads and writes, BCP 47; empty where nobody says: then it is given any text. */
  readonly languages: readonly string[];
  /** Highest forward + backward negative log-likelihood per token (nats) that the model's manifest recommends. */
  readonly threshold: number;
  /** Tells a right rewrite, from the manifest; undefined for a model too small to tell. */
  readonly estimator: EstimatorModel | undefined;
  /** Control tokens of a style. @throws OtherwiseError `bad-request` */
  tags(style: Style): number[];
  readonly inflector: Inflector;
  /** Whether a lower-case word is in the tables: tells a name from the first word of a sentence. */
  known(word: string): boolean;
  readonly words: WordKnowledge;
  readonly measures: WordMeasures;
  /**
   * Predicted human judgement of how much of `a`'s meaning `b` keeps, 0–100; undefined where its model is not loaded.
   * `found`: all that is observed in the pair, where the caller has it already.
   */
  readonly meaning: ((a: string, b: string, found?: Observations) => number) | undefined;
  /** Finds slips in a text, in any order; for the aim `clean`. Absent where there is no proofreader. */
  readonly proofread?: ((text: string) => Promise<readonly Slip[]>) | undefined;
  /** The tables behind ParaBank's systems; loaded when a system is asked for. */
  readonly systems: SystemResources | undefined;
}
