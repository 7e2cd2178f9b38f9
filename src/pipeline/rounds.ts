import { chooseBest } from '../choice/rank.ts';
import { HardBan } from '../constraints/hard-ban.ts';
import type { Scores } from '../decoding/step-model.ts';
import type { Rewrite } from '../protocol.ts';
import { allOf, type Asked, estimate, observe } from '../quality/assess.ts';
import { type Drawn, type Observed, type Scored, scoreOf } from '../quality/candidate.ts';
import type { DetailWords, Surprise } from '../quality/surprisal.ts';
import { surpriseOf } from '../quality/surprisal.ts';
import { finishLike } from '../text/finish.ts';
import { comparisonKey, spelledOutKey } from '../text/normalise.ts';
import { wordDistance } from '../text/word-distance.ts';
import { type SentenceContext, scoringTags, throwIfStopped } from './context.ts';
import type { Round } from './draw.ts';
import { Tally } from './tally.ts';

/** Which candidates of a round are scored backward at all: forward nats, so much for a finding, less this much of the probe's logit. */
const FIRST_SIGHT = { finding: 0.6, estimate: 0.2 };
/** Another round is drawn while fewer than n candidates score below this share of the threshold. */
const ENOUGH = 0.4;
/** How far above the threshold, as a factor, the next best may lie when rewrites are missing. */
const DOUBTFUL = 1.4;

/** All rounds of one sentence: everything drawn is normalised, compared with what was there, observed, scored both ways, and has one fate. */
export class Rounds {
  readonly accepted: Scored[] = [];
  /** Candidates that break neither ban nor demand. */
  readonly lawful: Observed[] = [];
  readonly tally = new Tally();
  /** Scored, but above the threshold or hardly right by the estimator; what breaks an invariant is not among them. */
  private readonly reserve: Scored[] = [];
  private readonly sourcePieces: readonly string[];
  private readonly sourcePrior: number;
  private readonly details: DetailWords;
  private readonly asked: Asked;

  constructor(private readonly context: SentenceContext) {
    const { tools, sourceIds, memory, settings } = context;
    const { inflector, pieces, words } = tools;
    this.sourcePieces = sourceIds.map((id) => pieces.pieceText(id));
    this.sourcePrior = -total(memory.prior ?? []);
    this.details = { forms: (word) => inflector.forms(word), closed: (word) => words.closed(word) };
    this.asked = { avoid: settings.avoid, require: settings.require };
  }

  /** Whether round r is worth drawing: the second for good rewrites, further ones for any. */
  wants(r: number): boolean {
    const { n, threshold } = this.context.settings;
    const enough = r === 1 ? this.accepted.filter((candidate) => scoreOf(candidate) <= ENOUGH * threshold) : this.accepted;
    return r === 0 || enough.length < n;
  }

  /** Takes in what a round has drawn: what is new, lawful and unbroken is scored, and accepted if it is good enough. */
  async add({ rows, candidates, unmet }: Round): Promise<void> {
    this.tally.rows(rows, candidates.length + unmet, unmet);
    const lawful = this.fresh(candidates).filter((candidate) => this.isLawful(candidate)).map((candidate) => this.observed(candidate));
    this.lawful.push(...lawful);
    const { scored: most } = this.context.settings;
    const sound = lawful.filter((candidate) => this.isSound(candidate));
    const first = new Set(chooseBest(sound.map((candidate) => ({ candidate, score: firstSight(candidate) })), most).map((one) => one.candidate));
    for (const candidate of await this.score(sound.filter((one) => first.has(one)))) this.judge(candidate);
  }

  /** Fills up to n with the next best of the reserve, within limits; their findings say that they are unlikely. */
  topUp(): void {
    const { n, threshold } = this.context.settings;
    const near = this.reserve.filter((candidate) => scoreOf(candidate) <= DOUBTFUL * threshold);
    const best = chooseBest(near.map((candidate) => ({ candidate, score: scoreOf(candidate) })), n - this.accepted.length);
    for (const { candidate } of best) this.accept({ ...candidate, findings: [...candidate.findings, { kind: 'unlikely' }] });
  }

  /** Takes the best of what holds the demands, whatever its score and what it breaks. */
  async acceptLawful(): Promise<void> {
    const ranked = this.lawful.map((candidate) => ({ candidate, score: candidate.forward + candidate.broken.length }));
    const best = chooseBest(ranked, 2 * this.context.settings.n).map(({ candidate }) => candidate);
    for (const candidate of await this.score(best)) this.accept({ ...candidate, findings: [...candidate.broken, ...candidate.findings] });
  }

  /** What is no copy and was not there before; of duplicates of one round the likeliest, at the place of the first. */
  private fresh(drawn: readonly Drawn[]): Drawn[] {
    const { source, settings } = this.context;
    const copyKey = settings.mode === 'otherwise' ? spelledOutKey : comparisonKey;
    const copy = copyKey(source);
    const kept = new Map<string, Drawn>();
    for (const candidate of drawn.map((one) => ({ ...one, text: finishLike(source, one.text) }))) {
      const key = comparisonKey(candidate.text);
      if (key === '' || copyKey(candidate.text) === copy) this.tally.copy();
      else if (this.tally.isNew(key)) kept.set(key, candidate);
      else if (candidate.forward < (kept.get(key)?.forward ?? -Infinity)) kept.set(key, candidate);
    }
    return [...kept.values()];
  }

  private isLawful({ text }: Drawn): boolean {
    const { hardBan, demanded } = this.context.plan;
    const fate = hardBan.violates(text) ? 'banned' : demanded.satisfied(text) ? undefined : 'unmet';
    if (fate) this.tally.set(comparisonKey(text), fate);
    return fate === undefined;
  }

