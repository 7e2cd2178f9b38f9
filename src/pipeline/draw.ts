import { beamSearch } from '../decoding/beam.ts';
import { sampleBatch } from '../decoding/sample.ts';
import type { ConstraintSet, PieceText } from '../decoding/sample-request.ts';
import type { Drawn } from '../quality/candidate.ts';
import { surpriseOf } from '../quality/surprisal.ts';
import type { SentenceContext } from './context.ts';
import type { Tools } from './tools.ts';
import { maxPieces } from './plan.ts';
import type { Place, Round } from './round.ts';
import { stylesOf } from './styles.ts';

/** A hypothesis within a banned word is dropped where the ban takes more than this share of what comes next. */
const STUMP_SHARE = 0.5;

/** A sample whose mean nats take more than this share of what both directions may have is given up. */
const GIVE_UP = 0.6;

const pieceText = ({ pieces }: Tools): PieceText => ({ piece: (id) => pieces.pieceText(id), decode: (ids) => pieces.decode(ids) });

/**
 * Constrained top-k sampling of all sets in one batch (ParaBank 2 §2.1), the sets in the request's styles in turn. Only
 * finished samples that meet every demand are candidates. `only`: the samples that are drawn, all by default.
 */
export async function drawSamples(context: SentenceContext, only?: (place: Place) => boolean): Promise<Round> {
  const { tools, model, settings, plan, memory, sourceIds, progress, signal } = context;
  const { samples, topK, temperature, seed, distance, lookAhead, mode, threshold } = settings;
  const styles = stylesOf(settings).map((style) => tools.tags(style));
  const sets = plan.pieceSets.map((set, i): ConstraintSet => ({ ...set, tags: styles[i % styles.length] }));
  const { samples: all } = await sampleBatch(model, memory, {
    tags: tools.tags({ distance }), sets, samples, topK, temperature, lookAhead, seed,
    ...(only && { only: (set: number, index: number) => only({ set, index }) }),
    maxTokens: maxPieces(sourceIds.length), hardBan: plan.hardBan, text: pieceText(tools), expectedLength: sourceIds.length,
    ...(mode === 'otherwise' && { giveUpAbove: GIVE_UP * threshold }), ...(signal && { signal }),
    onProgress: (finished, total, step) => progress?.({ kind: 'sample', finished, total, step }),
  });
  const complete = all.filter(({ finished, satisfied }) => finished && satisfied);
  const unmet = all.filter(({ ending, satisfied }) => (ending === 'finished' || ending === 'length') && !satisfied);
  const candidates = complete.map(({ tokens, logProbs, estimate }): Drawn => {
    const text = tools.pieces.decode(tokens);
    const surprise = surpriseOf(text, tokens.map((id) => tools.pieces.pieceText(id)), logProbs, { estimate });
    return { text, forward: -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length, pieces: logProbs.length, surprise };
  });
  return { rows: all.length, candidates, unmet: unmet.length, places: complete.map(({ set, index }) => ({ set, index })) };
}

/** Beam search under the constraints of one ParaBank system (ParaBank §3.2), all hypotheses of the beam as candidates, best first. */
export async function drawBeam({ tools, model, settings, plan, memory, sourceIds, progress, signal }: SentenceContext): Promise<Round> {
  const hypotheses = await beamSearch(model, memory, {
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
