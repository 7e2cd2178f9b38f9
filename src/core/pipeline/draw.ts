import { DemandedText } from '../constraints/demanded.ts';
import { beamSearch } from '../decoding/beam.ts';
import { sampleBatch } from '../decoding/sample.ts';
import type { TokenConstraintSet, Sampled } from '../decoding/sample-request.ts';
import type { Candidate } from '../quality/candidate.ts';
import { surpriseOf, tokenEnds } from '../quality/surprisal.ts';
import type { SentenceContext } from './method.ts';
import { maxPieces } from './plan.ts';
import type { SampleIndex, Round } from './round.ts';

/** A hypothesis within a banned word is dropped where the ban takes more than this share of the next token's probability. */
const STUMP_SHARE = 0.5;
/** The number that is added to the seed, so that every decoder input has samples of its own. */
const ORIGIN_SEED = 0x85ebca6b;

/**
 * Draws all sets in one batch for each decoder input by constrained top-k sampling (ParaBank 2 §2.1). The sets take the styles of the
 * request in turn, and the decoder inputs in turn. Only finished samples that contain every required phrase become candidates.
 * @param only tells which samples are drawn, all by default; places count the sets of the request
 */
export async function drawSamples(context: SentenceContext, only?: (place: SampleIndex) => boolean): Promise<Round> {
  const { tools, encoded } = context;
  const all: Sampled[] = [];
  for (const origin of encoded.keys()) all.push(...(await samplesFrom(origin, context, only)));
  const complete = all.filter(({ finished, satisfied }) => finished && satisfied);
  const unmet = all.filter(({ ending, satisfied }) => (ending === 'finished' || ending === 'length') && !satisfied);
  const candidates = complete.map(({ tokens, logProbs, estimate }): Candidate<'drawn'> => {
    const text = tools.pieces.decode(tokens);
    const surprise = surpriseOf(text, tokenEnds(text, tokens, tools.pieces), logProbs, { estimate });
    return { text, forward: -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length, pieces: logProbs.length, surprise };
  });
  return { rows: all.length, candidates, unmet: unmet.length, places: complete.map(({ set, index }) => ({ set, index })) };
}

/** Draws the samples of those sets whose turn a decoder input is. */
async function samplesFrom(origin: number, context: SentenceContext, only?: (place: SampleIndex) => boolean): Promise<readonly Sampled[]> {
  const { tools, settings, method, plan, encoded, source: { ids }, progress, signal } = context;
  const { samples, topK, temperature, seed, distance, lookAhead } = settings;
  const { styles, ...steering } = method.sampling(settings);
  const tags = styles.map((style) => tools.tags(style));
  const indices = [...plan.pieceSets.keys()].filter((set) => set % encoded.length === origin);
  const sets = indices.map((set): TokenConstraintSet => ({ ...plan.pieceSets[set], tags: tags[set % tags.length] }) as TokenConstraintSet);
  const placeOf = (set: number, index: number): SampleIndex => ({ set: indices[set] ?? set, index });
  const from = encoded[origin];
  if (!from || sets.length === 0) return [];
  const { samples: drawn } = await sampleBatch(from.model, from.memory, {
    tags: tools.tags({ distance }), sets, samples, topK, temperature, lookAhead, seed: seed + origin * ORIGIN_SEED,
    ...(only && { only: (set: number, index: number) => only(placeOf(set, index)) }),
    maxTokens: maxPieces(ids.length), hardBan: plan.rewriteBan, text: tools.pieces, expectedLength: ids.length,
    ...steering, ...(signal && { signal }),
    onProgress: (finished, total, step) => progress?.({ kind: 'sample', finished, total, step }),
  });
  return drawn.map((sample) => ({ ...sample, ...placeOf(sample.set, sample.index) }));
}

/**
 * Runs a beam search from the best decoder input, under the constraints of one ParaBank system (ParaBank §3.2). All hypotheses of the beam
 * become candidates, best first.
 */
export async function drawBeam({ tools, settings, plan, encoded, source, progress, signal }: SentenceContext): Promise<Round> {
  const [from] = encoded;
  if (!from) return { rows: 0, candidates: [], unmet: 0 };
  const hypotheses = await beamSearch(from.model, from.memory, {
    tags: tools.tags({ distance: settings.distance }), beam: settings.beam, maxTokens: maxPieces(source.ids.length),
    hardBan: plan.rewriteBan, demanded: new DemandedText(plan.demands.map(({ phrase }) => phrase), settings.ordered),
    anyOf: plan.demands.map(({ alternatives }) => alternatives), ordered: settings.ordered, text: tools.pieces,
    ...(signal && { signal }), lengthPenalty: 1, ...(settings.lookAhead && { stumpShare: STUMP_SHARE }),
    onProgress: (step, total) => progress?.({ kind: 'sample', finished: step, total, step }),
  });
  const candidates = hypotheses.map(({ tokens, logProb }): Candidate<'drawn'> => ({
    text: tools.pieces.decode(tokens), forward: -logProb / (tokens.length + 1), pieces: tokens.length + 1,
  }));
  return { rows: Math.max(settings.beam, candidates.length), candidates, unmet: 0 };
}