  private observed(candidate: Drawn): Observed {
    const { source, tools, settings } = this.context;
    const seen = observe(source, candidate.text, tools.words, this.asked);
    const meaning = tools.meaning?.(source, candidate.text, seen);
    const broken = settings.invariants ? seen.broken : [];
    const findings = settings.invariants ? seen.findings : allOf(seen);
    return { ...candidate, broken, findings, ...(meaning !== undefined && { meaning: Math.round(meaning * 10) / 10 }) };
  }

  private isSound({ text, forward, broken }: Observed): boolean {
    const [first] = broken;
    if (first) this.tally.set(comparisonKey(text), { broken: first.kind });
    else if (forward > this.context.settings.threshold) this.tally.set(comparisonKey(text), 'aboveThreshold');
    else return true;
    return false;
  }

  private judge(candidate: Scored): void {
    const { threshold, estimator } = this.context.settings;
    const isUnlikely = estimator && candidate.unlikely === true;
    const isAbove = !(scoreOf(candidate) <= threshold);
    if (!isAbove && !isUnlikely) return this.accept(candidate);
    this.reserve.push(candidate);
    this.tally.set(comparisonKey(candidate.text), isAbove ? 'aboveThreshold' : 'unlikely');
  }

  private accept(candidate: Scored): void {
    this.accepted.push(candidate);
    this.tally.set(comparisonKey(candidate.text), 'accepted');
  }

  private async score(candidates: readonly Observed[]): Promise<Scored[]> {
    const { tools, settings, signal, progress, sourceIds } = this.context;
    const tags = scoringTags(this.context);
    const scored: Scored[] = [];
    for (let at = 0; at < candidates.length; at += settings.scoreChunk) {
      throwIfStopped(this.context);
      const chunk = candidates.slice(at, at + settings.scoreChunk);
      const requests = chunk.map(({ text }) => ({
        source: tools.pieces.encode(text), tags, target: sourceIds, prior: tools.estimator !== undefined,
      }));
      const scores = await tools.model.score(requests, signal);
      const read = await this.read(chunk);
      scored.push(...read.map((candidate, i) => this.estimated(candidate, scores[i] ?? { logProbs: new Float32Array() })));
      if (at === 0) this.showEarly(scored);
      progress?.({ kind: 'score', done: at + chunk.length, total: candidates.length });
    }
    return scored;
  }

  /** The first good one of a sentence is shown while the rest is scored. */
  private showEarly(scored: readonly Scored[]): void {
    const { settings, progress, source } = this.context;
    const early = scored.find((candidate) => scoreOf(candidate) <= settings.threshold && candidate.unlikely !== true);
    if (early && this.accepted.length === 0) progress?.({ kind: 'early', rewrite: toRewrite(source, early) });
  }

  /** Candidates with their tokens as the model saw them: beam search keeps sums only, so its texts are read once more. */
  private async read(candidates: readonly Observed[]): Promise<Observed[]> {
    const { tools, sourceIds, signal } = this.context;
    const unread = tools.estimator ? candidates.filter(({ surprise }) => surprise === undefined) : [];
    if (unread.length === 0) return [...candidates];
    const targets = unread.map(({ text }) => tools.pieces.encode(text));
    const scores = await tools.model.score(targets.map((target) => ({ source: sourceIds, tags: scoringTags(this.context), target })), signal);
    const surprises = new Map(unread.map((candidate, i): [Observed, Surprise] => {
      const pieces = (targets[i] ?? []).map((id) => tools.pieces.pieceText(id));
      return [candidate, surpriseOf(candidate.text, pieces, scores[i]?.logProbs ?? [], { estimate: scores[i]?.estimates?.rewrite })];
    }));
    return candidates.map((candidate) => {
      const surprise = surprises.get(candidate);
      return surprise ? { ...candidate, surprise } : candidate;
    });
  }

  /** A candidate with its backward score and what the estimator says of it. */
  private estimated(candidate: Observed, { logProbs, estimates, prior }: Scores): Scored {
    const { source, tools, plan, settings } = this.context;
    const scored = { ...candidate, forward: round(candidate.forward), backward: round(-total(logProbs) / Math.max(1, logProbs.length)) };
    if (!tools.estimator || !settings.estimator || !candidate.surprise) return scored;
    const backward = surpriseOf(source, this.sourcePieces, logProbs, { estimate: estimates?.source, prior: this.sourcePrior });
    const forward = { ...candidate.surprise, prior: -total(prior ?? []) };
    const allowed = (word: string): boolean =>
      plan.hardBan.violates(word) || settings.require.some((phrase) => new HardBan([word]).violates(phrase));
    const reading = { backward, forward, findings: candidate.findings, allowed };
    return { ...scored, ...estimate(reading, this.details, tools.estimator) };
  }
}

const firstSight = ({ forward, findings, surprise }: Observed): number =>
  forward + FIRST_SIGHT.finding * findings.length - FIRST_SIGHT.estimate * (surprise?.estimate ?? 0);

/** A candidate as people see it. @param cluster where clusters chose */
export function toRewrite(source: string, candidate: Scored, cluster?: number): Rewrite {
  const { text, forward, backward, right, findings, meaning } = candidate;
  return {
    text, forward, backward, score: round(scoreOf(candidate)), ...(right !== undefined && { right: round(right) }),
    distance: round(wordDistance(source, text)), ...(cluster !== undefined && { cluster }), ...(meaning !== undefined && { meaning }),
    ...(findings.length > 0 && { findings }),
  };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
const total = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i] ?? 0;
  return sum;
};
