import { isWrittenApart } from '../constraints/written-apart.ts';
import type { Candidate } from '../quality/candidate.ts';
import type { Finding } from '../quality/finding.ts';
import { comparisonKey } from '../text/normalise.ts';
import type { Method, SentenceContext } from './method.ts';
import { isBanned } from './plan.ts';
import { keyOf, type Pool } from './pool.ts';
import { observed } from './read-pairs.ts';
import type { Round } from './round.ts';
import { Tally } from './tally.ts';

/** Gives the new texts of a round that break no constraint and no invariant and may pass the threshold; it counts the others. */
export function admit(round: Round, sentence: SentenceContext, pool: Pool): Candidate<'observed'>[] {
  pool.tally.rows(round);
  return soundOf(sentence.method.distinct(round.candidates, sentence, pool.tally), sentence, pool);
}

/** Returns the recombined texts that equal no sample and break no constraint and no invariant. It does not count them as samples. */
export function admitNew(candidates: readonly Candidate<'drawn'>[], sentence: SentenceContext, pool: Pool): Candidate<'observed'>[] {
  const distinct = sentence.method.distinct(candidates, sentence, new Tally());
  return soundOf(distinct.filter((candidate) => !pool.tally.has(keyOf(candidate))), sentence, pool);
}

/** Drops candidates that break a constraint or an invariant, or can't pass the threshold. */
function soundOf(candidates: readonly Candidate<'drawn'>[], sentence: SentenceContext, pool: Pool): Candidate<'observed'>[] {
  const lawful = candidates.filter((candidate) => isLawful(candidate, sentence, pool))
    .map((candidate) => observed(sentence.source, candidate, sentence));
  pool.lawful.push(...lawful);
  return lawful.filter((candidate) => isSound(candidate, sentence, pool));
}

/**
 * Drops copies of the source and texts that the pool has already. Of the duplicates of one round the likeliest stays, at the place of the
 * first.
 * @param copyKey gives the same key for a copy and for the source @param form gives a text as it is shown
 */
export const fresh = (copyKey: (text: string) => string, form: (source: string, text: string) => string): Method['distinct'] =>
  (drawn, { source: { text: source } }, tally) => {
    const copy = copyKey(source);
    const byKey = new Map<string, Candidate<'drawn'>>();
    for (const one of drawn) {
      const candidate = { ...one, text: form(source, one.text) };
      const key = comparisonKey(candidate.text);
      if (key === '') tally.empty();
      else if (copyKey(candidate.text) === copy) tally.copy();
      else if (tally.isNew(key)) byKey.set(key, candidate);
      else if (candidate.forward < (byKey.get(key)?.forward ?? -Infinity)) byKey.set(key, candidate);
    }
    return [...byKey.values()];
  };

/** Gives the hypotheses of a beam as they are, in the beam's order. */
export const asDecoded: Method['distinct'] = (hypotheses, _sentence, tally) => {
  const texts = hypotheses.map((one, rank) => ({ ...one, text: one.text.trim(), rank }));
  for (const one of texts) {
    if (one.text === '') tally.empty();
    else tally.isNew(keyOf(one));
  }
  return texts.filter(({ text }) => text !== '');
};

function isLawful(candidate: Candidate<'drawn'>, { plan, settings }: SentenceContext, { tally }: Pool): boolean {
  const { text } = candidate;
  const isFree = !isBanned(plan, text) && !isWrittenApart(text, settings.avoid);
  const fate = !isFree ? 'banned' : plan.demanded.satisfied(text) ? undefined : 'unmet';
  if (fate) tally.set(keyOf(candidate), fate);
  return fate === undefined;
}

function isSound(candidate: Candidate<'observed'>, { settings }: SentenceContext, { tally }: Pool): boolean {
  const { forward, broken } = candidate;
  const first = settings.invariants ? broken[0] : broken.find(isMarkup);
  if (first) tally.set(keyOf(candidate), { broken: first.kind });
  else if (forward > settings.threshold) tally.set(keyOf(candidate), 'aboveThreshold');
  else return true;
  return false;
}

/** Tells whether a finding rejects a rewrite even where other broken invariants are let through. */
export const isMarkup = ({ kind }: Finding): boolean => kind === 'markup';
