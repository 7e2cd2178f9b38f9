import { admit } from './admit.ts';
import { drawSamples } from './draw.ts';
import type { SentenceContext } from './method.ts';
import { planConstraints } from './plan.ts';
import type { Pool } from './pool.ts';
import { rank } from './rank.ts';
import type { Round } from './round.ts';
import type { Settings } from '../options.ts';

/** The share of the rewrites wanted with which a set needs no second round. */
const ENOUGH = 0.6;
/** The share of new texts among the samples below which a second round is left out: it would mostly give the same texts. */
const FRESH = 0.5;
/** The least temperature of samples without random bans, which would otherwise give the same texts again. */
const WARM = 0.8;
/** The number that is added to the seed, so that every round has seeds of its own. */
const ROUND_SEED = 0x9e3779b1;

/**
 * Takes a round into the pool: candidates that are new and break no constraint or invariant are scored, and accepted if they are good
 * enough.
 */
export async function take(round: Round, sentence: SentenceContext, pool: Pool): Promise<void> {
  const sound = admit(round, sentence, pool);
  for (const candidate of await rank(sound, round.scored ?? sentence.settings.scored, sentence, pool)) pool.judge(candidate);
}

/** Draws rounds of samples while they are worth it, and takes each into the pool. @param first draws the first one */
export async function drawRounds(sentence: SentenceContext, pool: Pool, first = drawSamples): Promise<void> {
  for (let r = 0; r < sentence.settings.rounds && isWanted(r, sentence, pool); r += 1)
    await take(r === 0 ? await first(sentence) : await drawSamples(roundOf(sentence, r)), sentence, pool);
}

/**
 * Tells whether round r, from 0, is worth drawing. Any round is while nothing can be shown; the second one is while little can be shown
 * (ENOUGH) and samples are still new texts (FRESH). None is where as many candidates as are wanted contain the required phrases: when these
 * are not good, the phrases are the reason, and other samples would be no better.
 */
export function isWanted(r: number, { method, source, settings, plan }: SentenceContext, { accepted, lawful, tally }: Pool): boolean {
  if (r > 0 && plan.demands.length > 0 && lawful.length >= settings.n) return false;
  const size = method.choose(source.text, accepted, settings).length;
  const { unique, sampled } = tally.counts;
  return size === 0 || (r === 1 && size < ENOUGH * settings.n && unique >= FRESH * sampled);
}

/**
 * Prepares round r: other sets and other samples, nearer to the source. From the third on it has no random bans, which only make such a
 * sentence worse.
 */
function roundOf(sentence: SentenceContext, r: number): SentenceContext {
  const { settings, source, tools, mask: { kept, asked }, forms } = sentence;
  const changed = r > 1 && settings.free > 0 ? unforced(settings) : {};
  const roundSettings = { ...settings, ...changed, seed: settings.seed + r * ROUND_SEED, distance: Math.max(0, settings.distance - r) };
  return { ...sentence, settings: roundSettings, plan: planConstraints(source.text, roundSettings, tools, { kept, asked, forms }) };
}

const unforced = ({ sets, free, temperature }: Settings): Partial<Settings> => ({
  sets: 0, free: sets + free, temperature: Math.max(temperature, WARM),
});
