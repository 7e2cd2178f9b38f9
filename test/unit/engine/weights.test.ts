import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { weightsFile } from '../../../src/cli/weights-file.ts';
import type { LoadProgress } from '../../../src/core/protocol.ts';
import { sha256 } from '../../../src/engine/files/hash.ts';
import { graphOf, readManifest } from '../../../src/engine/files/manifest.ts';
import { loadEngine } from '../../../src/engine/model/engine.ts';
import {
  BLOCK, float16, readBlocks, readRepacked, repackedBytes, Repacker, toRows, unpackBits,
} from '../../../src/engine/model/weights.ts';
import { type Part, PartMemory, type WeightsPlace, WholeMemory } from '../../../src/engine/model/weights-place.ts';
import { twoShards } from './two-shards.ts';

/** Packs bits the slow way: one after the other. */
function packBits(values: readonly number[], bits: number): Uint8Array {
  const stream = values.flatMap((value) => Array.from({ length: bits }, (_, bit) => ((value + 2 ** (bits - 1)) >> bit) & 1));
  const bytes = new Uint8Array(Math.ceil(stream.length / 8));
  stream.forEach((bit, i) => { bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7)); });
  return bytes;
}

describe('the neutral weight file', () => {
  it('unpacks numbers of 2 to 8 bits', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 8 })
          .chain((bits) =>
            fc.tuple(fc.constant(bits), fc.array(fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 }), { maxLength: 70 })),
          ),
        ([bits, values]) => {
          expect([...unpackBits(packBits(values, bits), bits, new Int8Array(values.length))]).toEqual(values);
        },
      ),
    );
  });

  it('reads half precision', () => {
    expect([0x3c00, 0xc000, 0x0001, 0x3555, 0x7bff, 0].map(float16)).toEqual([1, -2, 2 ** -24, 0.333251953125, 65504, 0]);
  });

  it('turns blocks into rows that stay within half a step of every weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -31, max: 31 }), fc.integer({ min: 1, max: 50 })), {
          minLength: 2 * BLOCK,
          maxLength: 2 * BLOCK,
        }),
        (numbers) => {
          const q = Int8Array.from(numbers, ([value]) => value);
          const scales = Float32Array.of((numbers[0]?.[1] ?? 1) / 64, (numbers[1]?.[1] ?? 1) / 64);
          const rows = toRows({ rows: 1, columns: 2 * BLOCK, q, scales });
          q.forEach((value, i) => {
            const exact = value * (scales[Math.floor(i / BLOCK)] ?? 0);
            expect(Math.abs(exact - (rows.values[i] ?? 0) * (rows.scales[0] ?? 0))).toBeLessThanOrEqual((rows.scales[0] ?? 0) * 0.5001);
          });
        },
      ),
    );
  });

  it('reads a tensor: scales first, then the numbers', () => {
    const values = Array.from({ length: 2 * BLOCK }, (_, i) => (i % 63) - 31);
    const bytes = new Uint8Array([...new Uint8Array(Uint16Array.of(0x3c00, 0x3800).buffer), ...packBits(values, 6)]);
    const blocks = readBlocks({ name: 'x', bits: 6, shape: [1, 2 * BLOCK], offset: 0, bytes: bytes.length }, bytes);
    expect([...blocks.scales]).toEqual([1, 0.5]);
    expect([...blocks.q]).toEqual(values);
  });
});

