/**
 * The pipeline for one sentence: constrain → encode once → sample all rows in one batch → normalise, dedupe → score both
 * ways → drop above the threshold → choose (ParaBank 2 §2, §3.3).
 *
 * 0 frame       ours: a label, a bullet or quotation marks around the sentence stay; its core is rewritten
 * 1 constrain   random sets of soft bans (and, ours, sets without any), or the constraints of one ParaBank system; the
 *               user's bans hold hard, demands that conflict are unmet
 * 2 draw        all sets × samples as one batch, each drawn from the k best tokens; a numbered system: beam search. With
 *               a pair of translators not from the sentence, but from its best translations into the pivot language
 * 3 normalise   ours: outer form of the source; copies, duplicates, broken bans, demands and invariants are gone
 * 4 score       forward from the sampling, backward with the same model the other way round (a pair: the other model);
 *               the estimator's word
 * 5 filter      forward + backward ≤ threshold, and not hardly right by the estimator
 * 6 choose      a set (src/choice)
 *
 * `parabank2` is these steps with the paper's numbers, one round, no invariants, estimator, look-ahead or top-up; the
 * winners of its clusters are its rewrites. `parabank` ends after 2: the beam's hypotheses in the beam's order, as they
 * were decoded; systems 35 to 37 are decoded once for each word that has a substitute. Both take the
 * sentence as it stands, and score every candidate's own text both ways.
 * Ours draws another round with other sets, other samples and a tag for nearer rewrites while the set is hardly there,
 * the third without random bans, but none where demands are met in plenty and nothing passed: then they are why. It shows
 * the next best, marked as unlikely, where nothing passed. A demand is worth
 * more than the threshold: when nothing acceptable holds it, beam search tries, and the best lawful candidates are shown
 * with what they break.
 */
import { AIM_POOL, serveAim } from '../choice/aims.ts';
import { type Chosen, chooseSet } from '../choice/choose.ts';
import type { Settings } from '../options.ts';
import type { Counts, Rewrite, Unmet } from '../protocol.ts';
import { frameOf } from '../text/frame.ts';
import { drawFirst, hasChips } from './chips.ts';
import type { RequestContext, SentenceContext, SentenceRequest } from './context.ts';
import { KnownSentences } from './known.ts';
import { drawBeam, drawSamples } from './draw.ts';
import { originsOf } from './origins.ts';
import type { SentenceRewrite } from './rewrite.ts';
import { type ConstraintPlan, planConstraints } from './plan.ts';
import { Rounds } from './rounds.ts';
import { sumCounts, Tally } from './tally.ts';

export interface SentenceResult {
  readonly rewrites: readonly SentenceRewrite[];
  /** Where they are asked for. */
  readonly doubtful: readonly Rewrite[];
  readonly unmet: readonly Unmet[];
  readonly plan: ConstraintPlan;
  readonly counts: Counts;
}

/** A round for a sentence that bans only make worse: none, and warmer samples instead, which would else be the same again. */
const unforced = ({ sets, free, temperature }: Settings): Partial<Settings> => ({
  sets: 0, free: sets + free, temperature: Math.max(temperature, WARM),
});
const WARM = 0.8;
/** Every round has seeds of its own. */
const ROUND_SEED = 0x9e3779b1;

/**
 * Rewrites one sentence; its rewrites are of the masked sentence, and hold all that is protected in it.
 * @param request its mask has at least one word
 * @throws OtherwiseError what the model throws, `bad-request`, `aborted`
 */
export async function paraphraseSentence(request: SentenceRequest): Promise<SentenceResult> {
  const { tools, settings, mask, progress, signal } = request;
  // A text in another language is of the whole sentence.
  const isWhole = request.foreign !== undefined;
  const frame = isWhole ? { before: '', core: mask.plain, after: '' } : frameOf(mask.plain, settings);
  const source = frame.core;
  const [plan, ...others] = plansOf(source, request);
  if (!plan.applicable) return { rewrites: [], doubtful: [], unmet: plan.unmet, plan, counts: new Tally().counts };
  progress?.({ kind: 'encode' });
  const origins = await originsOf(source, request);
  // What is known of a sentence does not tell what of it was to be kept.
  const known = isWhole || mask.asked.length > 0 ? undefined : request.known;
  const said = (known ?? new KnownSentences()).of(tools, origins);
  try {
    const sourceIds = tools.pieces.encode(source);
    const encoded = await said.opened(signal);
    const context = { ...request, known, frame, source, sourceIds, origins, encoded, said, readers: said.readers };
    const results = [await decoded({ ...context, plan })];
    for (const other of others) results.push(await decoded({ ...context, plan: other }));
    return joined(results);
  } finally {
    if (!known) said.close();
  }
}

