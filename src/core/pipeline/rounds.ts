import { type Chosen, chooseSet, listed, placeOf, rightOf } from '../choice/choose.ts';
import { reallyDiffers } from '../choice/order.ts';
import { chooseBest } from '../choice/rank.ts';
import { chooseDistinct, setCandidate } from '../choice/set.ts';
import { isWrittenApart } from '../constraints/written-apart.ts';
import { type DrawnCandidate, type Observed, type Scored, scoreOf } from '../quality/candidate.ts';
import type { Rewrite } from '../protocol.ts';
import type { Finding } from '../quality/finding.ts';
import { finishLike, foldSpace } from '../text/finish.ts';
import { comparisonKey, spelledOutKey } from '../text/normalise.ts';
import { type SentenceContext, throwIfStopped } from './context.ts';
import { holds } from './plan.ts';
import { likeliest, promiseOf } from './promise.ts';
import type { Round } from './round.ts';
import { filledUp, marked, replacing, toldOfBan } from './replaced.ts';
import { type SentenceRewrite, rewriteOf, withoutPieces } from './rewrite.ts';
import { asksAdapter, judged, observed, readPairs, type SourceText, sourceText, total } from './read-pairs.ts';
import { Tally } from './tally.ts';

/** How many candidates are judged for each one that is read backward. */
const JUDGED = 2;
/** A set with this share of the rewrites wanted needs no second round. */
const ENOUGH = 0.6;
/** Nor does one whose rows were new texts in less than this share: a second round would mostly say the same again. */
const FRESH = 0.5;
/** How many of the most promising are read backward before the others, so that one of them stands soon. */
const EARLY = 4;
/** So many rewrites are wanted under a ban, doubtful ones that put a word in the banned one's place counted. */
const REPLACED = 3;
/** How far above the threshold, as a factor, the next best may lie when rewrites are missing. */
const DOUBTFUL = 1.4;

/** All rounds of one sentence: everything drawn is normalised, compared, observed, scored both ways, and has one fate. */
export class Rounds {
  readonly accepted: Scored[] = [];
  /** Candidates that break neither ban nor demand. */
  readonly lawful: Observed[] = [];
  readonly tally = new Tally();
  /** Scored, but above the threshold or hardly right by the estimator; what breaks an invariant is not among them. */
  private readonly reserve: Scored[] = [];
  private readonly source: SourceText;
  private isEarlyShown = false;

  constructor(private readonly context: SentenceContext) {
    const { source, sourceIds, origins, encoded, plan, mask, frame: { before, after } } = context;
    const lost = (rewrite: string): string[] => mask.lost(before + rewrite + after);
    this.source = { text: source, ids: sourceIds, origins, hardBan: plan.hardBan, prior: -total(encoded[0]?.memory.prior ?? []), lost };
  }

  /**
   * Whether every scored candidate is read anew forward, as it will be shown: in the papers' modes, whose scores choose,
   * under a strict threshold, and by a pair, where the best of several origins counts. Elsewhere only what is chosen is.
   */
  private get readsAll(): boolean {
    const { settings: { mode, strict }, tools } = this.context;
    return mode !== 'otherwise' || strict || tools.pivot !== undefined;
  }

  /** Shows at once what earlier requests for the sentence made and what still holds. */
  showHeld(): void {
    const { source, said, settings, plan, progress } = this.context;
    const held = [...said.with(settings).accepted.values()].filter(({ text }) => holds(plan, text));
    this.isEarlyShown = held.length > 0;
    for (const { candidate } of chooseSet(source, held, settings)) progress?.({ kind: 'early', rewrite: this.asJudged(candidate) });
  }

  /**
   * Whether round r, from 0, is worth drawing: any while nothing can be shown, and the second while little can (ENOUGH) and
   * rows are still new texts (FRESH). None where demands are met in as many texts as are wanted: when these are not good,
   * the demands are why, and other samples would be no better.
   */
  wants(r: number): boolean {
    const { source, settings, plan } = this.context;
    if (r > 0 && plan.demands.length > 0 && this.lawful.length >= settings.n) return false;
    const found = chooseSet(source, this.accepted, settings).length;
    const { unique, sampled } = this.tally.counts;
    return found === 0 || (r === 1 && found < ENOUGH * settings.n && unique >= FRESH * sampled);
  }

