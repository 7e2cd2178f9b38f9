import type { Finding } from './finding.ts';
import type { Surprise } from './surprisal.ts';

/** A text that was decoded; `forward` is its negative log-likelihood per token in nats, the end token counted, `pieces` their number. */
interface Drawn {
  readonly text: string;
  readonly forward: number;
  readonly pieces: number;
  /** Place in the beam of a numbered system, whose hypotheses are not compared with each other. */
  readonly rank?: number;
  /** The text as it was decoded, token by token; undefined after beam search, which keeps sums only. */
  readonly surprise?: Surprise;
}

/** The same, and what is seen in its words. */
interface Observed extends Drawn {
  /** Invariants that it breaks. */
  readonly broken: readonly Finding[];
  readonly findings: readonly Finding[];
  /** What people are told of it whatever the estimator says. */
  readonly warnings?: readonly Finding[];
  /** How probably it is right before it is read backward, 0–1; undefined where the model can't tell. */
  readonly first?: number | undefined;
  /** What the model's adapter says of it (a logit, up to a constant), once it was asked. */
  readonly judgement?: number | undefined;
  /** Predicted human judgement, 0–100. */
  readonly meaning?: number;
}

/** The same, scored both ways. */
interface Scored extends Observed {
  readonly backward: number;
  /** The probability that a reader calls it right, 0–1; undefined where the model can't tell. */
  readonly right?: number;
  /** Whether that is less than the least the model's manifest lets pass. */
  readonly unlikely?: boolean;
  /** Whether it is less than what the manifest shows without a doubt. */
  readonly doubtful?: boolean;
  /** The words that are doubted most, where they are asked for. */
  readonly doubted?: Finding;
}

interface Stages {
  readonly drawn: Drawn;
  readonly observed: Observed;
  readonly scored: Scored;
}

/** A text that was decoded, at a stage of its way to a rewrite; each stage adds to what is known of it at the one before. */
export type Candidate<Stage extends keyof Stages> = Stages[Stage];

/** forward + backward, nats per token, rounded to four decimals as its parts are: what is shown is what chooses. */
export const scoreOf = ({ forward, backward }: Pick<Candidate<'scored'>, 'forward' | 'backward'>): number =>
  Math.round((forward + backward) * 1e4) / 1e4;