/** The plans of a sentence: of the decodings that its system asks for those that nothing contradicts, else the first. */
function plansOf(source: string, { settings, tools, mask }: SentenceRequest): readonly [ConstraintPlan, ...ConstraintPlan[]] {
  const first = planConstraints(source, settings, tools, mask);
  const others = Array.from({ length: first.decodings - 1 }, (_, at) =>
    planConstraints(source, settings, tools, { kept: mask.kept, asked: mask.asked, decoding: at + 1 }));
  const [one = first, ...rest] = [first, ...others].filter(({ applicable }) => applicable);
  return [one, ...rest];
}

/** Everything that one plan gives. */
async function decoded(context: SentenceContext): Promise<SentenceResult> {
  const rounds = new Rounds(context);
  if (hasChips(context)) rounds.showHeld();
  await drawAll(context, rounds);
  return resultOf(context, rounds);
}

/** The results of several decodings, one after the other; a text that two of them found stands once. */
function joined([first, ...others]: readonly SentenceResult[]): SentenceResult {
  if (!first || others.length === 0) return first as SentenceResult;
  const all = [first, ...others];
  const texts = new Set<string>();
  const isNew = ({ text }: { readonly text: string }): boolean => texts.size < texts.add(text).size;
  return {
    rewrites: all.flatMap(({ rewrites }) => rewrites).filter(isNew),
    doubtful: all.flatMap(({ doubtful }) => doubtful).filter(isNew),
    unmet: all.flatMap(({ unmet }) => unmet),
    plan: { ...first.plan, sets: all.flatMap(({ plan }) => plan.sets) },
    counts: sumCounts(all.map(({ counts }) => counts)),
  };
}

async function drawAll(context: SentenceContext, rounds: Rounds): Promise<void> {
  const { settings: { mode, rounds: most, topUp }, plan } = context;
  if (mode === 'parabank') await rounds.add(await drawBeam(context));
  else for (let r = 0; r < most && rounds.wants(r); r += 1)
    await rounds.add(r === 0 ? await drawFirst(context) : await drawSamples(roundOf(context, r)));
  if (topUp && mode === 'otherwise') rounds.replaceBanned();
  // Ours rather leaves places empty than fills them with what is unlikely.
  if (!topUp || (mode === 'otherwise' && rounds.accepted.length > 0)) return;
  rounds.topUp();
  if (rounds.accepted.length > 0 || plan.demands.length === 0) return;
  if (rounds.lawful.length === 0 && mode !== 'parabank') await rounds.add(await drawBeam(context));
  if (rounds.accepted.length > 0) return;
  // A demand is worth more than the threshold; what is to be kept may also be lost, and the result says so.
  if (plan.demanded.phrases.length > 0) await rounds.acceptLawful();
  else rounds.topUp();
}

/** Round r: other sets, other samples, nearer to the source. */
function roundOf(context: SentenceContext, r: number): SentenceContext {
  const { settings, source, tools, mask } = context;
  const changed = r > 1 && settings.free > 0 ? unforced(settings) : {};
  const own = { ...settings, ...changed, seed: settings.seed + r * ROUND_SEED, distance: Math.max(0, settings.distance - r) };
  return { ...context, settings: own, plan: planConstraints(source, own, tools, mask) };
}

/** An aim chooses among more rewrites that may be more alike. */
function chosenByAim(source: string, { accepted }: Rounds, { settings, tools }: RequestContext): Chosen[] {
  const { n, diversity } = AIM_POOL;
  const some = chooseSet(source, accepted, { ...settings, n: Math.max(n, settings.n), diversity: Math.min(diversity, settings.diversity) });
  const named = some.map((chosen) => ({ chosen, text: chosen.candidate.text, findings: chosen.candidate.findings }));
  const aim = settings.aim === 'clean' ? 'any' : settings.aim;
  return serveAim(aim, source, named, { n: settings.n, measures: tools.measures }).rewrites.map(({ chosen }) => chosen);
}

async function resultOf({ source, plan, settings, tools }: SentenceContext, rounds: Rounds): Promise<SentenceResult> {
  const isAimless = settings.aim === 'any' || settings.aim === 'clean';
  const chosen = isAimless ? chooseSet(source, rounds.accepted, settings) : chosenByAim(source, rounds, { settings, tools });
  const rewrites = await rounds.shown(chosen);
  const unmet = rewrites.length === 0 ? [...plan.unmet, ...plan.unreached(rounds.lawful.length > 0)] : plan.unmet;
  return { rewrites, doubtful: settings.doubts ? rounds.doubtful() : [], unmet, plan, counts: rounds.tally.counts };
}
