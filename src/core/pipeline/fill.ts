import { chooseBest } from '../choice/choose.ts';
import { scoreOf } from '../quality/candidate.ts';
import { isMarkup } from './admit.ts';
import { drawBeam } from './draw.ts';
import type { SentenceContext } from './method.ts';
import type { Pool } from './pool.ts';
import { areOwnTextsScored, score } from './rank.ts';
import { marked, replacing } from './replaced.ts';
import { take } from './rounds.ts';

/** The rewrites that are wanted when a phrase is avoided, those below the flag threshold that replace it counted. */
const REPLACED = 3;

/** Fills the set up to n with the next best of the reserve, within limits. Their findings say that they are unlikely. */
export function topUp({ settings: { n } }: SentenceContext, pool: Pool): void {
  const ranked = pool.near.map((candidate) => ({ candidate, score: scoreOf(candidate) }));
  for (const { candidate } of chooseBest(ranked, n - pool.accepted.length)) pool.accept(marked(candidate));
}

/**
 * Fills the set up to three, where avoided phrases leave fewer, with the likeliest candidates that put another phrase in the place of one.
 */
export function replaceBanned({ source }: SentenceContext, pool: Pool): void {
  const most = Math.max(0, REPLACED - pool.accepted.length);
  for (const candidate of replacing(pool.near, source).slice(0, most)) pool.accept(candidate);
}

/**
 * Tops up. Where that gives nothing and there are required phrases, it finds candidates that contain them.
 * @param beam tells whether beam search may try
 */
export async function fillUp(sentence: SentenceContext, pool: Pool, beam: boolean): Promise<void> {
  const { demands, demanded } = sentence.plan;
  topUp(sentence, pool);
  if (pool.accepted.length > 0 || demands.length === 0) return;
  if (beam && pool.lawful.length === 0) await take(await drawBeam(sentence), sentence, pool);
  if (pool.accepted.length > 0) return;
  // A required phrase counts more than the threshold. A kept span may be lost as well, and the result says so.
  if (demanded.phrases.length > 0) await acceptLawful(sentence, pool);
  else topUp(sentence, pool);
}

/**
 * Accepts the best candidates that satisfy the constraints, whatever else they break and, unless the threshold is strict, whatever their
 * score.
 */
async function acceptLawful(sentence: SentenceContext, pool: Pool): Promise<void> {
  const { settings: { n, threshold, strict }, source } = sentence;
  const whole = pool.lawful.filter(({ broken }) => !broken.some(isMarkup));
  const ranked = whole.map((candidate) => ({ candidate, score: candidate.forward + candidate.broken.length }));
  const best = chooseBest(ranked, 2 * n).map(({ candidate }) => candidate);
  const scored = await score(best, { source, forward: areOwnTextsScored(sentence) }, sentence, pool);
  for (const candidate of scored) if (!strict || scoreOf(candidate) <= threshold) pool.accept(candidate);
}
