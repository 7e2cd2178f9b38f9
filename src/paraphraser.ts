/**
 * The pipeline for one sentence: constrain → encode once → sample all rows in one batch → normalise, dedupe → score both ways → drop above the
 * threshold → cluster with the source as frozen centroid → best of each other cluster → rank → n best (ParaBank 2 §2, §3.3).
 *
 * 1 constrain   5 random sets of soft bans and 2 without any, or the constraints of one ParaBank system; the user's bans hold hard, demands that
 *               conflict are unmet
 * 2 sample      (sets + free) × samples rows (systems 1–37: beam search), each drawn from the k best pieces
 * 3 normalise   outer form of the source; copies, duplicates, broken bans and demands, and what the guards refuse are gone
 * 4 score       forward from the sampling, backward with the same model the other way round
 * 5 filter      forward + backward ≤ threshold; while too few are left, another round of 1–4 with other sets, other samples and a tag for rewrites
 *               nearer to the source, the third without random bans; what is still missing comes from the next best, marked as doubtful (never with a
 *               threshold of the user's)
 * 6 choose      maximal marginal relevance, the source frozen: good ones that share few words with it and with each other; with diversity 0 as in
 *               ParaBank 2: clusters by word edit distance, the source a frozen centroid, one winner of each other cluster, too few winners filled up from
 *               what is furthest from them
 *
 * A demand the user made is worth more than the threshold: when nothing acceptable holds it, beam search tries, and the best lawful candidates are
 * shown with what the guards found about them.
 */
import { type ConstraintPlan, planConstraints } from './constraint-plan.ts';
import { HardBan } from './constraints/hard-ban.ts';
import { throwIfAborted } from './errors.ts';
import { finishLike } from './language/finish.ts';
import { plainWords } from './language/words.ts';
import type { ParaphraseProgress, Rewrite, Unmet } from '../workers/protocol.ts';
import type { Scores } from './decoding/step-model.ts';
import { clusterCandidates } from './selection/cluster.ts';
import { acceptCandidates, distinctCandidates } from './selection/filter.ts';
import { detailSlips, readPair } from './selection/detail-slips.ts';
import { probablyGood, readDoubt } from './selection/doubt.ts';
import { guard, isFaithful } from './selection/guards.ts';
import { derivationSlips, lexicalSlips } from './selection/lexical-slips.ts';
import { letterSlips } from './selection/guards/letters.ts';
import { flag, type Slip } from './selection/guards/slip.ts';
import { type DetailWords, surpriseOf } from './selection/word-surprise.ts';
import { comparisonKey, spelledOutKey, spelledOutWords } from './selection/normalise.ts';
import { fillUp } from './selection/fill-up.ts';
import { spreadOut } from './selection/spread-out.ts';
import { chooseBest } from './selection/rank.ts';
import { candidatesByBeam, candidatesBySampling, type Drawn } from './candidates.ts';
import type { Settings, Tools } from './tools.ts';

export interface SentenceResult {
  readonly rewrites: readonly (Rewrite & { readonly cluster: number; readonly pieces: number; readonly sourcePieces: number })[];
  readonly unmet: readonly Unmet[];
  readonly plan: ConstraintPlan;
  readonly counts: { readonly sampled: number; readonly unique: number; readonly accepted: number };
}

interface Guarded extends Drawn {
  readonly slips: readonly Slip[];
  /** Predicted human judgement, 0–100. */
  readonly meaning?: number;
}

interface Scored extends Guarded {
  readonly backward: number;
  /** The probability that a reader calls it good; undefined where the model can't tell. */
  readonly good?: number;
}

/**
 * How a candidate compares with others, in nats: the score it is listed by, and FLAG_COST for every doubt. Of 5,698 judged rewrites a good one and another one of the
 * same sentence are in the right order by the plain sum in 87 %, and no other weights of the two scores do better by more than 0.4 points.
 */
