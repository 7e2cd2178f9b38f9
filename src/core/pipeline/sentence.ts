/**
 * The way of one sentence (ParaBank 2 §2, §3.3): it is prepared once, then a method draws rounds of candidates into a
 * pool, and of these a set is chosen and presented.
 *
 * 0 prepare     here: ours sets a label, a bullet or quotation marks around the sentence aside; its core is rewritten.
 *               Random sets of soft bans (and, ours, sets without any), or the constraints of one ParaBank system; the
 *               user's bans hold hard, demands that conflict are unmet. Encoded once; with a pair of translators not
 *               the sentence, but its best translations into the pivot language
 * 1 draw        `draw.ts`: all sets × samples as one batch, each drawn from the k best tokens; a numbered system: beam search
 * 2 admit       `admit.ts`: copies, duplicates, broken bans, demands and invariants are gone
 * 3 rank        `rank.ts`: forward from the sampling, backward with the same model the other way round (a pair: the other
 *               model); the estimator's word. `pool.ts`: forward + backward ≤ threshold, and not hardly right
 * 4 recombine   `recombine.ts`: in the mode `otherwise`, edits of different candidates are applied together to the source
 * 5 choose      `choose.ts`: a set (src/core/choice)
 * 6 present     `present.ts`: in the frame, with the figures of what is shown
 *
 * Which round is drawn, and what fills up a set, is the method's: `otherwise.ts`, and in `papers.ts` ParaBank's. A system
 * that asks for several decodings (35 to 37) goes this way once for each word that has a substitute.
 */
import { frameOf, unframed } from '../text/frame.ts';
import { choose } from './choose.ts';
import { KnownSentences } from './known.ts';
import type { SentenceContext, SentenceRequest } from './method.ts';
import { originsOf } from './origins.ts';
import { type ConstraintPlan, planConstraints } from './plan.ts';
import { Pool } from './pool.ts';
import { present, type SentenceResult } from './present.ts';
import { total } from './read-pairs.ts';
import { sourceText } from './source.ts';
import { sumCounts, Tally } from './tally.ts';

/**
 * Rewrites one sentence. The rewrites are of the masked sentence, and contain all that is protected in it.
 * @param request has a mask with at least one word
 * @throws OtherwiseError what the model throws, `bad-request`, `aborted`
 */
export async function paraphraseSentence(request: SentenceRequest): Promise<SentenceResult> {
  const { tools, settings, mask, progress, signal } = request;
  // A text in the pivot language stands for the whole sentence, so no frame is set aside.
  const isWhole = request.foreign !== undefined;
  const frame = isWhole ? unframed(mask.plain) : frameOf(mask.plain, settings);
  const [plan, ...others] = plansOf(frame.core, request);
  if (!plan.applicable) return { rewrites: [], doubtful: [], unmet: plan.unmet, plan, counts: new Tally().counts };
  progress?.({ kind: 'encode' });
  const origins = await originsOf(frame.core, request);
  // The cache of a sentence does not say which spans were kept.
  const known = isWhole || mask.asked.length > 0 ? undefined : request.known;
  const cache = (known ?? new KnownSentences()).of(tools, origins);
  try {
    const encoded = await cache.opened(signal);
    const source = {
      text: frame.core, ids: tools.pieces.encode(frame.core), origins, prior: -total(encoded[0]?.memory.prior ?? []),
      lost: (rewrite: string) => mask.lost(frame.before + rewrite + frame.after),
    };
    const context = { ...request, known, frame, encoded, said: cache, readers: cache.readers };
    const results: SentenceResult[] = [];
    for (const onePlan of [plan, ...others])
      results.push(await decoded({ ...context, plan: onePlan, source: sourceText(source, onePlan, request) }));
    return joined(results);
  } finally {
    if (!known) cache.close();
  }
}

/** Gives the plans of a sentence: of the decodings of its system those without a contradiction, else the first. */
function plansOf(
  source: string, { settings, tools, mask: { kept, asked }, forms }: SentenceRequest,
): readonly [ConstraintPlan, ...ConstraintPlan[]] {
  const planned = (decoding: number): ConstraintPlan => planConstraints(source, settings, tools, { kept, asked, forms, decoding });
  const first = planned(0);
  const others = Array.from({ length: first.decodings - 1 }, (_, at) => planned(at + 1));
  const [one = first, ...rest] = [first, ...others].filter(({ applicable }) => applicable);
  return [one, ...rest];
}

/** Rewrites a sentence under one plan. */
async function decoded(sentence: SentenceContext): Promise<SentenceResult> {
  const pool = new Pool(sentence.settings, sentence.said);
  await sentence.method.draw(sentence, pool);
  return present(choose(sentence, pool), sentence, pool);
}

/** Joins the results of several decodings, one after the other; a text that two of them found stands once. */
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
