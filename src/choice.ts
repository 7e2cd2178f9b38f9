import { plainWords } from './language/words.ts';
import { clusterCandidates } from './selection/cluster.ts';
import { fillUp } from './selection/fill-up.ts';
import type { Slip } from './selection/guards/slip.ts';
import { spelledOutWords } from './selection/normalise.ts';
import { chooseBest } from './selection/rank.ts';
import { spreadOut } from './selection/spread-out.ts';
import type { Drawn } from './candidates.ts';
import type { Settings } from './tools.ts';

/** A candidate and what the guards found about it. */
export interface Guarded extends Drawn {
  readonly slips: readonly Slip[];
  /** Predicted human judgement, 0–100. */
  readonly meaning?: number;
}

/** A candidate scored both ways. */
export interface Scored extends Guarded {
  readonly backward: number;
  /** The probability that a reader calls it good; undefined where the model can't tell. */
  readonly good?: number;
}

/** A chosen candidate and its cluster. */
export interface Winner {
  readonly candidate: Scored;
  readonly cluster: number;
}

/**
 * How a candidate compares with others, in nats: the score it is listed by, and FLAG_COST for every doubt. Of 5,698
 * judged rewrites a good one and another one of the same sentence are in the right order by the plain sum in 87 %, and
 * no other weights of the two scores do better by more than 0.4 points.
 */
export const effective = (candidate: Scored): number => sum(candidate) + FLAG_COST * candidate.slips.length;
/** What rewrites are listed by. */
export const sum = ({ forward, backward }: Scored): number => forward + backward;
/** What a doubt costs, nats. */
export const FLAG_COST = 0.6;
/**
 * What a candidate costs when some are chosen to differ from each other: minus the logit of its being good, and minus
 * what the estimator reads of it as English (the doubt minds details most; a clumsy one is worse to show), both scaled
 * to nats as `diversity` is. On rated candidates of two sets of references (60 and 53), 57 and 68 % of all five had
 * both scales at 4 or more where `effective` gave 52 and 62, at about the same overlap of ranks 1 and 5 (by the
 * estimators of the first part of the judgements).
 */
export const cost = (candidate: Scored): number => {
  const { good, slips, surprise } = candidate;
  if (good === undefined) return effective(candidate);
  return (
    FLAG_COST * slips.filter(({ kind }) => kind !== 'detail').length -
    LOGIT * Math.log(good / (1 - good)) -
    ENGLISH * (surprise?.estimate ?? 0)
  );
};
const [LOGIT, ENGLISH] = [0.6, 0.3];
/**
 * How much sharing words with the source counts beside sharing them with another rewrite, and how many times as much
 * for the bold one, chosen with `diversity` on candidates of 113 references, each rated.
 */
const SOURCE_SHARE = 0.3;
const BOLD = 8;
/** How much more a noted candidate costs as the bold one: it is taken when that makes it different by a tenth of the words more. */
const CAUTION = 1.2;
/**
 * How much more than the first one chosen a candidate may cost that is listed before it: without it good ones would be
 * shut out for a hair's breadth of the score.
 */
const NEARLY = 0.4;
/**
 * Shares of the threshold. With diversity 0 candidates below the first are clustered alone when they suffice, else
 * those below the next, until there is one for every cluster: far-away poor candidates would become centroids and push good ones out.
 */
const LIMITS = [0.3, 0.4, 0.5, 0.6, 0.75, 1];

/** The candidates whose scores and doubts stay below a share of the threshold (nats). */
export const below = (candidates: readonly Scored[], limit: number): Scored[] =>
  candidates.filter((candidate) => effective(candidate) <= limit);

/**
 * At most n rewrites that are good and differ from each other: by marginal relevance, or with `diversity` 0 by ParaBank
 * 2's clusters (§2.3).
 * @param candidates accepted ones of one sentence
 * @returns in the order of their choice
 */
export function winners(source: string, candidates: readonly Scored[], settings: Settings): Winner[] {
  const { clusters, diversity, n, threshold } = settings;
  if (diversity > 0) return spread(source, candidates, n, diversity);
  const enough = LIMITS.map((share) => below(candidates, share * threshold)).find((some) => some.length >= Math.max(n, clusters));
  return clustered(source, enough ?? candidates, n, clusters);
}

/** By marginal relevance; every chosen rewrite is the centroid of a cluster of its own, numbered in the order of choice. */
function spread(source: string, candidates: readonly Scored[], n: number, diversity: number): Winner[] {
  const weighed = candidates.map((candidate) => ({
    words: spelledOutWords(candidate.text),
    cost: cost(candidate),
    score: sum(candidate),
    doubtful: candidate.slips.some(({ kind }) => kind === 'detail'),
  }));
  const chosen = spreadOut(spelledOutWords(source), weighed, {
    n,
    diversity,
    sourceShare: SOURCE_SHARE,
    bold: BOLD,
    caution: CAUTION,
    nearly: NEARLY,
  });
  return chosen.map((index, at) => ({ candidate: candidates[index] as Scored, cluster: at + 1 }));
}

/** ParaBank 2's own choice: the best of each cluster but the source's, the good ones first; filled up when the clusters give too few. */
function clustered(source: string, candidates: readonly Scored[], n: number, clusters: number): Winner[] {
  const scores = candidates.map(effective);
  const { assignment, winners: best } = clusterCandidates(source, candidates.map(({ text }) => text), scores, clusters);
  const ranked = chooseBest(best.map((index) => ({ index, score: scores[index] ?? 0 })), n).map(({ index }) => index);
  const chosen = fillUp(ranked, candidates.map(({ text }) => plainWords(text)), plainWords(source), scores, n);
  return chosen.map((index) => ({ candidate: candidates[index] as Scored, cluster: assignment[index] ?? 0 }));
}
