import { describe, expect, it } from 'vitest';
import { nativeLibrary } from '../../../src/cli/execution.ts';
import { asked } from '../../bench/asked.ts';
import { parts } from '../../bench/parts.ts';

describe('what the benchmark is asked for', () => {
  it('is every part, on both runtimes where the native one can be used', async () => {
    const { ort } = await nativeLibrary();
    const { extent, names } = await asked([]);
    expect(names).toEqual(Object.keys(parts));
    expect(extent.executions.map(({ runtime }) => runtime)).toEqual(ort ? ['wasm', 'native'] : ['wasm']);
  });

  it('is what a named runtime and device can compute, and nothing else', async () => {
    const { extent, names } = await asked(['--runtime', 'native', '--device', 'cpu']);
    expect(extent.executions).toEqual([{ runtime: 'native', device: 'cpu' }]);
    expect(names).toEqual(['engine', 'sentence', 'lengths']);
    expect((await asked(['--device', 'webgpu', '--parts', 'sentence'])).extent.executions).toEqual([{ device: 'webgpu' }]);
  });

  it('is an error for a part that no runtime can be named for, and for a runtime that there is none of', async () => {
    await expect(asked(['--runtime', 'wasm', '--parts', 'sentence,gemm'])).rejects.toThrow("The part 'gemm' runs on onnxruntime-web alone");
    await expect(asked(['--runtime', 'cuda'])).rejects.toThrow('must be one of native, wasm');
  });
});
