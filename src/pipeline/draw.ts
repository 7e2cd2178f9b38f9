import { beamSearch } from '../decoding/beam.ts';
import { sampleBatch } from '../decoding/sample.ts';
import type { ConstraintSet, PieceText, Sampled } from '../decoding/sample-request.ts';
import type { Drawn } from '../quality/candidate.ts';
import { surpriseOf } from '../quality/surprisal.ts';
import type { SentenceContext } from './context.ts';
import type { Tools } from './tools.ts';
import { maxPieces } from './plan.ts';
import { stylesOf } from './styles.ts';

/** What a round of decoding brought. */
export interface Round {
  readonly rows: number;
  /** Those that ended with every demand met. */
  readonly candidates: readonly Drawn[];
  /** How many came to their end, or to the greatest length, without a demand. */
  readonly unmet: number;
}

/** A hypothesis within a banned word is dropped where the ban takes more than this share of what comes next. */
const STUMP_SHARE = 0.5;

/** A sample whose mean nats take more than this share of what both directions may have is given up. */
const GIVE_UP = 0.6;
/** Every origin has samples of its own. */
const ORIGIN_SEED = 0x85ebca6b;

const pieceText = ({ pieces }: Tools): PieceText => ({ piece: (id) => pieces.pieceText(id), decode: (ids) => pieces.decode(ids) });

/**
 * Constrained top-k sampling of all sets (ParaBank 2 §2.1), the sets in the request's styles in turn and from the origins
 * in turn, those of one origin in one batch. Only finished samples that meet every demand are candidates.
 */
export async function drawSamples(context: SentenceContext): Promise<Round> {
  const { tools, memories } = context;
  const all: Sampled[] = [];
  for (const origin of memories.keys()) all.push(...(await samplesFrom(origin, context)));
  const complete = all.filter(({ finished, satisfied }) => finished && satisfied);
  const unmet = all.filter(({ ending, satisfied }) => (ending === 'finished' || ending === 'length') && !satisfied);
  const candidates = complete.map(({ tokens, logProbs, estimate }): Drawn => {
    const text = tools.pieces.decode(tokens);
    const surprise = surpriseOf(text, tokens.map((id) => tools.pieces.pieceText(id)), logProbs, { estimate });
    return { text, forward: -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length, pieces: logProbs.length, surprise };
  });
  return { rows: all.length, candidates, unmet: unmet.length };
}

/** The samples of those sets whose turn an origin is. */
async function samplesFrom(origin: number, context: SentenceContext): Promise<readonly Sampled[]> {
  const { tools, settings, plan, memories, sourceIds, progress, signal } = context;
  const { samples, topK, temperature, seed, distance, lookAhead, mode, threshold } = settings;
  const styles = stylesOf(settings).map((style) => tools.tags(style));
  const sets = plan.pieceSets
    .map((set, i): ConstraintSet => ({ ...set, tags: styles[i % styles.length] }))
    .filter((_, i) => i % memories.length === origin);
  const memory = memories[origin];
  if (!memory || sets.length === 0) return [];
  const { samples: drawn } = await sampleBatch(tools.model, memory, {
    tags: tools.tags({ distance }), sets, samples, topK, temperature, lookAhead, seed: seed + origin * ORIGIN_SEED,
    maxTokens: maxPieces(sourceIds.length), hardBan: plan.hardBan, text: pieceText(tools), expectedLength: sourceIds.length,
    ...(mode === 'otherwise' && { giveUpAbove: GIVE_UP * threshold }), ...(signal && { signal }),
    onProgress: (finished, total, step) => progress?.({ kind: 'sample', finished, total, step }),
  });
  return drawn;
}

/**
 * Beam search from the best origin, under the constraints of one ParaBank system (ParaBank §3.2): all hypotheses of the beam
 * as candidates, best first.
 */
export async function drawBeam({ tools, settings, plan, memories, sourceIds, progress, signal }: SentenceContext): Promise<Round> {
  const [memory] = memories;
  if (!memory) return { rows: 0, candidates: [], unmet: 0 };
  const hypotheses = await beamSearch(tools.model, memory, {
    tags: tools.tags({ distance: settings.distance }), beam: settings.beam, maxTokens: maxPieces(sourceIds.length),
    hardBan: plan.hardBan, demanded: plan.demanded,
    anyOf: plan.demands.map(({ alternatives }) => alternatives), ordered: settings.ordered, text: pieceText(tools),
    ...(signal && { signal }), lengthPenalty: 1, ...(settings.lookAhead && { stumpShare: STUMP_SHARE }),
    onProgress: (step, total) => progress?.({ kind: 'sample', finished: step, total, step }),
  });
  const candidates = hypotheses.map(({ tokens, logProb }): Drawn => ({
    text: tools.pieces.decode(tokens), forward: -logProb / (tokens.length + 1), pieces: tokens.length + 1,
  }));
  return { rows: Math.max(settings.beam, candidates.length), candidates, unmet: 0 };
}