describe('weights that are laid out while they arrive', async () => {
  const files = modelFolder('tiny');
  const manifest = await readManifest(files);
  const whole = await files.read('weights.00.bin');
  /** The parts and the table's two, of which each part's memory is filled anew behind it, as where they go into a file. */
  const laidOut = async (form: 'int8' | 'blocks', cuts: readonly number[]): Promise<readonly Uint8Array<ArrayBuffer>[]> => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const add = (_: Part, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      parts.push(bytes.slice());
      bytes.fill(255);
      return Promise.resolve();
    };
    const repacker = new Repacker(manifest, graphOf(manifest, form), { copies: true, add });
    const room = new Uint8Array(whole.length);
    const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
    for (const [i, from] of places.slice(0, -1).entries()) {
      // Every stretch is read into the same place: nothing of an earlier one is there any more.
      const stretch = room.subarray(0, (places[i + 1] ?? 0) - from);
      stretch.set(whole.subarray(from, places[i + 1]));
      await repacker.add(stretch);
      room.fill(255);
    }
    return [...parts, ...repacker.finish().kept];
  };

  it.each(['int8', 'blocks'] as const)('are the same wherever the file is cut (%s)', async (form) => {
    const parts = await laidOut(form, []);
    const hashes = (some: readonly Uint8Array<ArrayBuffer>[]): Promise<string[]> => Promise.all(some.map(sha256));
    const expected = await hashes(parts);
    const cut = fc.integer({ min: 0, max: whole.length });
    await fc.assert(fc.asyncProperty(fc.array(cut, { maxLength: 6 }), async (cuts) => {
      expect(await hashes(await laidOut(form, cuts))).toEqual(expected);
    }), { numRuns: 4 });
    const again = readRepacked(manifest, graphOf(manifest, form), parts);
    expect([...again.parts.map(([, bytes]) => bytes), ...again.embedding.kept]).toEqual(parts);
    expect(repackedBytes(manifest, graphOf(manifest, form))).toBe(parts.reduce((total, { length }) => total + length, 0));
  });

  it('do not come out of kept parts of which one is missing or of another length', async () => {
    const parts = await laidOut('int8', []);
    const graph = graphOf(manifest, 'int8');
    const corrupt = expect.objectContaining({ code: 'model-corrupt' }) as Error;
    expect(() => readRepacked(manifest, graph, parts.slice(1))).toThrow(corrupt);
    expect(() => readRepacked(manifest, graph, parts.map((part, i) => (i === 0 ? part.slice(1) : part)))).toThrow(corrupt);
  });

  it('are an error when the file ends early', async () => {
    const graph = graphOf(manifest, 'int8');
    const repacker = new Repacker(manifest, graph, new PartMemory(graph.externalBytes));
    await repacker.add(whole.slice(0, whole.length / 2));
    expect(() => repacker.finish()).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });
});

describe('the place of the weights', async () => {
  const files = modelFolder('tiny');
  const manifest = await readManifest(files);
  const graph = graphOf(manifest, 'int8');
  const whole = await files.read('weights.00.bin');
  /** The whole of the external data as a place gives it, piece by piece in the runtime's order, which is another one. */
  const given = async (place: WeightsPlace): Promise<Uint8Array> => {
    await new Repacker(manifest, graph, place).add(whole);
    const { external } = await place.files(await files.read(graph.file));
    const data = external[0]?.data;
    const out = new Uint8Array(data?.byteLength ?? 0);
    for (const { offset, bytes } of graph.layout.toReversed()) out.set(data?.subarray(offset, offset + bytes) ?? [], offset);
    return out;
  };

  let folder: string | undefined;

  afterEach(() => {
    vi.unstubAllEnvs();
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  });

  it('gives the same bytes in memory, in parts of it and in a file', async () => {
    const expected = await sha256(new Uint8Array(await given(new WholeMemory(graph.externalBytes))));
    const file = weightsFile(false)(graph.externalBytes);
    if (!file) throw new Error('There is no room for a file.');
    for (const place of [new PartMemory(graph.externalBytes), file]) {
      expect(await sha256(new Uint8Array(await given(place)))).toBe(expected);
      await place.close();
    }
  });

  it('gives up each part of memory when its last piece has been copied, and says so when it is asked for again', async () => {
    const place = new PartMemory(graph.externalBytes);
    await given(place);
    const { external } = await place.files(await files.read(graph.file));
    const { offset = 0, bytes = 0 } = graph.layout[0] ?? {};
    expect(() => external[0]?.data.subarray(offset, offset + bytes)).toThrow('given up');
  });

  it('leaves no file behind, whether a session was made or not', async () => {
    folder = mkdtempSync(join(tmpdir(), 'weights-'));
    vi.stubEnv('TMPDIR', folder);
    const made = await watched(folder, () => undefined);
    expect(made.error).toBeUndefined();
    const stopping = new AbortController();
    const stopped = await watched(folder, () => { stopping.abort(); }, stopping.signal);
    expect(stopped.error).toMatchObject({ code: 'aborted' });
    for (const { during, after } of [made, stopped]) {
      expect(during).toEqual([expect.stringMatching(/^otherwise-/u)]);
      expect(after).toEqual([]);
    }
  });

  /** The contents of a folder when the first tensor has been unpacked, where `onTensor` is called, and when the load has ended. */
  async function watched(
    where: string, onTensor: () => void, signal?: AbortSignal,
  ): Promise<{ readonly during: readonly string[]; readonly after: readonly string[]; readonly error?: unknown }> {
    let during: readonly string[] = [];
    const onProgress = ({ kind }: LoadProgress): void => {
      if (kind !== 'unpack' || during.length > 0) return;
      during = readdirSync(where);
      onTensor();
    };
    try {
      const engine = await loadEngine(await twoShards(files), { ...wasmOptions(1), onProgress, ...(signal && { signal }) });
      await engine.dispose();
      return { during, after: readdirSync(where) };
    } catch (error) {
      return { during, after: readdirSync(where), error };
    }
  }
});
