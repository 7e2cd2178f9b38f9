import { below, cost, FLAG_COST, type Guarded, type Scored, sum } from './choice.ts';
import type { ConstraintPlan } from './constraint-plan.ts';
import { HardBan } from './constraints/hard-ban.ts';
import type { Scores } from './decoding/step-model.ts';
import { throwIfAborted } from './errors.ts';
import { finishLike } from './language/finish.ts';
import { detailSlips, readPair } from './selection/detail-slips.ts';
import { probablyGood, readDoubt } from './selection/doubt.ts';
import { acceptCandidates, distinctCandidates } from './selection/filter.ts';
import { letterSlips } from './selection/guards/letters.ts';
import { flag, type Slip } from './selection/guards/slip.ts';
import { guard, isFaithful } from './selection/guards.ts';
import { derivationSlips, lexicalSlips } from './selection/lexical-slips.ts';
import { comparisonKey, spelledOutKey } from './selection/normalise.ts';
import { chooseBest } from './selection/rank.ts';
import { type DetailWords, surpriseOf } from './selection/word-surprise.ts';
import type { Drawn } from './candidates.ts';
import type { Settings, Tools } from './tools.ts';
import type { ParaphraseProgress, Rewrite } from '../workers/protocol.ts';

/**
 * Which candidates of a round are scored backward at all: forward nats less this much of what the estimator reads. On
 * judged rewrites a good one comes before another one of its sentence in 82 % of the pairs, by the nats alone in 79
 * (first part of the judgements).
 */
const FIRST_SIGHT = 0.2;
/** The distance tag under which sources are scored given their rewrites. */
const SCORING_DISTANCE = 1;
/**
 * Share of the threshold: another round is drawn while too few candidates lie below it. (By earlier weights of the two
 * scores 21 of 30 labelled ones below 0.3 were good,
 * 43 of 85 below 0.4.)
 */
const ENOUGH = 0.4;
/**
 * Rewrites that keep less by prediction (0–100) are dropped. Only one of those labelled lay below it, and it was not
 * good: a weak ground.
 */
const LEAST_MEANING = 50;
/** How far above the threshold, as a factor, the next best may lie when rewrites are missing. */
const DOUBTFUL = 1.4;
const doubtful = flag('word', 'scores poorly: read it with care');
const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/**
 * What the rounds of one sentence have brought so far: everything drawn is normalised, compared with what was there,
 * guarded, scored both ways, and accepted, kept in reserve or dropped.
 */
export class CandidatePool {
  sampled = 0;
  /** Keys of everything seen that is no copy. */
  readonly unique = new Set<string>();
  /** Candidates that break neither ban nor demand, guarded. */
  readonly lawful: Guarded[] = [];
  readonly accepted: Scored[] = [];
  /** Scored, but above the threshold or hardly right by the model's own doubt; what a guard refuses is not among them. */
  private readonly reserve: Scored[] = [];
  private readonly sourcePieces: readonly string[];
  private readonly scoringTags: number[];
  /** Nats of the source read on its own. */
  private readonly sourcePrior: number;
  private readonly details: DetailWords;

  constructor(
    private readonly source: string,
    private readonly sourceIds: number[],
    prior: Float32Array | undefined,
    private readonly plan: ConstraintPlan,
    private readonly settings: Settings,
    private readonly tools: Tools,
    private readonly progress?: (event: ParaphraseProgress) => void,
    private readonly signal?: AbortSignal,
  ) {
    const { inflector, pieces, tags, words } = tools;
    this.sourcePieces = sourceIds.map((id) => pieces.pieceText(id));
    this.scoringTags = tags(SCORING_DISTANCE);
    this.sourcePrior = -total(prior ?? []);
    this.details = { forms: (word) => inflector.forms(word), closed: (word) => words.closed(word) };
  }

  /** Whether round r is worth drawing: the second for good rewrites, further ones for any. */
  wants(r: number, n: number): boolean {
    return r === 0 || (r === 1 ? below(this.accepted, ENOUGH * this.settings.threshold).length : this.accepted.length) < n;
  }

  /** Takes in what a round has drawn: what is new, lawful and sound is scored, and accepted if it is good enough. */
  async add(drawn: readonly Drawn[], rows: number): Promise<void> {
    this.sampled += rows;
    const finished = drawn.map((candidate) => ({ ...candidate, text: finishLike(this.source, candidate.text) }));
    const copy = spelledOutKey(this.source);
    const fresh = distinctCandidates(this.source, finished).kept.filter(
      ({ text }) => !this.unique.has(comparisonKey(text)) && spelledOutKey(text) !== copy,
    );
    for (const { text } of fresh) this.unique.add(comparisonKey(text));
    const lawful = fresh
      .filter(({ text }) => !this.plan.hardBan.violates(text) && this.plan.demanded.satisfied(text))
      .map((candidate) => this.guarded(candidate));
    this.lawful.push(...lawful);
    const sound = lawful
      .filter(({ forward, slips }) => forward <= this.settings.threshold && slips.every(({ severity }) => severity !== 'drop'))
      .filter(({ meaning }) => meaning === undefined || meaning >= LEAST_MEANING);
    const scored = await this.score(
      chooseBest(
        sound.map((candidate) => ({
          ...candidate,
          score: candidate.forward + FLAG_COST * candidate.slips.length - FIRST_SIGHT * (candidate.surprise?.estimate ?? 0),
        })),
        this.settings.scored,
      ),
    );
    const kept = acceptCandidates(scored, this.settings.threshold).kept.filter(({ slips }) => isFaithful(slips));
    this.accepted.push(...kept);
    this.reserve.push(...scored.filter((candidate) => !kept.includes(candidate)));
  }

