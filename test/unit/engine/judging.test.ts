import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { BigramModel } from '../../../src/lab/decoding/bigram.ts';
import { parseManifest } from '../../../src/engine/files/manifest.ts';
import { loadEngine, tagsFor } from '../../../src/engine/model/engine.ts';

/** The reference network and the graph on floats compute the same in another order. */
const TOLERANCE = 1e-4;
/** The same for the int8 form. */
const INT8_TOLERANCE = 0.05;

/** Pairs, and what the reference network in PyTorch says of them (models/recipe/verify/verify.py, `said`; adapter.py, `evidence`). */
const pairs = [
  ['I like your car.', 'Your car is nice.', -1.35142],
  ['Where did you buy it?', 'It was bought in which shop by you?', -1.23034],
  ['I like your car.', 'I like your car.', -1.18737],
] as const;

test('the adapter says what the reference network says, of a pair alone and among others, and changes nothing else', async () => {
  for (const [form, tolerance] of [['float', TOLERANCE], ['int8', INT8_TOLERANCE]] as const) {
    const { model, tokenizer, manifest, dispose } = await loadEngine(modelFolder('tiny'), { ...wasmOptions(1), form });
    const tags = tagsFor(manifest, { distance: 1 });
    const requests = pairs.map(([source, target]) => ({ source: tokenizer.encode(source), tags, target: tokenizer.encode(target) }));
    const before = await model.score(requests);
    const together = await model.judge?.(requests) ?? [];
    const alone = [];
    for (const request of requests) alone.push(...(await model.judge?.([request]) ?? []));
    const after = await model.score(requests);
    await dispose();
    expect(together).toHaveLength(pairs.length);
    pairs.forEach(([, , known], i) => { expect(Math.abs((together[i] ?? NaN) - known)).toBeLessThan(tolerance); });
    expect(together).toEqual(alone);
    expect(after).toEqual(before);
  }
});

test('a stopped request is judged no further, only what is too long is refused, a model without an adapter does not judge', async () => {
  const { model, tokenizer, manifest, dispose } = await loadEngine(modelFolder('tiny'), wasmOptions(1));
  const [source, tags] = [tokenizer.encode('I like your car.'), tagsFor(manifest, { distance: 1 })];
  await expect(model.judge?.([{ source, tags, target: source }], AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  const long = Array.from({ length: manifest.architecture.positions }, () => source[0] ?? 0);
  await expect(model.judge?.([{ source, tags, target: long }])).rejects.toMatchObject({ code: 'text-too-long' });
  const longest = long.slice(0, manifest.architecture.positions - source.length - tags.length - 2);
  expect((await model.judge?.([{ source, tags, target: longest }]))?.[0]).toEqual(expect.any(Number));
  await dispose();
  expect(Object.hasOwn(BigramModel.prototype, 'judge')).toBe(false);
});

test('an estimator that weighs an adapter is refused where there is none', () => {
  const text = readFileSync(new URL('../../../models/base/manifest.json', import.meta.url), 'utf8');
  const { architecture: { adapter, ...architecture }, ...manifest } = parseManifest(text);
  expect(adapter).toBeDefined();
  expect(() => parseManifest(JSON.stringify({ ...manifest, architecture }))).toThrow(/weighs an adapter that is not there/u);
});
