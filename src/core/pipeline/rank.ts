import type { Candidate } from '../quality/candidate.ts';
import { throwIfStopped } from './context.ts';
import { isEarlyWanted, showEarly } from './early.ts';
import type { SentenceContext } from './method.ts';
import type { Pool } from './pool.ts';
import { likeliest } from './promise.ts';
import { asksAdapter, judged, readPairs } from './read-pairs.ts';
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
    throwIfStopped(sentence);
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
    throwIfStopped(sentence);
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
