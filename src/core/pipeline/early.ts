import { placeOf, rightOf } from '../choice/choose.ts';
import { reallyDiffers } from '../choice/order.ts';
import { chooseBest } from '../choice/rank.ts';
import { type Candidate, scoreOf } from '../quality/candidate.ts';
import type { SentenceContext } from './method.ts';
import { holds } from './plan.ts';
import type { Pool } from './pool.ts';
import { asJudged } from './rewrite.ts';

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
