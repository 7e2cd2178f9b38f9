/**
 * The pipeline for one sentence: constrain → encode once → sample all rows in one batch → normalise, dedupe → score
 * both ways → drop above the threshold → cluster with the source as frozen centroid → best of each other cluster → rank
 * → n best (ParaBank 2 §2, §3.3).
 *
 * 1 constrain   5 random sets of soft bans and 2 without any, or the constraints of one ParaBank system; the user's
 * bans hold hard, demands that
 *               conflict are unmet
 * 2 sample      (sets + free) × samples rows (systems 1–37: beam search), each drawn from the k best pieces
 * 3 normalise   outer form of the source; copies, duplicates, broken bans and demands, and what the guards refuse are gone
 * 4 score       forward from the sampling, backward with the same model the other way round
 * 5 filter      forward + backward ≤ threshold; while too few are left, another round of 1–4 with other sets, other
 * samples and a tag for rewrites
 *               nearer to the source, the third without random bans; what is still missing comes from the next best,
 *               marked as doubtful (never with a
 *               threshold of the user's)
 * 6 choose      maximal marginal relevance, the source frozen: good ones that share few words with it and with each
 * other; with diversity 0 as in
 *               ParaBank 2: clusters by word edit distance, the source a frozen centroid, one winner of each other
 *               cluster, too few winners filled up from
 *               what is furthest from them
 *
 * A demand the user made is worth more than the threshold: when nothing acceptable holds it, beam search tries, and the
 * best lawful candidates are shown with what the guards found about them.
 */
import { CandidatePool, toRewrite } from './candidate-pool.ts';
import { candidatesByBeam, candidatesBySampling } from './candidates.ts';
import { winners } from './choice.ts';
import { type ConstraintPlan, planConstraints } from './constraint-plan.ts';
import type { Settings, Tools } from './tools.ts';
import type { ParaphraseProgress, Rewrite, Unmet } from '../workers/protocol.ts';

export interface SentenceResult {
  readonly rewrites: readonly (Rewrite & { readonly cluster: number; readonly pieces: number; readonly sourcePieces: number })[];
  readonly unmet: readonly Unmet[];
  readonly plan: ConstraintPlan;
  readonly counts: { readonly sampled: number; readonly unique: number; readonly accepted: number };
}

/** A round for a sentence that bans only make worse: none, and warmer samples instead, which would else be the same again. */
const unforced = ({ sets, free, temperature }: Settings): Partial<Settings> => ({
  sets: 0,
  free: sets + free,
  temperature: Math.max(temperature, WARM),
});
const WARM = 0.8;
/** Every round has seeds of its own. */
const ROUND_SEED = 0x9e3779b1;

/**
 * Rewrites one sentence.
 * @param source clean text with at least one letter
 * @throws OtherwiseError what the model throws, `bad-request`, `aborted`
 */
export async function paraphraseSentence(
  source: string,
  settings: Settings,
  tools: Tools,
  progress?: (event: ParaphraseProgress) => void,
  signal?: AbortSignal,
): Promise<SentenceResult> {
  const { model, pieces } = tools;
  const plan = planConstraints(source, settings, tools);
  if (!plan.applicable) return { rewrites: [], unmet: plan.unmet, plan, counts: { sampled: 0, unique: 0, accepted: 0 } };
  const sourceIds = pieces.encode(source);
  progress?.({ kind: 'encode' });
  const memory = await model.encode(sourceIds, signal);
  const pool = new CandidatePool(source, sourceIds, memory.prior, plan, settings, tools, progress, signal);
  try {
    const draw = settings.system === 'parabank2' ? candidatesBySampling : candidatesByBeam;
    const rounds = settings.system === 'parabank2' ? settings.rounds : 1;
    for (let r = 0; r < rounds && pool.wants(r, settings.n); r += 1) {
      const own = {
        ...settings,
        ...(r > 1 && settings.free > 0 && unforced(settings)),
        seed: settings.seed + r * ROUND_SEED,
        distance: Math.max(0, settings.distance - r),
      };
      const constraints = r === 0 ? plan : planConstraints(source, own, tools);
      await pool.add(await draw(memory, sourceIds.length, constraints, own, tools, progress, signal), plan.rows(settings));
    }
    if (!settings.strict) pool.topUp(settings.n);
    if (pool.accepted.length === 0 && plan.demands.length > 0 && !settings.strict) {
      if (pool.lawful.length === 0)
        await pool.add(await candidatesByBeam(memory, sourceIds.length, plan, settings, tools, progress, signal), settings.beam);
      if (pool.accepted.length === 0) await pool.acceptLawful();
    }
  } finally {
    memory.dispose();
  }
  const chosen = winners(source, pool.accepted, settings);
  const rewrites = chosen
    .map(({ candidate, cluster }) => ({ ...toRewrite(candidate, cluster), pieces: candidate.pieces, sourcePieces: sourceIds.length + 1 }))
    .sort((a, b) => a.score - b.score);
  const unmet = rewrites.length === 0 ? [...plan.unmet, ...plan.unreached(pool.lawful.length > 0)] : plan.unmet;
  return { rewrites, unmet, plan, counts: { sampled: pool.sampled, unique: pool.unique.size, accepted: pool.accepted.length } };
}
