/**
 * The contract between decoding and any model, whatever the architecture (encoder–decoder or prefix decoder).
 * Decoding talks to this interface and knows no runtime; `src/engine/model` implements it.
 *
 * A sentence is encoded once into a `Memory`. `begin` runs the tags on one row and gives the distribution of the first piece; every `step`
 * then names, for each of its rows, the row of the previous step it continues (`parents`) and the piece it appends. Rows may be dropped,
 * doubled and reordered freely between steps: sampling compacts finished rows this way, beam search reorders its beam.
 */

/** What one forward pass tells of each row. Log-probabilities are natural, over the whole vocabulary, before any constraint. */
export interface StepOutput {
  readonly rows: number;
  /** K, how many of the most probable pieces are given for each row (64 for the shipped graphs). */
  readonly top: number;
  /** [rows × K] piece ids, most probable first. */
  readonly topIds: Int32Array;
  /** [rows × K] log-probabilities, descending. */
  readonly topLogProbs: Float32Array;
  /** P, how many probe ids were asked for in each row. */
  readonly probes: number;
  /** [rows × P] log-probabilities of the probe ids of the call, in its order. */
  readonly probeLogProbs: Float32Array;
  /** [rows] what the model's estimator of rewrites reads of the state at this position; absent without one. */
  readonly estimates?: Float32Array;
}

/** A source sentence after encoding; serves any number of decodings until it is disposed. */
export interface Memory {
  /** Source length in positions, special pieces included. */
  readonly length: number;
  /** Natural log-probability of every piece of the source given those before it and nothing else; absent where the model does not tell. */
  readonly prior?: Float32Array;
  dispose(): void;
}

/** The decoding state of one batch: the caches of its rows. Disposed by the caller, also after an error. */
export interface Cache {
  /** Rows of the last step. */
  readonly rows: number;
  dispose(): void;
}

/** One target to score: log p(target | source, tags). */
export interface ScoreRequest {
  readonly source: readonly number[];
  readonly tags: readonly number[];
  /** Pieces of the target without the end piece; the end piece is scored too. */
  readonly target: readonly number[];
  /** Whether `prior` of the source is wanted too; it costs no pass of its own. */
  readonly prior?: boolean;
}

export interface Scores {
  /** Natural log-probability of every target piece and of the end piece after them, length target + 1. */
  readonly logProbs: Float32Array;
  /** The same of every piece of the *source* given those before it and nothing else, where it was asked for and the model can tell. */
  readonly prior?: Float32Array;
  /** What the model's two estimators read of the target, means over its positions; absent without them. */
  readonly estimates?: Estimates;
}

/** Logits that are higher for good rewrites: of a rewrite given its source, of a source given its rewrite. */
export interface Estimates {
  readonly rewrite: number;
  readonly source: number;
}

export interface StepModel {
  readonly vocabularySize: number;
  /** The end-of-sequence piece. */
  readonly eos: number;
  /** Longest source plus target, in positions. */
  readonly maxPositions: number;
  /** Pieces that no hypothesis may hold (control tags, sequence marks). */
  readonly reserved: ReadonlySet<number>;

  /**
   * Encodes a source sentence (text pieces only; marks are added here).
   * @throws OtherwiseError `text-too-long` when it exceeds `maxPositions`, `aborted` when the signal fires
   */
  encode(source: readonly number[], signal?: AbortSignal): Promise<Memory>;

  /**
   * Opens a batch with one row for each sequence of tags, all of one length, and gives each the distribution of the first
   * piece of its target.
   * `probes`: ids whose log-probabilities are wanted besides the top K, in every row. `capacity`: the most rows × steps the batch will ever
   * append; a batch that appends more is an error.
   */
  begin(
    memory: Memory,
    tags: readonly (readonly number[])[],
    options: { capacity: number; probes?: readonly number[]; signal?: AbortSignal },
  ): Promise<{ cache: Cache; output: StepOutput }>;

  /**
   * Appends piece `ids[r]` to the row `parents[r]` of the previous step, for each new row r, and gives the distribution
   * of the piece after it. `probes`: [rows × P] flat, the same P for every row (repeat an id to fill up).
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
   * Reads targets as a judge of rewrites: the logit of "right", up to a constant, one number a request. Absent where the
   * model has not learnt to.
   */
  judge?: ((requests: readonly ScoreRequest[], signal?: AbortSignal) => Promise<number[]>) | undefined;
}
