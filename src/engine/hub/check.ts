import type { ScoreRequest, StepModel, StepOutput } from '../../core/decoding/step-model.ts';
import { notNumbers, type Tried, wrongSteps } from './broken.ts';
import { Seq2SeqModel } from './seq2seq-model.ts';

/** Largest accepted distance of a probability by steps from that by teacher forcing: 8-bit activations are rounded by what is beside. */
const TOLERANCE = 0.15;
/** Nats by which two ways to compute the same may differ. */
const SAME = 1e-3;

/**
 * Checks that a model that nobody measured works: it computes numbers, its steps agree with its reading of a whole text, and, for an
 * encoder–decoder model, whether rows may share one memory.
 * @throws OtherwiseError `model-unsupported`
 */
export async function checkModel(model: StepModel, usual: Pick<ScoreRequest, 'source' | 'tags'>, tried: Tried): Promise<void> {
  const memory = await model.encode(usual.source);
  try {
    const { cache, output } = await model.begin(memory, [usual.tags], { capacity: 2 });
    cache.dispose();
    if (!output.topLogProbs.every(Number.isFinite)) throw notNumbers(tried);
    const [a = 0, b = 0] = [...output.topIds].filter((id) => id !== model.eos && !model.reserved.has(id));
    const twice = (): Promise<StepOutput> => twoRows(model, memory, { tags: usual.tags, ids: [a, b] });
    if (model instanceof Seq2SeqModel) await settleSharing(model, twice);
    const stepped = await twice();
    if (!stepped.topLogProbs.every(Number.isFinite)) throw notNumbers(tried);
    const [scored] = await model.score([{ ...usual, target: [a, stepped.topIds[0] ?? 0] }]);
    const distance = Math.abs(Math.exp(stepped.topLogProbs[0] ?? NaN) - Math.exp(scored?.logProbs[1] ?? NaN));
    if (!(distance <= TOLERANCE)) throw wrongSteps(tried, distance);
  } finally {
    memory.dispose();
  }
}

type Encoded = Awaited<ReturnType<StepModel['encode']>>;

/** Gives the output for two rows, each after a token of its own. */
async function twoRows(
  model: StepModel, memory: Encoded, { tags, ids }: { readonly tags: readonly number[]; readonly ids: readonly number[] },
): Promise<StepOutput> {
  const { cache } = await model.begin(memory, [tags], { capacity: ids.length });
  try {
    return await model.step(cache, new Int32Array(ids.length), Int32Array.from(ids));
  } finally {
    cache.dispose();
  }
}

/** Lets rows share their memory where that gives the numbers of a memory for each. A graph may refuse it, or silently mix rows up. */
async function settleSharing(model: Seq2SeqModel, run: () => Promise<StepOutput>): Promise<void> {
  const apart = await run();
  model.isShared = true;
  const shared = await run().catch(() => undefined);
  // Of two tokens that are equally probable either may come first.
  model.isShared = shared !== undefined && apart.topLogProbs.every((value, i) => Math.abs(value - (shared.topLogProbs[i] ?? NaN)) <= SAME);
}
