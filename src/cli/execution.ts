import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import type { EngineOptions } from '../engine/model/loaded.ts';
import { openRuntime, type OrtModule } from '../engine/model/runtime.ts';
import { weightsFile } from './weights-file.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { Execution } from '../core/protocol.ts';

/** The package that holds onnxruntime's native library, and the command that installs it. */
const PACKAGE = 'onnxruntime-node';
const INSTALLING = `npm install --no-save ${PACKAGE}@1.30`;

export const runtimes = ['native', 'wasm'] as const satisfies readonly Execution['runtime'][];
export const devices = ['cpu', 'webgpu'] as const satisfies readonly Execution['device'][];

/** The runtime, device and threads that are wanted; by default the native library where it is installed, else WebAssembly. */
export interface WantedExecution {
  readonly runtime?: Execution['runtime'] | undefined;
  readonly device?: Execution['device'] | undefined;
  /** The machine's threads, on WebAssembly at most four, if undefined. */
  readonly threads?: number | undefined;
}

/** Lets signals in between two runs of a graph. */
const breathe = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});

/** Returns engine options of onnxruntime-web's own build for Node: WebAssembly with threads. */
export const wasmOptions = (threads: number): EngineOptions =>
  ({ device: 'wasm', threads, importRuntime: () => import('onnxruntime-web'), breathe, weightsPlace: weightsFile(false) });

const MOST_WASM_THREADS = 4;
/** Returns the machine's threads, at most four. */
export const usualWasmThreads = (): number => Math.min(MOST_WASM_THREADS, availableParallelism());

/**
 * Returns engine options of Node for what is wanted. A native library that is there and can't be used is told in one line.
 * @throws OtherwiseError `no-webgpu` when a graphics adapter is wanted and the native library can't be had; `runtime` when
 *   that library is asked for by name; `bad-request` for an unknown OTHERWISE_RUNTIME
 */
export async function engineOptions(wanted: WantedExecution, warn: (line: string) => void): Promise<EngineOptions> {
  const { device = 'cpu', threads } = wanted;
  const runtime = wanted.runtime ?? (device === 'webgpu' ? 'native' : usualRuntime());
  if (runtime === 'wasm') {
    if (device === 'webgpu')
      throw new OtherwiseError('no-webgpu', 'WebAssembly reaches no graphics adapter under Node. Give --runtime native, or --device cpu.');
    return wasmOptions(threads ?? usualWasmThreads());
  }
  const { ort, obstacle } = await nativeLibrary();
  if (ort) {
    const importRuntime = (): Promise<OrtModule> => Promise.resolve(ort);
    return { device, threads: threads ?? availableParallelism(), native: true, importRuntime, breathe, weightsPlace: weightsFile(true) };
  }
  if (runtime === 'native') throw new OtherwiseError(device === 'webgpu' ? 'no-webgpu' : 'runtime', absence(obstacle));
  if (obstacle !== undefined) warn(`${PACKAGE} can't be used, so WebAssembly computes: ${obstacle}\n`);
  return wasmOptions(threads ?? usualWasmThreads());
}

/** Gives the runtime that OTHERWISE_RUNTIME names; undefined where it names none. @throws OtherwiseError `bad-request` */
function usualRuntime(): Execution['runtime'] | undefined {
  const { OTHERWISE_RUNTIME: named = '' } = process.env;
  const known = runtimes.find((name) => name === named);
  if (named !== '' && !known)
    throw new OtherwiseError('bad-request', `OTHERWISE_RUNTIME is '${named}', which is none of ${runtimes.join(', ')}.`);
  return known;
}

const absence = (obstacle: string | undefined): string => obstacle === undefined
  ? `The native runtime is not installed: ${INSTALLING} brings it.`
  : `The native runtime is installed and can't be used: ${obstacle}`;

/**
 * Returns a sentence for people: what computes where no runtime is asked for, and how to have the other.
 * @throws OtherwiseError `bad-request`
 */
export async function answeringRuntime(): Promise<string> {
  const { ort, obstacle } = await nativeLibrary();
  if (ort && usualRuntime() !== 'wasm')
    return `The native runtime computes (${PACKAGE} ${ort.env.versions.node ?? ''}); --runtime wasm takes WebAssembly.`;
  const other = ort ? '--runtime native takes the native library, which is faster.' : absence(obstacle);
  return `WebAssembly computes (onnxruntime-web). ${other}`;
}

/** The native library, or why it can't be used; neither where it is not installed. */
interface NativeLibrary {
  readonly ort?: OrtModule;
  readonly obstacle?: string;
}

let found: Promise<NativeLibrary> | undefined;

/** Returns the native library of this machine, loaded and tried once. */
export function nativeLibrary(): Promise<NativeLibrary> {
  found ??= findNative();
  return found;
}

async function findNative(): Promise<NativeLibrary> {
  try {
    const ort = createRequire(import.meta.url)(PACKAGE) as OrtModule;
    // An empty package may stand in its place where it was left out on purpose.
    if (!('InferenceSession' in ort)) return {};
    await openRuntime('cpu', { threads: 1, native: true, importRuntime: () => Promise.resolve(ort) });
    return { ort };
  } catch (cause) {
    return isAbsent(cause) ? {} : { obstacle: oneLine(cause) };
  }
}

/** Tells whether the package itself is what was not found, and none of its files. */
const isAbsent = (cause: unknown): boolean =>
  cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND' && cause.message.includes(`'${PACKAGE}'`);

const oneLine = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause)).trim().split('\n', 1).join('');
