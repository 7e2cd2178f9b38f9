import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleBatch } from '../../../src/core/decoding/sample.ts';
import { type BundledEngine, loadEngine, tagsFor } from '../../../src/engine/model/engine.ts';
import { fetchedFiles, fetchPacked } from '../../../src/engine/files/fetched.ts';

const ort = new URL('/ort/', location.href);

/** Counts GPU buffers that were created and not destroyed. */
function countBuffers(): { live(): number; created(): number } {
  let created = 0;
  let destroyed = 0;
  const create = GPUDevice.prototype.createBuffer;
  GPUDevice.prototype.createBuffer = function counted(this: GPUDevice, descriptor) {
    const buffer = create.call(this, descriptor);
    created += 1;
    const destroy = buffer.destroy.bind(buffer);
    let open = true;
    buffer.destroy = () => {
      if (open) destroyed += 1;
      open = false;
      destroy();
    };
    return buffer;
  };
  return { live: () => created - destroyed, created: () => created };
}

/** Asks everything of a model that a sentence needs, in as few steps as show each of them: a software adapter is slow. */
async function decode({ model, tokenizer, manifest }: BundledEngine): Promise<void> {
  const source = tokenizer.encode('I like your car.');
  const tags = tagsFor(manifest, { distance: 2 });
  const memory = await model.encode(source);
  const sampling = { sets: [{ avoid: [] }], samples: 2, topK: 10, temperature: 1, seed: 1, maxTokens: 3 };
  const { samples } = await sampleBatch(model, memory, { tags, ...sampling });
  memory.dispose();
  await model.score(samples.map(({ tokens }) => ({ source: [...tokens], tags, target: source })));
  await model.judge?.(samples.map(({ tokens }) => ({ source, tags, target: [...tokens] })));
}

describe('memory', () => {
  const buffers = countBuffers();
  let engine: BundledEngine;
  beforeAll(async () => {
    engine = await loadEngine(fetchedFiles(new URL('/models/tiny/', location.href)), {
      device: 'webgpu',
      threads: 1,
      wasmPaths: ort.href,
      wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
    });
  });
  afterAll(() => engine.dispose());

  it('keeps no GPU buffer from one sentence to the next', async () => {
    // The runtime keeps buffers to use them again: it has them all after some sentences of the same sizes.
    for (let i = 0; i < 3; i += 1) await decode(engine);
    const before = buffers.live();
    for (let i = 0; i < 3; i += 1) await decode(engine);
    expect(buffers.created()).toBeGreaterThan(0);
    expect(buffers.live()).toBe(before);
  });

  it('counts what is kept: an undisposed memory shows', async () => {
    const ids = engine.tokenizer.encode('I like your car.');
    for (let i = 0; i < 2; i += 1) (await engine.model.encode(ids)).dispose();
    const before = buffers.live();
    // The first of them find buffers that are free.
    const kept = [];
    while (kept.length < 24 && buffers.live() === before) kept.push(await engine.model.encode(ids));
    expect(buffers.live()).toBeGreaterThan(before);
    for (const memory of kept) memory.dispose();
  });
});