const effective = (candidate: Scored): number => sum(candidate) + FLAG_COST * candidate.slips.length;
/** What rewrites are listed by. */
const sum = ({ forward, backward }: Scored): number => forward + backward;
const FLAG_COST = 0.6;
/**
 * What a candidate costs when some are chosen to differ from each other: minus the logit of its being good, and minus what the estimator reads of it as English (judged rewrites
 * are called good by every detail; a clumsy one is worse to show), both scaled to nats as `diversity` is. On rated candidates of two sets of references (60 and 53), 57 and 68 % of
 * all five had both scales at 4 or more where `effective` gave 52 and 62, at about the same overlap of ranks 1 and 5 (by the estimators of the first part of the judgements).
 */
const cost = (candidate: Scored): number => {
  const { good, slips, surprise } = candidate;
  if (good === undefined) return effective(candidate);
  return FLAG_COST * slips.filter(({ kind }) => kind !== 'detail').length - LOGIT * Math.log(good / (1 - good)) - ENGLISH * (surprise?.estimate ?? 0);
};
const [LOGIT, ENGLISH] = [0.6, 0.3];
/**
 * Which candidates of a round are scored backward at all: forward nats less this much of what the estimator reads. On judged rewrites a good one comes before another one of
 * its sentence in 82 % of the pairs, by the nats alone in 79 (first part of the judgements).
 */
const FIRST_SIGHT = 0.2;
/**
 * How much sharing words with the source counts beside sharing them with another rewrite, and how many times as much for the bold one, chosen with `diversity` on
 * candidates of 113 references, each rated.
 */
const SOURCE_SHARE = 0.3;
const BOLD = 8;
/** How much more a noted candidate costs as the bold one: it is taken when that makes it different by a tenth of the words more. */
const CAUTION = 1.2;
/** How much more than the first one chosen a candidate may cost that is listed before it: without it good ones would be shut out for a hair's breadth of the score. */
const NEARLY = 0.4;
/** The distance tag under which sources are scored given their rewrites. */
const SCORING_DISTANCE = 1;
/**
 * Shares of the threshold. With diversity 0 candidates below the first are clustered alone when they suffice, else those below the next, until there is one for every
 * cluster: far-away poor candidates would become centroids and push good ones out. However the choice is made, another round is drawn while too few lie
 * below ENOUGH. (By earlier weights of the two scores 21 of 30 labelled ones below the first share were good, 43 of 85 below the second.)
 */
const LIMITS = [0.3, 0.4, 0.5, 0.6, 0.75, 1];
const ENOUGH = 0.4;
/** Rewrites that keep less by prediction (0–100) are dropped. Only one of those labelled lay below it, and it was not good: a weak ground. */
const LEAST_MEANING = 50;
/** How far above the threshold, as a factor, the next best may lie when rewrites are missing. */
const DOUBTFUL = 1.4;
const doubtful = flag('word', 'scores poorly: read it with care');
/** A round for a sentence that bans only make worse: none, and warmer samples instead, which would else be the same again. */
const unforced = ({ sets, free, temperature }: Settings): Partial<Settings> => ({ sets: 0, free: sets + free, temperature: Math.max(temperature, WARM) });
const WARM = 0.8;
/** Every round has seeds of its own. */
const ROUND_SEED = 0x9e3779b1;
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/**
 * Rewrites one sentence.
 * @param source clean text with at least one letter
 * @throws OtherwiseError what the model throws, `bad-request`, `aborted`
 */
