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

/** How many candidates are judged for each one that is read backward. */
const JUDGED = 2;
/** How many of the most promising are read backward before the others, so that one of them stands soon. */
const EARLY = 4;

/** Scores the most promising candidates, at most so many, and gives them in their order; an adapter is asked before. */
export async function rank(
  sound: readonly Candidate<'observed'>[], most: number, sentence: SentenceContext, pool: Pool,
): Promise<Candidate<'scored'>[]> {
  const { method, source } = sentence;
  const first = (candidates: readonly Candidate<'observed'>[], count: number): Candidate<'observed'>[] => {
    const promising = method.promising(candidates, count, sentence);
    return candidates.filter((candidate) => promising.has(candidate));
  };
  let candidates = sound;
  if (asksAdapter(sentence)) {
    throwIfAborted(sentence.signal);
    candidates = await judged(source, first(sound, JUDGED * most), sentence);
  }
  return score(first(candidates, most), { source, forward: areOwnTextsScored(sentence) }, sentence, pool);
}

/**
 * Whether every scored candidate is read anew forward, as it will be shown: by methods whose scores choose, under a strict
 * threshold, and by a pair, where the best of several origins counts. Elsewhere only what is chosen is.
 */
export const areOwnTextsScored = ({ method, settings: { strict }, tools }: SentenceContext): boolean =>
  method.scoresOwnTexts || strict || tools.pivot !== undefined;

/** The source that candidates are read against. `forward`: their own texts are read as well. */
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

/** Groups the candidates that are read together: the most promising ones, then those of like length. */
function passesOf(candidates: readonly Candidate<'observed'>[], early: number, chunk: number): Candidate<'observed'>[][] {
  const first = likeliest(candidates, early);
  const byLength = candidates.filter((candidate) => !first.has(candidate)).toSorted((a, b) => a.pieces - b.pieces);
  const passes = first.size > 0 ? [[...first]] : [];
  for (let at = 0; at < byLength.length; at += chunk) passes.push(byLength.slice(at, at + chunk));
  return passes;
}

/** What a finding counts for at first sight, in nats. */
const FINDING = 0.6;

/** How promising a candidate is before it is read backward; without an estimator the likelier and less noted is more so. */
export const promiseOf = ({ forward, broken, findings, first }: Candidate<'observed'>): number =>
  first ?? 1 / (1 + Math.exp(forward + FINDING * (broken.length + findings.length)));

/** The candidates that are most promising, as many as are wanted. */
export const likeliest = (sound: readonly Candidate<'observed'>[], most: number): ReadonlySet<Candidate<'observed'>> =>
  new Set(chooseBest(sound.map((candidate) => ({ candidate, score: -promiseOf(candidate) })), most).map(({ candidate }) => candidate));

/** Tells whether nothing was shown and nothing was accepted. */
export const isEarlyWanted = ({ isEarlyShown, accepted }: Pool): boolean => !isEarlyShown && accepted.length === 0;

/** Shows at once what earlier requests for the sentence made and what still holds. */
export function showHeld(sentence: SentenceContext, pool: Pool): void {
  const { method, source, said, settings, plan, progress } = sentence;
  const held = [...said.with(settings).accepted.values()].filter(({ text }) => holds(plan, text));
  pool.isEarlyShown = held.length > 0;
  for (const { candidate } of method.choose(source.text, held, settings))
    progress?.({ kind: 'early', rewrite: asJudged(candidate, sentence) });
}

/**
 * The best good one of what is read so far is shown while the rest is. Where the best one is listed first, it has to
 * differ as the best one does: so what is listed above it in the end is not less probably right.
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