  /**
   * Fills up to n with the next best of the reserve, within limits, behind the accepted ones where there are such;
   * their notes say what is wrong with them.
   */
  topUp(n: number): void {
    const { kept } = acceptCandidates(this.reserve, DOUBTFUL * this.settings.threshold);
    const least = Math.min(...this.accepted.map(sum));
    const noted = kept.map((candidate) => ({ ...candidate, score: cost(candidate), slips: [...candidate.slips, doubtful] }));
    // Rewrites are listed by their score: what has but a low score must not lead.
    const [behind, before] = [noted.filter((candidate) => sum(candidate) >= least), noted.filter((candidate) => sum(candidate) < least)];
    const missing = n - this.accepted.length;
    const next = [...chooseBest(behind, missing), ...chooseBest(before, Math.max(0, missing - behind.length))];
    this.accepted.push(...next);
  }

  private guarded(candidate: Drawn): Guarded {
    const slips = [
      ...guard(this.source, candidate.text),
      ...lexicalSlips(this.source, candidate.text, this.tools.words),
      ...derivationSlips(candidate.text, this.settings.avoid),
      ...letterSlips([this.source, ...this.settings.require].join(' '), candidate.text),
    ];
    const meaning = this.tools.meaning?.(this.source, candidate.text, slips);
    return { ...candidate, slips, ...(meaning !== undefined && { meaning: Math.round(meaning * 10) / 10 }) };
  }

  /** Takes the best of what holds the demands, whatever its score and slips. */
  async acceptLawful(): Promise<void> {
    const drops = ({ slips }: { slips: readonly Slip[] }): number => slips.filter(({ severity }) => severity === 'drop').length;
    this.accepted.push(
      ...(await this.score(
        chooseBest(
          this.lawful.map((candidate) => ({ ...candidate, score: candidate.forward + drops(candidate) })),
          2 * this.settings.n,
        ),
      )),
    );
  }

  private async score(candidates: readonly Guarded[]): Promise<Scored[]> {
    const { model, pieces } = this.tools;
    const scored: Scored[] = [];
    for (let at = 0; at < candidates.length; at += this.settings.scoreChunk) {
      throwIfAborted(this.signal);
      const chunk = candidates.slice(at, at + this.settings.scoreChunk);
      const scores = await model.score(
        chunk.map(({ text }) => ({
          source: pieces.encode(text),
          tags: this.scoringTags,
          target: this.sourceIds,
          prior: this.tools.doubt !== undefined,
        })),
        this.signal,
      );
      const read = await this.read(chunk);
      scored.push(...read.map((candidate, i) => this.judged(candidate, scores[i] ?? { logProbs: new Float32Array() })));
      const early =
        this.accepted.length === 0 && at === 0
          ? acceptCandidates(scored, this.settings.threshold).kept.find(({ slips }) => isFaithful(slips))
          : undefined;
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
    const scores = await model.score(
      targets.map((target) => ({ source: this.sourceIds, tags: this.scoringTags, target })),
      this.signal,
    );
    return candidates.map((candidate) => {
      const i = unread.indexOf(candidate);
      const target = targets[i];
      return target
        ? {
            ...candidate,
            surprise: surpriseOf(
              candidate.text,
              target.map((id) => pieces.pieceText(id)),
              scores[i]?.logProbs ?? [],
              { estimate: scores[i]?.estimates?.rewrite },
            ),
          }
        : candidate;
    });
  }

  /** A candidate with its backward score and the details that the scores show lost or invented. */
  private judged(candidate: Guarded, { logProbs, estimates, prior }: Scores): Scored {
    const { doubt } = this.tools;
    const backward = surpriseOf(this.source, this.sourcePieces, logProbs, { estimate: estimates?.source, prior: this.sourcePrior });
    const asked = (word: string): boolean =>
      this.plan.hardBan.violates(word) || this.settings.require.some((phrase) => new HardBan([word]).violates(phrase));
    const scored = { ...candidate, forward: round(candidate.forward), backward: round(-mean(logProbs)) };
    const pair =
      doubt && candidate.surprise && readPair(backward, { ...candidate.surprise, prior: -total(prior ?? []) }, this.details, asked);
    if (!pair) return scored;
    const good = probablyGood(readDoubt(pair), doubt);
    return { ...scored, good, slips: [...candidate.slips, ...detailSlips(pair, good, doubt)] };
  }
}

/** A candidate as people see it. */
export function toRewrite(candidate: Scored, cluster: number): Rewrite & { readonly cluster: number } {
  const { text, forward, backward, slips, meaning } = candidate;
  return {
    text,
    forward,
    backward,
    score: round(forward + backward),
    cluster,
    ...(meaning !== undefined && { meaning }),
    ...(slips.length > 0 && { notes: slips.map(({ message }) => message) }),
  };
}

const total = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
};
const mean = (values: ArrayLike<number>): number => total(values) / Math.max(1, values.length);
