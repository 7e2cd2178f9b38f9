import { OtherwiseError } from '../../core/errors.ts';
import type { GraphForm, Manifest } from '../files/manifest.ts';
import type { PrefixDecoder } from './prefix-decoder.ts';

/** Largest accepted distance (below); int8 rounds its activations. */
export const SELF_TEST_TOLERANCE: Readonly<Record<GraphForm, number>> = { float: 0.005, blocks: 0.005, int8: 0.15 };

/**
 * Compares this device with log-probabilities that the recipe stored: some drivers silently compute wrong numbers. The stored sequence is a
 * whole row (mark, source, mark, tags). Both ways to compute it are tested, the encoder with a first step and the scorer. The distance is
 * the sum of absolute differences of the 16 best tokens' probabilities, and of the 4 best ones' for the scorer.
 * @throws OtherwiseError `self-test-failed` with the distance
 */
export async function selfTest(model: PrefixDecoder, manifest: Manifest, form: GraphForm): Promise<void> {
  const { ids, topIds, topLogProbs } = manifest.selfTest;
  const { sep } = manifest.pieces;
  const split = ids.indexOf(sep);
  const source = ids.slice(1, split);
  const tags = ids.slice(split + 1);
  const memory = await model.encode(source);
  const opened = await model.begin(memory, [tags], { capacity: 1, probes: topIds });
  opened.cache.dispose();
  memory.dispose();
  const scored = await model.score(topIds.slice(0, 4).map((id) => ({ source, tags, target: [id] })));
  const away = (logProbs: readonly (number | undefined)[]): number =>
    logProbs.reduce<number>((sum, logProb, i) => sum + Math.abs(Math.exp(logProb ?? NaN) - Math.exp(topLogProbs[i] ?? NaN)), 0);
  const distance = Math.max(away([...opened.output.probeLogProbs]), away(scored.map(({ logProbs }) => logProbs[0])));
  if (!(distance <= SELF_TEST_TOLERANCE[form]))
    throw new OtherwiseError(
      'self-test-failed',
      `This device computes other numbers than it should (probabilities off by ${distance.toFixed(3)} in sum).`,
    );
}
