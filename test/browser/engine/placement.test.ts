import { describe, expect, it } from 'vitest';
import { fetchedFiles, fetchPacked } from '../../../src/files/fetched.ts';
import { readManifest } from '../../../src/files/manifest.ts';
import { createSession, openRuntime } from '../../../workers/engine/runtime.ts';
import { repack } from '../../../workers/engine/weights.ts';

const ort = new URL('/ort/', location.href);

/**
 * Nodes of a graph that onnxruntime puts on the CPU although WebGPU was asked for, by the placement lines of its
 * verbose log. Shape arithmetic on a few integers belongs there and is not counted: those kernels read or make shape vectors.
 */
const SHAPE_ARITHMETIC = new Set(['Shape', 'Gather', 'Concat', 'Add', 'Identity', 'Squeeze', 'Unsqueeze', 'Cast', 'Slice']);

interface Placement {
  readonly gpu: number;
  readonly cpu: string[];
}

function readPlacement(lines: readonly string[]): Placement {
  const cpu: string[] = [];
  let gpu = 0;
  let provider = '';
  for (const line of lines) {
    const all = /All nodes placed on \[(\w+)\]\. Number of nodes: (\d+)/.exec(line);
    const some = /Node\(s\) placed on \[(\w+)\]\. Number of nodes: (\d+)/.exec(line);
    const head = all ?? some;
    if (head) {
      provider = head[1] ?? '';
      if (provider.startsWith('WebGpu')) gpu += Number(head[2]);
      continue;
    }
    const node = /\]\s{2,}(\w+) \(([^)]*)\)/.exec(line);
    if (node && provider.startsWith('CPU')) cpu.push(`${node[1]} ${node[2]}`);
  }
  return { gpu, cpu };
}

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
  const { external } = await repack(manifest, graph, whole);
  const runtime = await openRuntime('webgpu', {
    threads: 1,
    wasmPaths: ort.href,
    wasmBinary: (file) => (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, ort)) : undefined),
  });
  lines.length = 0;
  runtime.ort.env.logLevel = 'verbose';
  const graphFiles = { graph: await files.read(graph.file), external: [{ path: 'weights', data: external }] };
  const session = await createSession(runtime, graphFiles, { logSeverityLevel: 0, logVerbosityLevel: 0 });
  await session.release();
  return readPlacement(lines);
}

describe('placement on WebGPU', () => {
  it('runs every node of encode, step, score and judge on the GPU, shape arithmetic aside', async () => {
    const { gpu, cpu } = await placementOf('blocks');
    expect(gpu).toBeGreaterThan(150);
    expect(cpu.filter((node) => !SHAPE_ARITHMETIC.has(node.split(' ')[0] ?? ''))).toEqual([]);
    expect(cpu.length).toBeLessThan(40);
  });

  it('can fail: the int8 form falls to the CPU there', async () => {
    const { cpu } = await placementOf('int8');
    expect(cpu.filter((node) => !SHAPE_ARITHMETIC.has(node.split(' ')[0] ?? '')).length).toBeGreaterThan(0);
  });
});
