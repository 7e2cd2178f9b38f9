/**
 * The first round of a sentence with chips, where what was said of it before is kept. Whoever clicks a chip has seen the
 * sentence without it: most of what was drawn then still holds, and only what the chip forbids is drawn anew, each
 * sample along its own random numbers, so that it is the same up to the token that the chip changes.
 *
 * What comes of it depends on the request alone, not on what was asked before: it always starts from the round of the
 * same request without bans and demands, and draws that first where nobody has asked for it yet. So results may be kept
 * by what was asked for. What earlier requests said is shown meanwhile, and never chosen from.
 */
import type { Candidate } from '../quality/candidate.ts';
import type { SentenceContext } from './method.ts';
import { drawSamples } from './draw.ts';
import { comparisonKey } from '../text/normalise.ts';
import { holds, planConstraints } from './plan.ts';
import type { SampleIndex, Round } from './round.ts';

/** Most samples that are drawn anew, and most that are read backward then: what was drawn before is read already. */
const [MOST_ANEW, MOST_READ] = [12, 8];
/** So many different texts that still hold are enough; fewer where there are demands, which are drawn in two courses. */
const ENOUGH = { bans: 24, demands: 8 } as const;

/** Whether a request is answered from what the sentence gives without its bans and demands. */
export const hasChips = ({ known, settings: { avoid, require } }: SentenceContext): boolean =>
  known !== undefined && avoid.length + require.length > 0;

/** The first round of a sentence. @throws what `drawSamples` throws */
export async function drawFirst(context: SentenceContext): Promise<Round> {
  if (!context.known) return drawSamples(context);
  const own = await drawOwn(context);
  return hasChips(context) ? drawAnew(context, own) : own;
}

/** The first round of the sentence without bans and demands, drawn once. */
async function drawOwn(context: SentenceContext): Promise<Round> {
  const made = context.said.with(context.settings);
  if (!made.own) {
    const { source, tools, mask } = context;
    const settings = { ...context.settings, avoid: [], require: [] };
    made.own = await drawSamples({ ...context, settings, plan: planConstraints(source.text, settings, tools, mask) });
  }
  return made.own;
}

/** The sentence's own round, and what the chips hit of it once more with them, unless enough holds as it is. */
async function drawAnew(context: SentenceContext, own: Round): Promise<Round> {
  const isLawful = ({ text }: Candidate<'drawn'>): boolean => holds(context.plan, text);
  const texts = new Set(own.candidates.filter(isLawful).map(({ text }) => comparisonKey(text)));
  if (texts.size >= (context.plan.demands.length > 0 ? ENOUGH.demands : ENOUGH.bans)) return own;
  const hit = own.candidates.flatMap((candidate, i) => (isLawful(candidate) ? [] : (own.places?.[i] ?? [])));
  const anew = new Set(hit.toSorted((a, b) => a.index - b.index || a.set - b.set).slice(0, MOST_ANEW).map(keyOf));
  if (anew.size === 0) return own;
  const round = await drawSamples(context, (place) => anew.has(keyOf(place)));
  return {
    rows: own.rows + round.rows, candidates: [...own.candidates, ...round.candidates], unmet: own.unmet + round.unmet,
    scored: Math.min(MOST_READ, context.settings.scored),
  };
}

const keyOf = ({ set, index }: SampleIndex): string => `${set}/${index}`;
