import { expect, test } from 'vitest';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { loadEngine, tagsFor } from '../../../src/engine/model/engine.ts';
import { estimating } from '../../oracle/estimating.ts';

/** The difference allowed: both ways read the same states, but matrix products over other numbers of rows round differently. */
const TOLERANCE = 1e-3;

test('a sample is read alike while it is drawn and when it is scored; a model without probes reads nothing', async () => {
  const engine = await loadEngine(estimating(modelFolder('tiny')), wasmOptions(1));
  const { model, tokenizer, manifest } = engine;
  const source = tokenizer.encode('Tom wants to go home early today.');
  const tags = tagsFor(manifest, { distance: 1 });
  const request = { tags, sets: [{ avoid: [] }], samples: 6, topK: 10, temperature: 1, seed: 3, maxTokens: 20 };
  const memory = await model.encode(source);
  const samples = (await sampleBatch(model, memory, request)).samples.filter(({ finished }) => finished);
  memory.dispose();
  const scores = await model.score(samples.map(({ tokens }) => ({ source, tags, target: tokens })));
  await engine.dispose();
  expect(samples.length).toBeGreaterThan(3);
  samples.forEach(({ estimate = NaN }, i) => {
    expect(Math.abs(estimate - (scores[i]?.estimates?.rewrite ?? NaN))).toBeLessThan(TOLERANCE);
  });
  expect(new Set(samples.map(({ estimate = NaN }) => estimate.toFixed(2))).size).toBeGreaterThan(2);
  expect(scores.every(({ estimates }) => estimates && Math.abs(estimates.rewrite - estimates.source) > TOLERANCE)).toBe(true);

  const plain = await loadEngine(modelFolder('tiny'), wasmOptions(1));
  const again = await plain.model.encode(source);
  const without = (await sampleBatch(plain.model, again, request)).samples;
  again.dispose();
  const [unread] = await plain.model.score([{ source, tags, target: source }]);
  await plain.dispose();
  expect(without.every(({ estimate }) => estimate === undefined)).toBe(true);
  expect(unread?.estimates).toBeUndefined();
});