  /** Takes in what a round has drawn: what is new, lawful and unbroken is scored, and accepted if it is good enough. */
  async add(drawn: Round): Promise<void> {
    this.tally.rows(drawn);
    const taken = this.context.settings.mode === 'parabank' ? this.asDecoded(drawn.candidates) : this.fresh(drawn.candidates);
    const lawful = taken.filter((candidate) => this.isLawful(candidate)).map((candidate) => observed(this.source, candidate, this.context));
    this.lawful.push(...lawful);
    const sound = lawful.filter((candidate) => this.isSound(candidate));
    const { scored = this.context.settings.scored } = drawn;
    for (const candidate of await this.score(this.firstOf(await this.judged(sound, scored), scored))) this.judge(candidate);
  }

  /** Fills up to n with the next best of the reserve, within limits; their findings say that they are unlikely. */
  topUp(): void {
    const { n } = this.context.settings;
    const best = chooseBest(this.near.map((candidate) => ({ candidate, score: scoreOf(candidate) })), n - this.accepted.length);
    for (const { candidate } of best) this.accept(marked(candidate));
  }

  /** Fills up to three, where bans leave fewer, with the likeliest that put a phrase in a banned one's place. */
  replaceBanned(): void {
    const most = Math.max(0, REPLACED - this.accepted.length);
    for (const candidate of replacing(this.near, this.context).slice(0, most)) this.accept(candidate);
  }

  /** A set of what the estimator calls hardly right and nothing was filled up with, as it was judged: who asks knows what it costs. */
  doubtful(): Rewrite[] {
    const taken = new Set(this.accepted.map(({ text }) => text));
    const unlikely = this.near.filter((candidate) => candidate.unlikely === true && !taken.has(candidate.text));
    return chooseSet(this.context.source, unlikely, this.context.settings, 0).map(({ candidate }) => this.asJudged(marked(candidate)));
  }

  /** Takes the best of what holds the demands, whatever it breaks and, unless the threshold is strict, whatever its score. */
  async acceptLawful(): Promise<void> {
    const { n, threshold, strict } = this.context.settings;
    const whole = this.lawful.filter(({ broken }) => !broken.some(isMarkup));
    const ranked = whole.map((candidate) => ({ candidate, score: candidate.forward + candidate.broken.length }));
    const best = chooseBest(ranked, 2 * n).map(({ candidate }) => candidate);
    const shown = (await this.score(best)).filter((candidate) => !strict || scoreOf(candidate) <= threshold);
    for (const candidate of shown) this.accept(candidate);
  }

  /**
   * The chosen as people see them: whole sentences with the figures of their own texts, whatever they were drawn with.
   * These may differ a little from those that chose, so what is listed by score is listed anew, and what a strict
   * threshold has no room for any more is not shown.
   */
  async shown(chosen: readonly Chosen[]): Promise<SentenceRewrite[]> {
    const { frame, settings } = this.context;
    const isFramed = frame.before + frame.after !== '';
    if (this.readsAll && !isFramed) return chosen.map(({ candidate, cluster }) => rewriteOf(this.source, candidate, cluster));
    const whole = isFramed ? await this.framed() : this.source;
    const read = await this.score(chosen.map(({ candidate }) => this.inFrame(candidate, whole)), { source: whole, forward: true });
    const anew = read.map((candidate, i) => {
      const findings = [...candidate.findings, ...toldOfBan(candidate, whole), ...filledUp(chosen[i])];
      return { ...chosen[i], candidate: { ...candidate, findings } };
    });
    return listed(whole.text, anew, settings)
      .filter(({ candidate }) => !settings.strict || scoreOf(candidate) <= settings.threshold)
      .map(({ candidate, cluster }) => rewriteOf(whole, candidate, cluster));
  }

  private framed(): Promise<SourceText> {
    const { mask, plan } = this.context;
    return sourceText({ plain: mask.plain, lost: (rewrite) => mask.lost(rewrite) }, plan.hardBan, this.context);
  }

