import type { Chosen } from '../choice/choose.ts';
import type { Counts, Rewrite, Unmet } from '../protocol.ts';
import { scoreOf } from '../quality/candidate.ts';
import { chooseDoubtful } from './choose.ts';
import type { SentenceContext } from './method.ts';
import type { ConstraintPlan } from './plan.ts';
import type { Pool } from './pool.ts';
import { areOwnTextsScored, score } from './rank.ts';
import { observed } from './read-pairs.ts';
import { filledUp, toldOfBan } from './replaced.ts';
import { asJudged, rewriteOf, type SentenceRewrite } from './rewrite.ts';
import { readSource, type SourceText } from './source.ts';

export interface SentenceResult {
  readonly rewrites: readonly SentenceRewrite[];
  /** The rewrites below the reject threshold, where the request asks for them (`doubts`). */
  readonly doubtful: readonly Rewrite[];
  readonly unmet: readonly Unmet[];
  readonly plan: ConstraintPlan;
  readonly counts: Counts;
}

/** Gives the chosen rewrites as people see them, the constraints that could not be met, and the count of all samples. */
export async function present(chosen: readonly Chosen[], sentence: SentenceContext, pool: Pool): Promise<SentenceResult> {
  const { plan, settings } = sentence;
  const rewrites = await shown(chosen, sentence, pool);
  return {
    rewrites,
    doubtful: settings.doubts ? chooseDoubtful(sentence, pool).map(({ candidate }) => asJudged(candidate, sentence)) : [],
    unmet: rewrites.length === 0 ? [...plan.unmet, ...plan.unreached(pool.lawful.length > 0)] : plan.unmet,
    plan,
    counts: pool.tally.counts,
  };
}

/**
 * Gives whole sentences with the figures of their own texts, whatever they were drawn with. These may differ a little from the figures that
 * chose. So a list by score is put in order again, and a rewrite that a strict threshold has no room for any more is not shown.
 */
export async function shown(chosen: readonly Chosen[], sentence: SentenceContext, pool: Pool): Promise<SentenceRewrite[]> {
  const { method, settings, source, frame: { before, after } } = sentence;
  const isFramed = before + after !== '';
  if (areOwnTextsScored(sentence) && !isFramed) return chosen.map(({ candidate, cluster }) => rewriteOf(source, candidate, cluster));
  const whole = isFramed ? await wholeOf(sentence) : source;
  const texts = chosen.map(({ candidate: { text, forward, pieces } }) =>
    observed(whole, { text: before + text + after, forward, pieces }, sentence));
  const read = await score(texts, { source: whole, forward: true }, sentence, pool);
  const anew = read.map((candidate, i) => {
    const findings = [...candidate.findings, ...toldOfBan(candidate, whole), ...filledUp(chosen[i])];
    return { ...chosen[i], candidate: { ...candidate, findings } };
  });
  return method.list(whole.text, anew, settings)
    .filter(({ candidate }) => !settings.strict || scoreOf(candidate) <= settings.threshold)
    .map(({ candidate, cluster }) => rewriteOf(whole, candidate, cluster));
}

const wholeOf = ({ mask, plan, ...request }: SentenceContext): Promise<SourceText> =>
  readSource({ text: mask.plain, lost: (rewrite) => mask.lost(rewrite) }, plan, request);