export async function paraphraseSentence(source: string, settings: Settings, tools: Tools, progress?: (event: ParaphraseProgress) => void, signal?: AbortSignal): Promise<SentenceResult> {
  const { model, pieces } = tools;
  const plan = planConstraints(source, settings, tools);
  if (!plan.applicable) return { rewrites: [], unmet: plan.unmet, plan, counts: { sampled: 0, unique: 0, accepted: 0 } };
  const sourceIds = pieces.encode(source);
  progress?.({ kind: 'encode' });
  const memory = await model.encode(sourceIds, signal);
  const found = new Found(source, sourceIds, memory.prior, plan, settings, tools, progress, signal);
  try {
    const draw = settings.system === 'parabank2' ? candidatesBySampling : candidatesByBeam;
    const rounds = settings.system === 'parabank2' ? settings.rounds : 1;
    for (let r = 0; r < rounds && found.wants(r, settings.n); r += 1) {
      const own = { ...settings, ...(r > 1 && settings.free > 0 && unforced(settings)), seed: settings.seed + r * ROUND_SEED, distance: Math.max(0, settings.distance - r) };
      const constraints = r === 0 ? plan : planConstraints(source, own, tools);
      await found.add(await draw(memory, sourceIds.length, constraints, own, tools, progress, signal), plan.rows(settings));
    }
    if (!settings.strict) found.topUp(settings.n);
    if (found.accepted.length === 0 && plan.demands.length > 0 && !settings.strict) {
      if (found.lawful.length === 0) await found.add(await candidatesByBeam(memory, sourceIds.length, plan, settings, tools, progress, signal), settings.beam);
      if (found.accepted.length === 0) await found.acceptLawful();
    }
  } finally {
    memory.dispose();
  }
  const chosen = found.winners(settings.n);
  const rewrites = chosen.map(({ candidate, cluster }) => ({ ...toRewrite(candidate, cluster), pieces: candidate.pieces, sourcePieces: sourceIds.length + 1 })).sort((a, b) => a.score - b.score);
  const unmet = rewrites.length === 0 ? [...plan.unmet, ...plan.unreached(found.lawful.length > 0)] : plan.unmet;
  return { rewrites, unmet, plan, counts: { sampled: found.sampled, unique: found.unique.size, accepted: found.accepted.length } };
}

/** What the rounds of one sentence have brought so far. */
class Found {
  sampled = 0;
  /** Keys of everything seen that is no copy. */
  readonly unique = new Set<string>();
  /** Candidates that break neither ban nor demand, guarded. */
  lawful: Guarded[] = [];
  accepted: Scored[] = [];
  /** Scored, but above the threshold or hardly right by the model's own doubt; what a guard refuses is not among them. */
  private readonly reserve: Scored[] = [];
  private readonly sourcePieces: readonly string[];
  private readonly scoringTags: number[];
  /** Nats of the source read on its own. */
  private readonly sourcePrior: number;
  private readonly details: DetailWords;

  constructor(private readonly source: string, private readonly sourceIds: number[], prior: Float32Array | undefined, private readonly plan: ConstraintPlan, private readonly settings: Settings, private readonly tools: Tools, private readonly progress?: (event: ParaphraseProgress) => void, private readonly signal?: AbortSignal) {
    const { inflector, pieces, tags, words } = tools;
    this.sourcePieces = sourceIds.map((id) => pieces.pieceText(id));
    this.scoringTags = tags(SCORING_DISTANCE);
    this.sourcePrior = -total(prior ?? []);
    this.details = { forms: (word) => inflector.forms(word), closed: (word) => words.closed(word) };
  }

  /** Whether round r is worth drawing: the second for good rewrites, further ones for any. */
  wants(r: number, n: number): boolean {
    return r === 0 || (r === 1 ? this.good().length : this.accepted.length) < n;
  }

  private below(share: number): Scored[] {
    return this.accepted.filter((candidate) => effective(candidate) <= share * this.settings.threshold);
  }

  private good(): Scored[] {
    return this.below(ENOUGH);
  }