  private inFrame(candidate: DrawnCandidate, whole: SourceText): Observed {
    const { frame: { before, after } } = this.context;
    const { text, forward, pieces } = candidate;
    return observed(whole, { text: before + text + after, forward, pieces }, this.context);
  }

  /** What is no copy and was not there before; of duplicates of one round the likeliest, at the place of the first. */
  private fresh(drawn: readonly DrawnCandidate[]): DrawnCandidate[] {
    const { source, settings } = this.context;
    const copyKey = settings.mode === 'otherwise' ? spelledOutKey : comparisonKey;
    const copy = copyKey(source);
    const kept = new Map<string, DrawnCandidate>();
    for (const one of drawn) {
      const candidate = { ...one, text: settings.mode === 'parabank2' ? foldSpace(one.text) : finishLike(source, one.text) };
      const key = comparisonKey(candidate.text);
      if (key === '') this.tally.empty();
      else if (copyKey(candidate.text) === copy) this.tally.copy();
      else if (this.tally.isNew(key)) kept.set(key, candidate);
      else if (candidate.forward < (kept.get(key)?.forward ?? -Infinity)) kept.set(key, candidate);
    }
    return [...kept.values()];
  }

  /** The hypotheses of a numbered system, as they are and in their order. */
  private asDecoded(hypotheses: readonly DrawnCandidate[]): DrawnCandidate[] {
    const texts = hypotheses.map((one, rank) => ({ ...one, text: one.text.trim(), rank }));
    for (const one of texts) {
      if (one.text === '') this.tally.empty();
      else this.tally.set(keyOf(one), 'unscored');
    }
    return texts.filter(({ text }) => text !== '');
  }

  private isLawful(candidate: DrawnCandidate): boolean {
    const { text } = candidate;
    const { plan: { hardBan, demanded }, settings } = this.context;
    const isFree = !hardBan.violates(text) && !isWrittenApart(text, settings.avoid);
    const fate = !isFree ? 'banned' : demanded.satisfied(text) ? undefined : 'unmet';
    if (fate) this.tally.set(keyOf(candidate), fate);
    return fate === undefined;
  }

  private isSound(candidate: Observed): boolean {
    const { forward, broken } = candidate;
    const first = this.context.settings.invariants ? broken[0] : broken.find(isMarkup);
    if (first) this.tally.set(keyOf(candidate), { broken: first.kind });
    else if (forward > this.context.settings.threshold) this.tally.set(keyOf(candidate), 'aboveThreshold');
    else return true;
    return false;
  }

  /** Those most promising at first sight, judged by the adapter; all of them where there is none to ask. */
  private async judged(sound: readonly Observed[], scored: number): Promise<readonly Observed[]> {
    if (!asksAdapter(this.context)) return sound;
    throwIfStopped(this.context);
    return judged(this.source, this.firstOf(sound, JUDGED * scored), this.context);
  }

  /** Those within the scoring budget, in their order: the best at first sight, or the first of the beam. */
  private firstOf(sound: readonly Observed[], most: number): Observed[] {
    const { mode, diversity } = this.context.settings;
    if (mode === 'parabank') return sound.slice(0, most);
    const first = diversity > 0 && mode === 'otherwise' ? this.promising(sound, most) : likeliest(sound, most);
    return sound.filter((candidate) => first.has(candidate));
  }

  /** Half of them the likeliest at first sight, half those that differ from the source and from each other as well. */
  private promising(sound: readonly Observed[], most: number): ReadonlySet<Observed> {
    const weighed = sound.map((candidate) => setCandidate(candidate.text, promiseOf(candidate)));
    const apart = this.context.settings.diversity;
    const half = likeliest(sound, Math.ceil(most / 2));
    const chosen = chooseDistinct(setCandidate(this.source.text, 1).words, weighed, { n: most, apart, wrong: 0 })
      .map((index) => sound[index] as Observed);
    return new Set([...half, ...chosen.filter((candidate) => !half.has(candidate)).slice(0, most - half.size)]);
  }

