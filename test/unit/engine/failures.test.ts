import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { OtherwiseError, toOtherwiseError } from '../../../src/core/errors.ts';
import { Interruption } from '../../../src/core/waiting.ts';
import { reply } from '../../../src/core/protocol.ts';
import { unlessLost } from '../../../src/engine/model/engine.ts';
import { listedFiles } from '../../../src/engine/files/listed.ts';
import type { ModelFiles } from '../../../src/engine/files/read.ts';

const codeOf = async (task: () => Promise<unknown>): Promise<string> => {
  const packed = await reply(task);
  return packed.ok ? 'ok' : packed.error.code;
};
const failing = (cause: Error): Promise<never> => Promise.reject(cause);
const never = (): Promise<never> => new Promise<never>(() => undefined);

describe('failures of the machine get a code by what they say', () => {
  it.each([
    ['V8', new RangeError('Array buffer allocation failed')],
    ['V8, WebAssembly', new RangeError('WebAssembly.Memory(): could not allocate memory')],
    ['V8, an instance', new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance')],
    ['SpiderMonkey', new Error('allocation size overflow')],
    ['emscripten', new Error('RuntimeError: Aborted(OOM). Build with -sASSERTIONS for more info.')],
    ['emscripten, growing', new Error('Cannot enlarge memory arrays to size 4294967296')],
    ['onnxruntime, C++', new Error("failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc")],
    ['onnxruntime, arena', new Error('Failed to allocate memory for requested buffer of size 104857600')],
    ['onnxruntime, a tensor', new Error('Output buffer allocation failed')],
  ])('%s: out-of-memory', async (_, cause) => {
    expect(await codeOf(() => failing(cause))).toBe('out-of-memory');
    expect(toOtherwiseError(cause).message).toContain(cause.message);
  });

  it('a real allocation that is too large is one of them', async () => {
    expect(await codeOf(async () => new Uint8Array(await Promise.resolve(2 ** 50)))).toBe('out-of-memory');
    expect(await codeOf(async () => new ArrayBuffer(await Promise.resolve(2 ** 46)))).toBe('out-of-memory');
  });

  it('code that does not come is a failed download', async () => {
    for (const message of [
      'no available backend found. ERR: [wasm] TypeError: Failed to fetch dynamically imported module: http://x/ort.mjs',
      'error loading dynamically imported module: x',
      'Importing a module script failed.',
    ]) {
      expect(await codeOf(() => failing(new TypeError(message)))).toBe('model-download');
    }
  });

  it('all else stays what it was', async () => {
    for (const message of [
      'Offset is out of bounds',
      'x is not a function',
      'failed to call OrtRun(). ERROR_CODE: 2, ERROR_MESSAGE: Got invalid dimensions for input',
    ]) {
      expect(await codeOf(() => failing(new Error(message)))).toBe('runtime');
    }
    expect(await codeOf(() => failing(new OtherwiseError('text-empty', 'out of memory')))).toBe('text-empty');
  });

  it('a graphics device without memory is not told to be lost', async () => {
    await expect(unlessLost(Promise.resolve('Out of memory. While calling [Device].CreateBuffer'), never())).rejects.toMatchObject({
      code: 'out-of-memory',
    });
    await expect(unlessLost(Promise.resolve('Device was destroyed.'), never())).rejects.toMatchObject({ code: 'device-lost' });
  });
});

describe('files beside the models', () => {
  const folder = new URL('../../../models/lexical/', import.meta.url);
  const files = (change?: (file: string, bytes: Uint8Array<ArrayBuffer>) => void): ModelFiles => ({
    read(file) {
      const bytes = Uint8Array.from(readFileSync(new URL(file, folder)));
      change?.(file, bytes);
      return Promise.resolve(bytes);
    },
  });

  it('are read as they are listed', async () => {
    expect((await listedFiles(files())('idf.tsv')).byteLength).toBe(733_557);
  });

  it('are refused when a byte of them or of their list is wrong, or when they are not listed', async () => {
    const flip = (wanted: string, at: number) => (file: string, bytes: Uint8Array): void => {
      if (file === wanted) bytes[at] = (bytes[at] ?? 0) ^ 1;
    };
    await expect(listedFiles(files(flip('idf.tsv', 400_000)))('idf.tsv')).rejects.toMatchObject({ code: 'model-corrupt' });
    await expect(listedFiles(files(flip('manifest.json', 0)))('idf.tsv')).rejects.toMatchObject({ code: 'model-corrupt' });
    await expect(listedFiles(files())('NOTICE.md')).rejects.toMatchObject({ code: 'model-not-found' });
  });

  it('may be asked for again after a failure', async () => {
    let broken = true;
    const read = listedFiles({ read: async (file) => {
      if (broken) throw new OtherwiseError('model-download', 'broken');
      return files().read(file);
    } });
    await expect(read('idf.tsv')).rejects.toMatchObject({ code: 'model-download' });
    broken = false;
    expect((await read('idf.tsv')).byteLength).toBe(733_557);
  });
});

describe('work that an end may cut short', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  it('holds on to nothing that is done, however long the end does not come', async () => {
    const lost = new Promise<string>(() => undefined);
    const made = await Promise.all(Array.from({ length: 3 }, async () => new WeakRef(await unlessLost(lost, Promise.resolve({})))));
    // A weak reference holds what it was made with until its turn is over.
    await new Promise((resolve) => { setTimeout(resolve); });
    collect();
    expect(made.map((one) => one.deref())).toEqual([undefined, undefined, undefined]);
    await expect(unlessLost(lost, Promise.resolve(1))).resolves.toBe(1);
  });

  it('rejects what waits and what comes later with the first reason', async () => {
    const interruption = new Interruption();
    const waiting = interruption.unless(never());
    const first = new OtherwiseError('runtime', 'one');
    interruption.end(first);
    interruption.end(new OtherwiseError('runtime', 'two'));
    await expect(waiting).rejects.toBe(first);
    await expect(interruption.unless(never())).rejects.toBe(first);
    await expect(interruption.unless(Promise.reject(new OtherwiseError('aborted', 'Stopped.')))).rejects.toBe(first);
  });
});
