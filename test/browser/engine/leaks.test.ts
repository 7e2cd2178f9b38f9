import { describe, expect, it } from 'vitest';
import { sampleBatch } from '../../../src/decoding/sample.ts';
import { type Engine, loadEngine, tagsFor } from '../../../workers/engine/engine.ts';
import { fetchedFiles, fetchPacked } from '../../../src/files/fetched.ts';

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

async function decode(engine: Engine, text: string, seed: number): Promise<void> {
  const { model, tokenizer, manifest } = engine;
  const source = tokenizer.encode(text);
  const memory = await model.encode(source);
  const { samples } = await sampleBatch(model, memory, {
    tags: tagsFor(manifest, 2),
    sets: [{ avoid: [] }, { avoid: [] }],
    samples: 2,
    topK: 10,
    temperature: 1,
    seed,
    maxTokens: 8,
  });
  memory.dispose();
  await model.score(samples.slice(0, 2).map(({ tokens }) => ({ source: [...tokens], tags: tagsFor(manifest, 2), target: source })));
}

describe('memory', () => {
  it('keeps no GPU buffer from one sentence to the next', async () => {
    const buffers = countBuffers();
    const engine = await loadEngine(fetchedFiles(new URL('/models/tiny/', location.href)), {
      device: 'webgpu',
      threads: 1,
      wasmPaths: ort.href,
      wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
    });
    const sentence = 'I like your car.';
    for (let i = 0; i < 4; i += 1) await decode(engine, sentence, i % 2);
    const before = buffers.live();
    for (let i = 0; i < 5; i += 1) await decode(engine, sentence, i % 2);
    expect(buffers.created()).toBeGreaterThan(0);
    expect(buffers.live()).toBeLessThanOrEqual(Math.ceil(before * 1.02));
    await engine.dispose();
  }, 240_000);

  it('counts what is kept: an undisposed memory shows', async () => {
    const buffers = countBuffers();
    const engine = await loadEngine(fetchedFiles(new URL('/models/tiny/', location.href)), {
      device: 'webgpu',
      threads: 1,
      wasmPaths: ort.href,
      wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
    });
    const ids = engine.tokenizer.encode('I like your car.');
    for (let i = 0; i < 4; i += 1) (await engine.model.encode(ids)).dispose();
    const before = buffers.live();
    const kept = [];
    for (let i = 0; i < 8; i += 1) kept.push(await engine.model.encode(ids));
    expect(buffers.live()).toBeGreaterThan(Math.ceil(before * 1.02));
    for (const memory of kept) memory.dispose();
    await engine.dispose();
  }, 120_000);
});
