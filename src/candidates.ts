import type { ConstraintPlan } from './constraint-plan.ts';
import { maxPieces } from './constraint-plan.ts';
import { beamSearch } from './decoding/beam.ts';
import type { PieceText } from './decoding/sample-request.ts';
import { sampleBatch } from './decoding/sample.ts';
import type { Memory } from './decoding/step-model.ts';
import { type Surprise, surpriseOf } from './selection/word-surprise.ts';
import type { Settings, Tools } from './tools.ts';
import type { ParaphraseProgress } from '../workers/protocol.ts';

/** A decoded candidate; `forward` is its negative log-likelihood per piece in nats, the end piece counted, `pieces` their number. */
export interface Drawn {
  readonly text: string;
  readonly forward: number;
  readonly pieces: number;
  /** The text as it was decoded, piece by piece; undefined after beam search, which keeps sums only. */
  readonly surprise?: Surprise;
}

type Progress = ((event: ParaphraseProgress) => void) | undefined;

const pieceText = ({ pieces }: Tools): PieceText => ({ piece: (id) => pieces.pieceText(id), decode: (ids) => pieces.decode(ids) });

/** Constrained top-k sampling of all sets in one batch (ParaBank 2 §2.1). Only finished samples that meet every demand are candidates. */
export async function candidatesBySampling(
  memory: Memory,
  sourceLength: number,
  plan: ConstraintPlan,
  settings: Settings,
  tools: Tools,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Drawn[]> {
  const { samples } = await sampleBatch(tools.model, memory, {
    tags: tools.tags(settings.distance),
    sets: plan.pieceSets,
    samples: settings.samples,
    topK: settings.topK,
    temperature: settings.temperature,
    seed: settings.seed,
    maxTokens: maxPieces(sourceLength),
    hardBan: plan.hardBan,
    text: pieceText(tools),
    expectedLength: sourceLength,
    giveUpAbove: settings.threshold,
    ...(signal && { signal }),
    onProgress: (finished, total, step) => progress?.({ kind: 'sample', finished, total, step }),
  });
  return samples
    .filter(({ finished, satisfied }) => finished && satisfied)
    .map(({ tokens, logProbs, estimate }) => {
      const text = tools.pieces.decode(tokens);
      const surprise = surpriseOf(
        text,
        tokens.map((id) => tools.pieces.pieceText(id)),
        logProbs,
        { estimate },
      );
      return { text, forward: -logProbs.reduce((sum, value) => sum + value, 0) / logProbs.length, pieces: logProbs.length, surprise };
    });
}

/** Beam search under the constraints of one ParaBank system (ParaBank §3.2), all hypotheses of the beam as candidates. */
export async function candidatesByBeam(
  memory: Memory,
  sourceLength: number,
  plan: ConstraintPlan,
  settings: Settings,
  tools: Tools,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Drawn[]> {
  const most = maxPieces(sourceLength);
  const hypotheses = await beamSearch(tools.model, memory, {
    tags: tools.tags(settings.distance),
    beam: settings.beam,
    maxTokens: most,
    hardBan: plan.hardBan,
    demanded: plan.demanded,
    require: plan.demands.map(({ alternatives }) => alternatives[0] ?? []),
    ordered: settings.ordered,
    text: pieceText(tools),
    ...(signal && { signal }),
    lengthPenalty: 1,
    stumpShare: 0.5,
    onProgress: (step, total) => progress?.({ kind: 'sample', finished: step, total, step }),
  });
  return hypotheses.map(({ tokens, logProb }) => ({
    text: tools.pieces.decode(tokens),
    forward: -logProb / (tokens.length + 1),
    pieces: tokens.length + 1,
  }));
}
