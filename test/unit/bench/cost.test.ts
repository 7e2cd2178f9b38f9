import { describe, expect, it } from 'vitest';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { type Manifest, readManifest } from '../../../src/engine/files/manifest.ts';
import { createSession, openRuntime } from '../../../src/engine/model/runtime.ts';
import { Drawer, largest, logSumExp } from '../../bench/contest/logits.ts';
import { architectureFlop, productsOf } from '../../bench/cost/flop.ts';
import { boundOf, workOf } from '../../bench/cost/model.ts';
import { productGraph } from '../../bench/cost/onnx.ts';
import { marks, svgOf } from '../../bench/cost/svg.ts';

const manifestOf = (name: string): Promise<Manifest> => readManifest(modelFolder(name));

describe('work of a model', () => {
  it('counts every matrix of the weight file once', async () => {
    const manifest = await manifestOf('tiny');
    const counted = productsOf(manifest).reduce((sum, { rows, columns, count }) => sum + rows * columns * count, 0);
    // The table is the head; the judgement's three rows are no product of a step.
    const stored = manifest.weights.tensors.filter(({ name }) => name !== 'adapter.head')
      .reduce((sum, { shape: [rows = 0, columns = 0] }) => sum + rows * columns, 0);
    expect(counted).toBe(stored);
  });

  it('grows with positions, and with the head only where it reads', async () => {
    const manifest = await manifestOf('small');
    const { vocabulary, hidden } = manifest.architecture;
    const flop = (positions: number, heads: number): number => architectureFlop(manifest, { positions, heads });
    expect(flop(2, 1) - flop(1, 1)).toBe(flop(3, 1) - flop(2, 1));
    expect(flop(1, 2) - flop(1, 1)).toBe(2 * hidden * (vocabulary + hidden));
  });

  it.each(['small', 'base'])('is the sum of its passes for a sentence of %s, with and without its adapter', async (name) => {
    const manifest = await manifestOf(name);
    const { adapter: _adapter, ...plain } = manifest.architecture;
    for (const architecture of [manifest.architecture, plain]) {
      const parts = workOf({ ...manifest, architecture }, 'int8', { pieces: 10, step: 150, sampled: 150, judged: 7, scored: 3 });
      const flop = (begin: string): number => parts.find(({ part }) => part.startsWith(begin))?.flop ?? NaN;
      const judging = architecture === plain ? 0 : 7 * flop('judge');
      expect(flop('a sentence')).toBe(flop('encode') + 10 * flop('a step of 150') + 3 * flop('score') + judging);
      if (name === 'base' && architecture !== plain) expect(flop('judge')).toBeLessThan(flop('score') / 2);
    }
  });

  it('is bound by the largest of three times', () => {
    const limits = { name: '', gflops: 1000, gigabytes: 100, dispatch: 5 };
    expect(boundOf({ flop: 2e9, bytes: 1e6 }, limits)).toEqual({ milliseconds: 2, by: 'products' });
    expect(boundOf({ flop: 1e6, bytes: 1e9 }, limits)).toEqual({ milliseconds: 10, by: 'memory' });
    expect(boundOf({ flop: 1e6, bytes: 1e6 }, limits, 2000)).toEqual({ milliseconds: 10, by: 'dispatches' });
  });
});

describe('the graph of one product', () => {
  it('multiplies in the runtime as written down', async () => {
    const runtime = await openRuntime('wasm', wasmOptions(1));
    const [m, k, n] = [2, 300, 3];
    const weights = Int8Array.from({ length: k * n }, (_, i) => (i % 7) - 3);
    const input = Uint8Array.from({ length: m * k }, (_, i) => (i * 5) % 256);
    const external = [{ path: 'weights', data: new Uint8Array(weights.buffer) }];
    const session = await createSession(runtime, { graph: productGraph({ m, k, n }, true), external }, {});
    const { y } = await session.run({ x: new runtime.ort.Tensor('uint8', input, [m, k]) });
    const expected = Array.from({ length: m * n }, (_, at) => {
      const [row, column] = [Math.floor(at / n), at % n];
      return [...Array(k).keys()].reduce((sum, i) => sum + ((input[row * k + i] ?? 0) - 128) * (weights[i * n + column] ?? 0), 0);
    });
    expect([...y?.data as Int32Array]).toEqual(expected);
    await session.release();
  });
});

describe('pictures', () => {
  it('have round marks that reach the largest value', () => {
    expect(marks(47)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(marks(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('hold a dot for each point, and words as text', () => {
    const svg = svgOf({ title: 'a < b & c', across: 'x', up: 'y', points: [[1, 2], [2, 4], [4, 5]] });
    expect(svg.match(/<circle/gu)).toHaveLength(3);
    expect(svg).toContain('a &lt; b &amp; c');
    expect(svg).not.toMatch(/NaN|undefined/u);
  });
});

describe('drawing from logits', () => {
  const logits = Float32Array.from({ length: 500 }, (_, i) => Math.sin(i * 12.9898) * 4);

  it('finds the largest, as sorting does', () => {
    const sorted = [...logits.keys()].sort((a, b) => (logits[b] ?? 0) - (logits[a] ?? 0) || a - b);
    expect(largest(logits, 12).map(({ id }) => id)).toEqual(sorted.slice(0, 12));
  });

  it('never draws what is banned in its row', () => {
    const [first, second] = largest(logits, 2).map(({ id }) => id) as [number, number];
    const drawer = new Drawer([[first], []], second);
    const drawn = (row: number): Set<number> => new Set(Array.from({ length: 200 }, () => drawer.drawn(logits, row)));
    expect(drawn(0)).not.toContain(first);
    expect(drawn(1)).toContain(first);
    expect(drawn(1)).not.toContain(second);
  });

  it('normalises', () => {
    const total = logSumExp(logits);
    expect(logits.reduce((sum, value) => sum + Math.exp(value - total), 0)).toBeCloseTo(1, 5);
  });
});
