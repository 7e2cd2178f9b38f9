/**
 * This file draws the first round of a sentence with constraints, where the candidates of the same sentence without them are cached. A user
 * who adds a constraint has seen the sentence without it. Most of the cached candidates satisfy the constraint too, and only the others are
 * drawn again. Each sample uses its own random numbers again, so that it is the same up to the token that the constraint changes.
 *
 * The result depends on the request alone, not on earlier requests: it always starts from the round of the same request without
 * constraints, and draws that first where it is not cached. So a caller may cache results by their request. Candidates of other earlier
 * requests are shown meanwhile, but never chosen.
 */
import type { Candidate } from '../quality/candidate.ts';
import type { SentenceContext } from './method.ts';
import { drawSamples } from './draw.ts';
import { comparisonKey } from '../text/normalise.ts';
import { holds, planConstraints } from './plan.ts';
import type { SampleIndex, Round } from './round.ts';

/** Most samples that are drawn again, and most of them that are scored backward: the cached ones are scored already. */
const [MOST_ANEW, MOST_READ] = [12, 8];
/** The number of different candidates that satisfy the constraints and suffice; fewer for required phrases, drawn in two courses. */
const ENOUGH = { bans: 24, demands: 8 } as const;

/** Tells whether a request is answered from the cached candidates of the same request without constraints. */
export const hasChips = ({ known, settings: { avoid, require } }: SentenceContext): boolean =>
  known !== undefined && avoid.length + require.length > 0;

/** Draws the first round of a sentence. @throws what `drawSamples` throws */
export async function drawFirst(context: SentenceContext): Promise<Round> {
  if (!context.known) return drawSamples(context);
  const round = await drawOwn(context);
  return hasChips(context) ? drawAnew(context, round) : round;
}

/** Draws the first round of the sentence without constraints, or takes it from the cache. */
async function drawOwn(context: SentenceContext): Promise<Round> {
  const cached = context.said.with(context.settings);
  if (!cached.own) {
    const { source, tools, mask } = context;
    const settings = { ...context.settings, avoid: [], require: [] };
    cached.own = await drawSamples({ ...context, settings, plan: planConstraints(source.text, settings, tools, mask) });
  }
  return cached.own;
}

/** Gives the cached round, and draws those of its samples again that break a constraint, unless enough of them satisfy all. */
async function drawAnew(context: SentenceContext, cached: Round): Promise<Round> {
  const isLawful = ({ text }: Candidate<'drawn'>): boolean => holds(context.plan, text);
  const texts = new Set(cached.candidates.filter(isLawful).map(({ text }) => comparisonKey(text)));
  if (texts.size >= (context.plan.demands.length > 0 ? ENOUGH.demands : ENOUGH.bans)) return cached;
  const hit = cached.candidates.flatMap((candidate, i) => (isLawful(candidate) ? [] : (cached.places?.[i] ?? [])));
  const anew = new Set(hit.toSorted((a, b) => a.index - b.index || a.set - b.set).slice(0, MOST_ANEW).map(keyOf));
  if (anew.size === 0) return cached;
  const round = await drawSamples(context, (place) => anew.has(keyOf(place)));
  return {
    rows: cached.rows + round.rows, candidates: [...cached.candidates, ...round.candidates], unmet: cached.unmet + round.unmet,
    scored: Math.min(MOST_READ, context.settings.scored),
  };
}

const keyOf = ({ set, index }: SampleIndex): string => `${set}/${index}`;
