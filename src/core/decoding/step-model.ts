/**
 * The contract between decoding and any model, whatever the architecture (encoder–decoder or prefix decoder). Decoding talks to this
 * interface and knows no runtime; `src/engine/model` implements it.
 *
 * A sentence is encoded once into a `Memory`. `begin` runs the tags on one row and gives the distribution of the first token; every `step`
 * then names, for each of its rows, the row of the previous step it continues (`parents`) and the token it appends. Rows may be dropped,
 * doubled and reordered freely between steps: sampling compacts finished rows this way, beam search reorders its beam.
 */

/** The output of one forward pass for each row. Log-probabilities are natural, over the whole vocabulary, before any constraint. */
export interface StepOutput {
  readonly rows: number;
  /** The number K of the most probable tokens that are given for each row (64 for the shipped graphs). */
  readonly top: number;
  /** The token ids [rows × K], most probable first. */
  readonly topIds: Int32Array;
  /** The log-probabilities [rows × K], descending. */
  readonly topLogProbs: Float32Array;
  /** The number P of probe ids that were asked for in each row. */
  readonly probes: number;
  /** The log-probabilities [rows × P] of the probe ids of the call, in its order. */
  readonly probeLogProbs: Float32Array;
  /** The reading [rows] of the model's estimator at this position; absent without one. */
  readonly estimates?: Float32Array;
}

/** A source sentence after encoding; serves any number of decodings until it is disposed. */
export interface Memory {
  /** The source length in positions, special tokens included. */
  readonly length: number;
  /** The natural log-probability of every token of the source given those before it and nothing else; absent where the model can't tell. */
  readonly prior?: Float32Array;
  dispose(): void;
}

/** The decoding state of one batch: the keys and values of its rows. The caller disposes of it, also after an error. */
export interface Cache {
  /** The number of rows of the last step. */
  readonly rows: number;
  dispose(): void;
}

/** One target to score: log p(target | source, tags). */
export interface ScoreRequest {
  readonly source: readonly number[];
  readonly tags: readonly number[];
  /** The tokens of the target without the end token; the end token is scored too. */
  readonly target: readonly number[];
  /** Tells whether `prior` of the source is wanted too; it costs no pass of its own. */
  readonly prior?: boolean;
}

/** The scores of one target. */
export interface Scores {
  /** The natural log-probability of every target token and of the end token after them, length target + 1. */
  readonly logProbs: Float32Array;
  /**
   * The natural log-probability of every token of the *source* given those before it and nothing else, where it was asked for and the model
   * can tell.
   */
  readonly prior?: Float32Array;
  /** The readings of the model's two estimators for the target, means over its positions; absent without them. */
  readonly estimates?: Estimates;
}

/** Logits that are higher for good rewrites: of a rewrite given its source, of a source given its rewrite. */
export interface Estimates {
  readonly rewrite: number;
  readonly source: number;
}

/** A model as decoding sees it; the comment at the top of this file says how its steps follow each other. */
export interface StepModel {
  readonly vocabularySize: number;
  readonly eos: number;
  /** The longest source plus target, in positions. */
  readonly maxPositions: number;
  /** Tokens that no hypothesis may contain (control tags, sequence marks). */
  readonly reserved: ReadonlySet<number>;

  /**
   * Encodes a source sentence (text tokens only; marks are added here).
   * @throws OtherwiseError `text-too-long` when it exceeds `maxPositions`, `aborted` when the signal fires
   */
  encode(source: readonly number[], signal?: AbortSignal): Promise<Memory>;

  /**
   * Opens a batch with one row for each sequence of tags, all of one length, and gives each the distribution of the first token of its
   * target. `probes`: ids whose log-probabilities are wanted besides the top K, in every row. `capacity`: the most rows × steps the batch
   * will ever append; a batch that appends more is an error.
   */
  begin(
    memory: Memory,
    tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }>;

  /**
   * Appends token `ids[r]` to the row `parents[r]` of the previous step, for each new row r, and gives the distribution of the token after
   * it. `probes`: [rows × P] flat, the same P for every row (repeat an id to fill up).
   */
  step(cache: Cache, parents: Int32Array, ids: Int32Array, options?: { probes?: Int32Array; signal?: AbortSignal }): Promise<StepOutput>;

  /**
   * Makes these the rows of the previous step, so that the next one continues them: rows of any steps of the cache, all of one
   * length, each by its number in the order in which the cache has computed them, those of `begin` first. Absent where the
   * model keeps the last rows only.
   */
  recall?: ((cache: Cache, rows: Int32Array) => void) | undefined;

  /** Scores targets, one result a request. */
  score(requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]>;

  /**
   * Reads targets with the adapter: the logit of "right", up to a constant, one number a request. It is absent where the model has no
   * adapter.
   */
  judge?: ((requests: readonly ScoreRequest[], signal?: AbortSignal) => Promise<number[]>) | undefined;
}
