import type { Finding } from './finding.ts';
import type { Surprise } from './surprisal.ts';

/** A decoded text. `forward` is its negative log-likelihood per token in nats, the end token counted, `pieces` the number of tokens. */
interface Drawn {
  readonly text: string;
  readonly forward: number;
  readonly pieces: number;
  /** The place in the beam of a numbered system, whose hypotheses are not compared with each other. */
  readonly rank?: number;
  /** The surprisal of the text as it was decoded, token by token; undefined after beam search, which keeps sums only. */
  readonly surprise?: Surprise;
}

/** A decoded text with the observations of its words. */
interface Observed extends Drawn {
  /** The invariants that it breaks. */
  readonly broken: readonly Finding[];
  readonly findings: readonly Finding[];
  /** The findings that are shown whatever the estimator says. */
  readonly warnings?: readonly Finding[];
  /** The quality estimate before it is scored backward, 0–1; undefined where the model can't tell. */
  readonly first?: number | undefined;
  /** The reading of the model's adapter (a logit, up to a constant), once it was asked. */
  readonly judgement?: number | undefined;
  /** The predicted human judgement, 0–100. */
  readonly meaning?: number;
}

/** An observed text that was scored in both directions. */
interface Scored extends Observed {
  readonly backward: number;
  /** The quality estimate, 0–1; undefined where the model can't tell. */
  readonly right?: number;
  /** Tells whether the estimate is below the reject threshold. */
  readonly unlikely?: boolean;
  /** Tells whether the estimate is below the flag threshold. */
  readonly doubtful?: boolean;
  /** The words that are doubted most, where the request asks for them. */
  readonly doubted?: Finding;
}

interface Stages {
  readonly drawn: Drawn;
  readonly observed: Observed;
  readonly scored: Scored;
}

/** A decoded text at a stage of its way to a rewrite; each stage adds facts to those of the one before. */
export type Candidate<Stage extends keyof Stages> = Stages[Stage];

/**
 * Returns the score, forward + backward, nats per token, rounded to four decimals as its parts are: the figure that is shown is the one
 * that chooses.
 */
export const scoreOf = ({ forward, backward }: Pick<Candidate<'scored'>, 'forward' | 'backward'>): number =>
  Math.round((forward + backward) * 1e4) / 1e4;