  async add(drawn: readonly Drawn[], rows: number): Promise<void> {
    this.sampled += rows;
    const finished = drawn.map((candidate) => ({ ...candidate, text: finishLike(this.source, candidate.text) }));
    const copy = spelledOutKey(this.source);
    const fresh = distinctCandidates(this.source, finished).kept.filter(({ text }) => !this.unique.has(comparisonKey(text)) && spelledOutKey(text) !== copy);
    for (const { text } of fresh) this.unique.add(comparisonKey(text));
    const lawful = fresh.filter(({ text }) => !this.plan.hardBan.violates(text) && this.plan.demanded.satisfied(text)).map((candidate) => this.guarded(candidate));
    this.lawful.push(...lawful);
    const sound = lawful.filter(({ forward, slips }) => forward <= this.settings.threshold && slips.every(({ severity }) => severity !== 'drop')).filter(({ meaning }) => meaning === undefined || meaning >= LEAST_MEANING);
    const scored = await this.score(chooseBest(sound.map((candidate) => ({ ...candidate, score: candidate.forward + FLAG_COST * candidate.slips.length - FIRST_SIGHT * (candidate.surprise?.estimate ?? 0) })), this.settings.scored));
    const kept = acceptCandidates(scored, this.settings.threshold).kept.filter(({ slips }) => isFaithful(slips));
    this.accepted.push(...kept);
    this.reserve.push(...scored.filter((candidate) => !kept.includes(candidate)));
  }

  /** Fills up to n with the next best of the reserve, within limits; their notes say what is wrong with them. */
  topUp(n: number): void {
    const { kept } = acceptCandidates(this.reserve, DOUBTFUL * this.settings.threshold);
    const next = chooseBest(kept.map((candidate) => ({ ...candidate, score: cost(candidate), slips: [...candidate.slips, doubtful] })), n - this.accepted.length);
    this.accepted.push(...next);
  }

  private guarded(candidate: Drawn): Guarded {
    const slips = [...guard(this.source, candidate.text), ...lexicalSlips(this.source, candidate.text, this.tools.words), ...derivationSlips(candidate.text, this.settings.avoid), ...letterSlips([this.source, ...this.settings.require].join(' '), candidate.text)];
    const meaning = this.tools.meaning?.(this.source, candidate.text, slips);
    return { ...candidate, slips, ...(meaning !== undefined && { meaning: Math.round(meaning * 10) / 10 }) };
  }

  /** Takes the best of what holds the demands, whatever its score and slips. */
  async acceptLawful(): Promise<void> {
    const drops = ({ slips }: { slips: readonly Slip[] }): number => slips.filter(({ severity }) => severity === 'drop').length;
    this.accepted.push(...await this.score(chooseBest(this.lawful.map((candidate) => ({ ...candidate, score: candidate.forward + drops(candidate) })), 2 * this.settings.n)));
  }

  private async score(candidates: readonly Guarded[]): Promise<Scored[]> {
    const { model, pieces } = this.tools;
    const scored: Scored[] = [];
    for (let at = 0; at < candidates.length; at += this.settings.scoreChunk) {
      throwIfAborted(this.signal);
      const chunk = candidates.slice(at, at + this.settings.scoreChunk);
      const scores = await model.score(chunk.map(({ text }) => ({ source: pieces.encode(text), tags: this.scoringTags, target: this.sourceIds, prior: this.tools.doubt !== undefined })), this.signal);
      const read = await this.read(chunk);
      scored.push(...read.map((candidate, i) => this.judged(candidate, scores[i] ?? { logProbs: new Float32Array() })));
      const early = this.accepted.length === 0 && at === 0 ? acceptCandidates(scored, this.settings.threshold).kept.find(({ slips }) => isFaithful(slips)) : undefined;
      if (early) this.progress?.({ kind: 'early', rewrite: toRewrite(early, 1) });
      this.progress?.({ kind: 'score', done: at + chunk.length, total: candidates.length });
    }
    return scored;
  }

