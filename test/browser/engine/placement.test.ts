import { describe, expect, it } from 'vitest';
import { fetchedFiles, fetchPacked } from '../../../src/engine/files/fetched.ts';
import { readManifest } from '../../../src/engine/files/manifest.ts';
import { createSession, openRuntime } from '../../../src/engine/model/runtime.ts';
import { Repacker } from '../../../src/engine/model/weights.ts';
import { PartMemory } from '../../../src/engine/model/weights-place.ts';
import { type Placement, readPlacement } from './placement.ts';

const ort = new URL('/ort/', location.href);

// The wasm module keeps the console functions it finds when it is first loaded, so they are replaced before that and for good.
const lines: string[] = [];
for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
  console[name] = (...parts: unknown[]): void => { lines.push(...parts.map(String).join(' ').split('\n')); };
}

async function placementOf(form: 'blocks' | 'int8'): Promise<Placement> {
  const files = fetchedFiles(new URL('/models/tiny/', location.href));
  const manifest = await readManifest(files);
  const graph = manifest.graphs[form];
  const whole = await files.read('weights.00.bin');
  const place = new PartMemory(graph.externalBytes);
  await new Repacker(manifest, graph, place).add(whole);
  const runtime = await openRuntime('webgpu', {
    threads: 1,
    wasmPaths: ort.href,
    wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
  });
  lines.length = 0;
  runtime.ort.env.logLevel = 'verbose';
  const graphFiles = await place.files(await files.read(graph.file));
  const session = await createSession(runtime, graphFiles, { logSeverityLevel: 0, logVerbosityLevel: 0 });
  await session.release();
  return readPlacement(lines);
}

describe('placement on WebGPU', () => {
  it('runs every node of encode, step, score and judge on the GPU, shape arithmetic aside', async () => {
    const { gpu, cpu, shapes } = await placementOf('blocks');
    expect(gpu).toBeGreaterThan(150);
    expect(cpu).toEqual([]);
    expect(shapes.length).toBeLessThan(40);
  });

  it('can fail: the int8 form falls to the CPU there', async () => {
    const { cpu } = await placementOf('int8');
    expect(cpu.length).toBeGreaterThan(0);
  });
});