  private judge(candidate: Scored): void {
    const { threshold, estimator } = this.context.settings;
    const isUnlikely = estimator && candidate.unlikely === true;
    const isAbove = !(scoreOf(candidate) <= threshold);
    if (!isAbove && !isUnlikely) return this.accept(candidate);
    this.reserve.push(candidate);
    this.tally.set(keyOf(candidate), isAbove ? 'aboveThreshold' : 'unlikely');
  }

  private accept(candidate: Scored): void {
    this.accepted.push(candidate);
    if (candidate.unlikely !== true) this.context.said.accept(this.context.settings, candidate);
    this.tally.set(keyOf(candidate), 'accepted');
  }

  /** Scores candidates, pass by pass, and gives them in their order. `forward`: their own texts, too. */
  private async score(
    candidates: readonly Observed[], { source, forward } = { source: this.source, forward: this.readsAll },
  ): Promise<Scored[]> {
    const { tools, settings: { estimator }, progress } = this.context;
    const unread = ({ surprise }: Observed): boolean => estimator && tools.estimator !== undefined && surprise === undefined;
    const scored = new Map<Observed, Scored>();
    for (const pass of this.passesOf(candidates)) {
      throwIfStopped(this.context);
      const pairs = pass.map((rewrite) => ({ source, rewrite, forward: forward || unread(rewrite) }));
      for (const [i, candidate] of (await readPairs(pairs, this.context)).entries()) scored.set(pass[i] as Observed, candidate);
      if (this.isEarlyWanted) this.showEarly([...scored.values()]);
      progress?.({ kind: 'score', done: scored.size, total: candidates.length });
    }
    return candidates.map((candidate) => scored.get(candidate) as Scored);
  }

  /** What is read together: candidates of like length, behind the most promising ones while nothing is shown. */
  private passesOf(candidates: readonly Observed[]): Observed[][] {
    const { scoreChunk } = this.context.settings;
    const early = likeliest(candidates, this.isEarlyWanted ? EARLY : 0);
    const byLength = candidates.filter((candidate) => !early.has(candidate)).toSorted((a, b) => a.pieces - b.pieces);
    const passes = early.size > 0 ? [[...early]] : [];
    for (let at = 0; at < byLength.length; at += scoreChunk) passes.push(byLength.slice(at, at + scoreChunk));
    return passes;
  }

  private get isEarlyWanted(): boolean {
    return !this.isEarlyShown && this.accepted.length === 0;
  }

  /**
   * The best good one of what is read so far is shown while the rest is. Where the best one is listed first, it has to
   * differ as the best one does: so what is listed above it in the end is not less probably right.
   */
  private showEarly(scored: readonly Scored[]): void {
    const { source, settings: { threshold, order }, progress } = this.context;
    const mayBeFirst = (candidate: Scored): boolean => order !== 'best' || reallyDiffers(placeOf(source, candidate));
    const good = scored.filter((candidate) => scoreOf(candidate) <= threshold && candidate.unlikely !== true && mayBeFirst(candidate));
    const [best] = chooseBest(good.map((candidate) => ({ candidate, score: -rightOf(candidate) })), 1);
    if (!best) return;
    this.isEarlyShown = true;
    progress?.({ kind: 'early', rewrite: this.asJudged(best.candidate) });
  }

  /** A candidate in its frame, with the figures of what was drawn. */
  private asJudged(candidate: Scored): Rewrite {
    const { frame: { before, after } } = this.context;
    const rewrite = withoutPieces(rewriteOf(this.source, candidate));
    return { ...rewrite, text: before + rewrite.text + after };
  }

  /** Of the reserve what is not far above the threshold. */
  private get near(): Scored[] {
    const { threshold, strict } = this.context.settings;
    return this.reserve.filter((candidate) => scoreOf(candidate) <= (strict ? 1 : DOUBTFUL) * threshold);
  }
}

/** What no rewrite may lose, whatever else is let through. */
const isMarkup = ({ kind }: Finding): boolean => kind === 'markup';

/** Under which a candidate has one fate. */
const keyOf = ({ text, rank }: DrawnCandidate): string => (rank === undefined ? comparisonKey(text) : `#${rank}`);