  /** Candidates with their pieces as the model saw them: beam search keeps sums only, so its texts are read once more. */
  private async read(candidates: readonly Guarded[]): Promise<Guarded[]> {
    const { doubt, model, pieces } = this.tools;
    const unread = doubt ? candidates.filter(({ surprise }) => surprise === undefined) : [];
    if (unread.length === 0) return [...candidates];
    const targets = unread.map(({ text }) => pieces.encode(text));
    const scores = await model.score(targets.map((target) => ({ source: this.sourceIds, tags: this.scoringTags, target })), this.signal);
    return candidates.map((candidate) => {
      const i = unread.indexOf(candidate);
      const target = targets[i];
      return target ? { ...candidate, surprise: surpriseOf(candidate.text, target.map((id) => pieces.pieceText(id)), scores[i]?.logProbs ?? [], { estimate: scores[i]?.estimates?.rewrite }) } : candidate;
    });
  }

  /** A candidate with its backward score and the details that the scores show lost or invented. */
  private judged(candidate: Guarded, { logProbs, estimates, prior }: Scores): Scored {
    const { doubt } = this.tools;
    const backward = surpriseOf(this.source, this.sourcePieces, logProbs, { estimate: estimates?.source, prior: this.sourcePrior });
    const asked = (word: string): boolean => this.plan.hardBan.violates(word) || this.settings.require.some((phrase) => new HardBan([word]).violates(phrase));
    const scored = { ...candidate, forward: round(candidate.forward), backward: round(-mean(logProbs)) };
    const pair = doubt && candidate.surprise && readPair(backward, { ...candidate.surprise, prior: -total(prior ?? []) }, this.details, asked);
    if (!pair) return scored;
    const good = probablyGood(readDoubt(pair), doubt);
    return { ...scored, good, slips: [...candidate.slips, ...detailSlips(pair, good, doubt)] };
  }

  /** At most n rewrites that are good and differ from each other. */
  winners(n: number): { readonly candidate: Scored; readonly cluster: number }[] {
    if (this.settings.diversity > 0) return this.spread(this.accepted, n);
    const enough = LIMITS.map((share) => this.below(share)).find((candidates) => candidates.length >= Math.max(n, this.settings.clusters));
    return this.choose(enough ?? this.accepted, n);
  }

  /** By marginal relevance; every chosen rewrite is the centroid of a cluster of its own, numbered in the order of choice. */
  private spread(candidates: readonly Scored[], n: number): { readonly candidate: Scored; readonly cluster: number }[] {
    const weighed = candidates.map((candidate) => ({ words: spelledOutWords(candidate.text), cost: cost(candidate), score: sum(candidate), doubtful: candidate.slips.some(({ kind }) => kind === 'detail') }));
    const chosen = spreadOut(spelledOutWords(this.source), weighed, { n, diversity: this.settings.diversity, sourceShare: SOURCE_SHARE, bold: BOLD, caution: CAUTION, nearly: NEARLY });
    return chosen.map((index, at) => ({ candidate: candidates[index] as Scored, cluster: at + 1 }));
  }

  /** ParaBank 2's own choice: the best of each cluster but the source's, the good ones first; filled up when the clusters give too few. */
  private choose(candidates: readonly Scored[], n: number): { readonly candidate: Scored; readonly cluster: number }[] {
    const scores = candidates.map(effective);
    const { assignment, winners } = clusterCandidates(this.source, candidates.map(({ text }) => text), scores, this.settings.clusters);
    const best = chooseBest(winners.map((index) => ({ index, score: scores[index] ?? 0 })), n).map(({ index }) => index);
    const chosen = fillUp(best, candidates.map(({ text }) => plainWords(text)), plainWords(this.source), scores, n);
    return chosen.map((index) => ({ candidate: candidates[index] as Scored, cluster: assignment[index] ?? 0 }));
  }
}

function toRewrite(candidate: Scored, cluster: number): Rewrite & { readonly cluster: number } {
  const { text, forward, backward, slips, meaning } = candidate;
  return { text, forward, backward, score: round(forward + backward), cluster, ...(meaning !== undefined && { meaning }), ...(slips.length > 0 && { notes: slips.map(({ message }) => message) }) };
}

const total = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
};
const mean = (values: ArrayLike<number>): number => total(values) / Math.max(1, values.length);
