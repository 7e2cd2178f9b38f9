import { chooseBest, placeOf, rightOf } from '../choice/choose.ts';
import { reallyDiffers } from '../choice/order.ts';
import { throwIfAborted } from '../errors.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import type { SentenceContext } from './method.ts';
import { holds } from './plan.ts';
import type { Pool } from './pool.ts';
import { asksAdapter, judged, readPairs } from './read-pairs.ts';
import { asJudged } from './rewrite.ts';
import type { SourceText } from './source.ts';
import type { Tools } from './tools.ts';

/** The number of candidates that the adapter reads for each one that is scored backward. */
const JUDGED = 2;
/** A candidate is not scored backward if its estimate, after the adapter has read it, is below this share of the reject threshold. */
const HOPELESS = 1 / 3;
/** The number of the most promising candidates that are scored backward before the others, so that one can be shown soon. */
const EARLY = 4;

/** Scores the most promising candidates, `most` at most, and gives them in their order. The adapter reads them first. */
export async function rank(
  sound: readonly Candidate<'observed'>[], most: number, sentence: SentenceContext, pool: Pool,
): Promise<Candidate<'scored'>[]> {
  const { source } = sentence;
  let candidates = sound;
  if (asksAdapter(sentence)) {
    throwIfAborted(sentence.signal);
    const read = await judged(source, promisingOf(sound, JUDGED * most, sentence), sentence);
    pool.read.push(...read);
    candidates = hopeful(read, sentence);
  }
  return score(promisingOf(candidates, most, sentence), { source, forward: areOwnTextsScored(sentence) }, sentence, pool);
}

/** Returns the lowest estimate with which a candidate may still pass the reject threshold once it is scored backward, 0–1. */
export const leastHopeful = ({ estimator }: Tools): number => HOPELESS * (estimator?.drop ?? 0);

/** Returns the candidates that may still pass the reject threshold. The likeliest n are always among them, n being the rewrites wanted. */
function hopeful(read: readonly Candidate<'observed'>[], { settings: { n }, tools }: SentenceContext): readonly Candidate<'observed'>[] {
  const [least, best] = [leastHopeful(tools), likeliest(read, n)];
  return read.filter((candidate) => promiseOf(candidate) >= least || best.has(candidate));
}

/** Gives the most promising candidates, `most` at most, in their order. */
export function promisingOf(
  candidates: readonly Candidate<'observed'>[], most: number, sentence: SentenceContext,
): Candidate<'observed'>[] {
  const promising = sentence.method.promising(candidates, most, sentence);
  return candidates.filter((candidate) => promising.has(candidate));
}

/**
 * Tells whether every scored candidate is scored anew forward, in the form in which it will be shown. That holds for methods whose scores
 * choose, under a strict threshold, and for a pair, where the best of several decoder inputs counts. Elsewhere only the chosen ones are.
 */
export const areOwnTextsScored = ({ method, settings: { strict }, tools }: SentenceContext): boolean =>
  method.scoresOwnTexts || strict || tools.pivot !== undefined;

/** The source that candidates are scored against. `forward`: their own texts are scored forward as well. */
interface Against {
  readonly source: SourceText;
  readonly forward: boolean;
}

/** Scores candidates, pass by pass, and gives them in their order. */
export async function score(
  candidates: readonly Candidate<'observed'>[], { source, forward }: Against, sentence: SentenceContext, pool: Pool,
): Promise<Candidate<'scored'>[]> {
  const { tools, settings: { estimator, scoreChunk }, progress } = sentence;
  const unread = ({ surprise }: Candidate<'drawn'>): boolean => estimator && tools.estimator !== undefined && surprise === undefined;
  const scored = new Map<Candidate<'observed'>, Candidate<'scored'>>();
  for (const pass of passesOf(candidates, isEarlyWanted(pool) ? EARLY : 0, scoreChunk)) {
    throwIfAborted(sentence.signal);
    const pairs = pass.map((rewrite) => ({ source, rewrite, forward: forward || unread(rewrite) }));
    for (const [i, candidate] of (await readPairs(pairs, sentence)).entries())
      scored.set(pass[i] as Candidate<'observed'>, candidate);
    if (isEarlyWanted(pool)) showEarly([...scored.values()], sentence, pool);
    progress?.({ kind: 'score', done: scored.size, total: candidates.length });
  }
  return candidates.map((candidate) => scored.get(candidate) as Candidate<'scored'>);
}

/** Groups the candidates that are scored in one pass: the most promising ones, then those of similar length. */
function passesOf(candidates: readonly Candidate<'observed'>[], early: number, chunk: number): Candidate<'observed'>[][] {
  const first = likeliest(candidates, early);
  const byLength = candidates.filter((candidate) => !first.has(candidate)).toSorted((a, b) => a.pieces - b.pieces);
  const passes = first.size > 0 ? [[...first]] : [];
  for (let at = 0; at < byLength.length; at += chunk) passes.push(byLength.slice(at, at + chunk));
  return passes;
}

/** The nats that a finding costs before a candidate is scored backward. */
const FINDING = 0.6;

/** Says how promising a candidate is before it is scored backward. Without an estimator it counts log-probability and findings. */
export const promiseOf = ({ forward, broken, findings, first }: Candidate<'observed'>): number =>
  first ?? 1 / (1 + Math.exp(forward + FINDING * (broken.length + findings.length)));

/** Returns the most promising candidates, as many as are wanted. */
export const likeliest = (sound: readonly Candidate<'observed'>[], most: number): ReadonlySet<Candidate<'observed'>> =>
  new Set(chooseBest(sound.map((candidate) => ({ candidate, score: -promiseOf(candidate) })), most).map(({ candidate }) => candidate));

/** Tells whether nothing was shown and nothing was accepted. */
export const isEarlyWanted = ({ isEarlyShown, accepted }: Pool): boolean => !isEarlyShown && accepted.length === 0;

/** Shows at once the cached candidates of earlier requests for the sentence that satisfy the present constraints. */
export function showHeld(sentence: SentenceContext, pool: Pool): void {
  const { method, source, said, settings, plan, progress } = sentence;
  const candidates = [...said.with(settings).accepted.values()].filter(({ text }) => holds(plan, text));
  pool.isEarlyShown = candidates.length > 0;
  for (const { candidate } of method.choose(source.text, candidates, settings))
    progress?.({ kind: 'early', rewrite: asJudged(candidate, sentence) });
}

/**
 * Shows the best good candidate of those that are scored so far, while the others are. Where the best one is listed first, it has to differ
 * from the source as the best one does: so no rewrite above it in the final list is less probably right.
 */
export function showEarly(scored: readonly Candidate<'scored'>[], sentence: SentenceContext, pool: Pool): void {
  const { source: { text }, settings: { threshold, order }, progress } = sentence;
  const mayBeFirst = (candidate: Candidate<'scored'>): boolean => order !== 'best' || reallyDiffers(placeOf(text, candidate));
  const good = scored.filter((candidate) => scoreOf(candidate) <= threshold && candidate.unlikely !== true && mayBeFirst(candidate));
  const [best] = chooseBest(good.map((candidate) => ({ candidate, score: -rightOf(candidate) })), 1);
  if (!best) return;
  pool.isEarlyShown = true;
  progress?.({ kind: 'early', rewrite: asJudged(best.candidate, sentence) });
}
