/**
 * The pipeline for one sentence: constrain → encode once → sample all rows in one batch → normalise, dedupe → score both ways → drop above the
 * threshold → cluster with the source as frozen centroid → best of each other cluster → rank → n best (ParaBank 2 §2, §3.3).
 *
 * 1 constrain   5 random sets of soft bans, or the constraints of one ParaBank system; the user's bans hold hard, demands that conflict are unmet
 * 2 sample      sets × samples rows (systems 1–37: beam search), each drawn from the k best pieces
 * 3 normalise   outer form of the source; copies, duplicates, broken bans and demands, and what the guards refuse are gone
 * 4 score       forward from the sampling, backward with the same model the other way round
 * 5 filter      forward + backward ≤ threshold
 * 6 cluster     word edit distance, source frozen; one winner a cluster; too few winners are filled up from what is furthest from them
 */
import { type ConstraintPlan, planConstraints } from './constraint-plan.ts';
import { throwIfAborted } from './errors.ts';
import { finishLike } from './language/finish.ts';
import { plainWords } from './language/words.ts';
import type { ParaphraseProgress, Rewrite, Unmet } from '../workers/protocol.ts';
import { clusterCandidates } from './selection/cluster.ts';
import { acceptCandidates, distinctCandidates } from './selection/filter.ts';
import { guard } from './selection/guards.ts';
import { fillUp } from './selection/fill-up.ts';
import { chooseBest } from './selection/rank.ts';
import { candidatesByBeam, candidatesBySampling, type Drawn } from './candidates.ts';
import type { Settings, Tools } from './tools.ts';

export interface SentenceResult {
  readonly rewrites: readonly (Rewrite & { readonly cluster: number; readonly pieces: number; readonly sourcePieces: number })[];
  readonly unmet: readonly Unmet[];
  readonly plan: ConstraintPlan;
  readonly counts: { readonly sampled: number; readonly unique: number; readonly accepted: number };
}

interface Scored extends Drawn {
  readonly backward: number;
  readonly notes: readonly string[];
}

/** What a flagged difference costs a candidate against the others of its cluster, in nats of its score; it is still listed by its true score. */
const FLAG_COST = 0.4;
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/**
 * Rewrites one sentence.
 * @param source clean text with at least one letter
 * @throws OtherwiseError what the model throws, `bad-request`, `aborted`
 */
export async function paraphraseSentence(source: string, settings: Settings, tools: Tools, progress?: (event: ParaphraseProgress) => void, signal?: AbortSignal): Promise<SentenceResult> {
  const { model, pieces } = tools;
  const plan = planConstraints(source, settings, tools);
  const sourceIds = pieces.encode(source);
  const nothing = { rewrites: [], unmet: plan.unmet, plan, counts: { sampled: 0, unique: 0, accepted: 0 } };
  if (!plan.applicable) return nothing;

  progress?.({ kind: 'encode' });
  const memory = await model.encode(sourceIds, signal);
  let drawn: Drawn[];
  try {
    const draw = settings.system === 'parabank2' ? candidatesBySampling : candidatesByBeam;
    drawn = await draw(memory, sourceIds.length, plan, settings, tools, progress, signal);
  } finally {
    memory.dispose();
  }

  const finished = drawn.map((candidate) => ({ ...candidate, text: finishLike(source, candidate.text) }));
  const lawful = finished.filter(({ text }) => !plan.hardBan.violates(text) && plan.demanded.satisfied(text));
  const unique = distinctCandidates(source, lawful).kept;
  const guarded = unique.map((candidate) => ({ ...candidate, slips: guard(source, candidate.text) })).filter(({ slips }) => slips.every(({ severity }) => severity !== 'drop'));
  const worth = chooseBest(guarded.map((candidate) => ({ ...candidate, score: candidate.forward + FLAG_COST * candidate.slips.length })).filter(({ forward }) => forward <= settings.threshold), settings.scored);

  const accepted: Scored[] = [];
  const backTags = tools.tags(2);
  for (let at = 0; at < worth.length; at += settings.scoreChunk) {
    throwIfAborted(signal);
    const chunk = worth.slice(at, at + settings.scoreChunk);
    const logProbs = await model.score(chunk.map(({ text }) => ({ source: pieces.encode(text), tags: backTags, target: sourceIds })), signal);
    const scored = chunk.map((candidate, i): Scored => ({
      ...candidate, forward: round(candidate.forward), backward: round(-mean(logProbs[i] ?? [])), notes: candidate.slips.map(({ message }) => message),
    }));
    const { kept } = acceptCandidates(scored, settings.threshold);
    const early = kept[0];
    if (accepted.length === 0 && early) progress?.({ kind: 'early', rewrite: toRewrite(early, 1) });
    accepted.push(...kept);
    progress?.({ kind: 'score', done: Math.min(worth.length, at + chunk.length), total: worth.length });
  }

  const effective = accepted.map((candidate) => candidate.forward + candidate.backward + FLAG_COST * candidate.notes.length);
  const { assignment, winners } = clusterCandidates(source, accepted.map(({ text }) => text), effective, settings.clusters);
  const best = chooseBest(winners.map((index) => ({ index, score: effective[index] ?? 0 })), settings.n).map(({ index }) => index);
  const words = accepted.map(({ text }) => plainWords(text));
  const chosen = fillUp(best, words, plainWords(source), effective, settings.n);
  const rewrites = chooseBest(chosen.map((index) => {
    const candidate = accepted[index] as Scored;
    return { ...toRewrite(candidate, assignment[index] ?? 0), pieces: candidate.pieces, sourcePieces: sourceIds.length + 1 };
  }), settings.n);
  const unmet = rewrites.length === 0 ? [...plan.unmet, ...plan.unreached(finished.length > 0 && lawful.length > 0)] : plan.unmet;
  return { rewrites, unmet, plan, counts: { sampled: plan.rows(settings), unique: unique.length, accepted: accepted.length } };
}

function toRewrite(candidate: Scored, cluster: number): Rewrite & { readonly cluster: number } {
  const { text, forward, backward, notes } = candidate;
  return { text, forward, backward, score: round(forward + backward), cluster, ...(notes.length > 0 && { notes }) };
}

const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum / Math.max(1, values.length);
};
