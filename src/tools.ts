import type { Inflector } from './language/inflect.ts';
import type { StepModel } from './decoding/step-model.ts';
import type { WordKnowledge } from './selection/lexical-slips.ts';
import type { DoubtModel } from './selection/doubt.ts';
import type { Slip } from './selection/guards/slip.ts';
import type { SystemResources } from './constraints/systems.ts';

/** Text and pieces of the model. */
export interface Pieces {
  /** The usual segmentation, without marks. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  /** Text of one piece, its space included; U+FFFD where its bytes are no whole character. */
  pieceText(id: number): string;
}

/** What the pipeline works with: a model and the tables of the language. */
export interface Tools {
  readonly name: string;
  readonly model: StepModel;
  readonly pieces: Pieces;
  /** Highest forward + backward negative log-likelihood per piece (nats) that the model's manifest recommends. */
  readonly threshold: number;
  /**
   * Tells a good rewrite by the model's own surprise and states, from the manifest: bad ones are dropped or noted, the
   * others weighed by it. Undefined for a model too small to tell.
   */
  readonly doubt: DoubtModel | undefined;
  /** Control pieces of a distance 0 … 4. @throws OtherwiseError `bad-request` */
  tags(distance: number): number[];
  readonly inflector: Inflector;
  /** Whether a lower-case word is in the tables: tells a name from the first word of a sentence. */
  known(word: string): boolean;
  readonly words: WordKnowledge;
  /** Predicted human judgement of how much of `a`'s meaning `b` keeps, 0–100; undefined where its model is not loaded. */
  readonly meaning: ((a: string, b: string, slips: readonly Slip[]) => number) | undefined;
  /** The tables behind ParaBank's systems; loaded when a system is asked for. */
  readonly systems: SystemResources | undefined;
}

/** Every parameter of a request, defaults filled in (`defaultSettings`). */
export interface Settings {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  readonly system: 'parabank2' | number;
  /** Rewrites wanted. */
  readonly n: number;
  /** Random sets of bans. */
  readonly sets: number;
  /** Sets on top of these without random bans: what the model changes of its own accord reads best, what a ban forces differs most. */
  readonly free: number;
  /** Samples a set. */
  readonly samples: number;
  readonly topK: number;
  readonly temperature: number;
  /** Nats per piece, forward + backward. */
  readonly threshold: number;
  /** Clusters, the source's own included. */
  readonly clusters: number;
  /**
   * Nats that sharing all words with another rewrite costs in the choice (`spreadOut`); 0 chooses the best of each
   * cluster instead, as ParaBank 2 does.
   */
  readonly diversity: number;
  /** Chance of a content word to enter a random ban set. */
  readonly p: number;
  readonly seed: number;
  readonly distance: number;
  readonly inflections: boolean;
  readonly ordered: boolean;
  readonly beam: number;
  /** Whether the threshold was given by the user: then nothing above it is shown, not even for a demand. */
  readonly strict: boolean;
  /** Most rounds of sampling; another one is drawn while there are fewer than n rewrites. */
  readonly rounds: number;
  /** Most candidates of a round that are scored backward. */
  readonly scored: number;
  /** Candidates scored in one pass: progress and cancelling come between passes. */
  readonly scoreChunk: number;
}

/**
 * ParaBank 2’s numbers (seeds-spec 2.1) with the budget for WASM: 5 sets of 16 samples; `full` is the paper’s 5 × 30.
 * Two sets without bans are ours: forced rewrites read worse than free ones (`free` 0 draws as the paper does), and so
 * is the choice by marginal relevance: on the same candidates its five are as likely as the winners of clusters, their
 * first one likelier, and less alike (`diversity` 0 chooses as the paper does). The temperature is 0.55, not the
 * paper’s 1: this model is far smaller than theirs, and its cooler samples read better (a larger share of them passes
 * the threshold).
 */
export function defaultSettings(threshold: number): Settings {
  return {
    avoid: [],
    require: [],
    system: 'parabank2',
    n: 5,
    sets: 5,
    free: 2,
    samples: 16,
    topK: 10,
    temperature: 0.55,
    threshold,
    clusters: 8,
    diversity: 1.5,
    p: 0.1,
    seed: 0,
    distance: 1,
    inflections: true,
    ordered: false,
    beam: 12,
    strict: false,
    rounds: 3,
    scored: 25,
    scoreChunk: 8,
  };
}
