import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { graphOf, readManifest } from '../../../src/engine/files/manifest.ts';
import { sha256 } from '../../../src/engine/files/hash.ts';
import type { KeptParts, ModelFiles } from '../../../src/engine/files/read.ts';
import { loadEngine } from '../../../src/engine/model/engine.ts';
import { readRepacked } from '../../../src/engine/model/weights.ts';
import { partsOf, PartMemory, WholeMemory } from '../../../src/engine/model/weights-place.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The files of a model whose weights have several parts, and come in two files. */
const files = modelFolder('small');
const { weightsPlace: _, ...options } = wasmOptions(1);

/** A promise, and what resolves it. */
function signalled(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A cache that copies each part when `writing` resolves, and records what is asked of it. */
class FakeCache implements KeptParts {
  readonly copies: Uint8Array<ArrayBuffer>[] = [];
  readonly calls: string[] = [];
  bytes = 0;
  /** The most parts that were being written at the same time. */
  most = 0;
  #now = 0;
  readonly #end = signalled();
  readonly ended = this.#end.promise;

  constructor(private readonly writing: () => Promise<unknown>) {}

  take(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  begin(_name: string, bytes: number): Promise<this> {
    this.bytes = bytes;
    return Promise.resolve(this);
  }

  async add(part: Uint8Array<ArrayBuffer>): Promise<void> {
    this.calls.push('add');
    this.#now += 1;
    this.most = Math.max(this.most, this.#now);
    await this.writing();
    this.copies.push(part.slice());
    this.#now -= 1;
  }

  end(): Promise<void> {
    this.calls.push('end');
    this.#end.resolve();
    return Promise.resolve();
  }

  abandon(): Promise<void> {
    this.calls.push('abandon');
    return Promise.resolve();
  }
}

/** The files of the model, of which one comes with changed text. */
const changed = (name: string, change: (text: string) => string): ModelFiles => ({
  async read(file, ...rest) {
    const bytes = await files.read(file, ...rest);
    return file === name ? new TextEncoder().encode(change(new TextDecoder().decode(bytes))) : bytes;
  },
});

describe('parts that are cached while a model is loaded', async () => {
  const manifest = await readManifest(files);
  const graph = graphOf(manifest, 'int8');
  const parts = partsOf(manifest, graph);

  it('hold up neither each other nor the unpacking, but the session, which takes their memory', async () => {
    const places = vi.spyOn(PartMemory.prototype, 'files');
    const written = signalled();
    const compiling = signalled();
    const cache = new FakeCache(() => written.promise);
    const onProgress = ({ kind }: { readonly kind: string }): void => {
      if (kind === 'compile') compiling.resolve();
    };
    const loading = loadEngine(files, { ...options, kept: cache, onProgress });
    await compiling.promise;
    // A turn of the event loop, not a time: what goes on without the cache has gone on by then.
    await setTimeout(0);
    expect(parts.length).toBeGreaterThan(1);
    expect(cache.most).toBe(parts.length);
    expect(places).not.toHaveBeenCalled();
    written.resolve();
    const engine = await loading;
    expect(places).toHaveBeenCalledOnce();
    await cache.ended;
    expect(cache.calls).toEqual([...parts.map(() => 'add'), 'add', 'add', 'end']);
    expect(cache.copies.reduce((total, { length }) => total + length, 0)).toBe(cache.bytes);
    expect(readRepacked(manifest, graph, cache.copies).embedding.kept).toEqual(cache.copies.slice(-2));
    await engine.dispose();
  });

  it('are written one after the other where their memory is filled anew, and are the same', async () => {
    const hashes = async (native: boolean): Promise<string[]> => {
      const cache = new FakeCache(() => setTimeout(1));
      const weightsPlace = native ? { weightsPlace: (bytes: number) => new WholeMemory(bytes) } : {};
      const engine = await loadEngine(files, { ...options, ...weightsPlace, kept: cache });
      await cache.ended;
      await engine.dispose();
      if (native) expect(cache.most).toBe(1);
      return Promise.all(cache.copies.map(sha256));
    };
    expect(await hashes(true)).toEqual(await hashes(false));
  });

  it('are given up when the load is stopped', async () => {
    const cache = new FakeCache(() => Promise.resolve());
    const stopping = new AbortController();
    const onProgress = ({ kind }: { readonly kind: string }): void => {
      if (kind === 'unpack') stopping.abort();
    };
    const loading = loadEngine(files, { ...options, kept: cache, onProgress, signal: stopping.signal });
    await expect(loading).rejects.toMatchObject({ code: 'aborted' });
    const added = cache.calls.slice(0, -1);
    expect(added).toEqual(added.map(() => 'add'));
    expect(added.length).toBeGreaterThan(0);
    expect(added.length).toBeLessThan(parts.length);
    expect(cache.calls.at(-1)).toBe('abandon');
  });

  it('are given up when the numbers of the model are not those that are known', async () => {
    const cache = new FakeCache(() => Promise.resolve());
    const wrong = changed('manifest.json', (text) => {
      const { selfTest, ...rest } = JSON.parse(text) as { readonly selfTest: { readonly topLogProbs: readonly number[] } };
      return JSON.stringify({ ...rest, selfTest: { ...selfTest, topLogProbs: selfTest.topLogProbs.toReversed() } });
    });
    await expect(loadEngine(wrong, { ...options, kept: cache })).rejects.toMatchObject({ code: 'self-test-failed' });
    expect(cache.calls).toEqual([...parts.map(() => 'add'), 'abandon']);
  });
});
