import type * as Ort from 'onnxruntime-web';
import { OtherwiseError } from '../../core/errors.ts';
import type { Execution } from '../../core/protocol.ts';

export type OrtModule = typeof Ort;
/** An execution provider that pages have: a graphics adapter or WebAssembly. */
export type PageDevice = 'webgpu' | 'wasm';
/** An execution provider of onnxruntime; the native library has the processor itself instead of WebAssembly. */
export type Device = PageDevice | 'cpu';

/** onnxruntime, set up for one device. A page has one per worker, because a failed load poisons later ones in the same worker. */
export interface Runtime {
  readonly ort: OrtModule;
  readonly device: Device;
  readonly execution: Execution;
  readonly threads: number;
  readonly version: string;
  /**
   * The page's WebGPU device that the sessions run on, known after the first session was created; undefined elsewhere, because the native
   * library's device can't be reached.
   */
  gpu(): Promise<GPUDevice> | undefined;
}

export interface RuntimeOptions {
  /**
   * URL of the folder with onnxruntime-web's .mjs and .wasm files, or that of each .mjs by its name; absent under Node,
   * which finds them in the package.
   */
  readonly wasmPaths?: string | ((file: string) => string);
  /** Threads of WebAssembly or of the native library; in a page more than one needs cross-origin isolation. */
  readonly threads: number;
  /** Imports another build of the runtime: Node has its own ones. */
  readonly importRuntime?: () => Promise<OrtModule>;
  /** Tells whether that build is the native library. */
  readonly native?: boolean;
  /** Gives the bytes of a wasm file that is shipped packed, by the file's name; undefined where the plain file is there. */
  readonly wasmBinary?: (file: string) => Promise<ArrayBuffer> | undefined;
}

/** Tells whether the engine has stack switching, which needs no larger asyncify build. */
const hasJspi = (): boolean => 'Suspending' in (globalThis as unknown as { WebAssembly: object }).WebAssembly;

const plainBuild = async (): Promise<OrtModule> => await import('onnxruntime-web/wasm');
const gpuBuild = async (): Promise<OrtModule> =>
  hasJspi() ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/webgpu');
/** Imports the build that a browser takes for a device. */
export const usualBuild = (device: PageDevice): Promise<OrtModule> => (device === 'wasm' ? plainBuild() : gpuBuild());

/**
 * Loads the runtime of a device: in a page the WebGPU build or the plain WASM one, never the old default build (its TopK runs on the CPU).
 * @throws OtherwiseError `no-webgpu` when there is no adapter
 */
export async function openRuntime(device: Device, options: RuntimeOptions): Promise<Runtime> {
  const { native = false, threads } = options;
  if (device === 'webgpu' && !native) await requireAdapter();
  const ort = await (options.importRuntime ?? (() => usualBuild(device === 'webgpu' ? device : 'wasm')))();
  ort.env.logLevel = 'error';
  if (!native) await prepareWasm(ort, device, options);
  // Starts the runtime, which compiles itself while the weights are read: only a session does.
  const starting = ort.InferenceSession.create(identity, { executionProviders: [native ? device : 'wasm'] });
  const started = await starting.catch((cause: unknown) => {
    throw native && device === 'webgpu' ? new OtherwiseError('no-webgpu', noNativeAdapter(cause), { cause }) : cause;
  });
  await started.release();
  const { node, web } = ort.env.versions;
  return {
    ort, device, threads, version: (native ? node : web) ?? '',
    execution: { runtime: native ? 'native' : 'wasm', device: device === 'webgpu' ? 'webgpu' : 'cpu' },
    gpu: () => (device === 'webgpu' && !native ? Promise.resolve(ort.env.webgpu.device) : undefined),
  };
}

const noNativeAdapter = (cause: unknown): string =>
  `No graphics adapter answers onnxruntime-node (${cause instanceof Error ? cause.message.trim() : String(cause)}). Give --device cpu.`;

/** Tells onnxruntime-web where its files are and how many threads it may have. */
async function prepareWasm(ort: OrtModule, device: Device, options: RuntimeOptions): Promise<void> {
  ort.env.wasm.numThreads = options.threads;
  const build = device === 'wasm' ? 'ort-wasm-simd-threaded' : `ort-wasm-simd-threaded.${hasJspi() ? 'jspi' : 'asyncify'}`;
  const { wasmPaths } = options;
  if (wasmPaths !== undefined) ort.env.wasm.wasmPaths = typeof wasmPaths === 'string' ? wasmPaths : { mjs: wasmPaths(`${build}.mjs`) };
  const binary = await options.wasmBinary?.(`${build}.wasm`);
  if (binary) ort.env.wasm.wasmBinary = binary;
}

const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];
/** Encodes a field of a protocol buffer that has a length. */
const field = (number: number, ...content: number[]): number[] => [number * 8 + 2, content.length, ...content];
/** Encodes a float of shape [1], as ONNX describes an input or output. */
const value = (name: string): number[] => [...field(1, ...bytes(name)), ...field(2, ...field(1, 8, 1, ...field(2, ...field(1, 8, 1))))];
/** The smallest model there is (onnx.proto): IR version 8, operators 17, one Identity from x to y. */
const identity = Uint8Array.from([
  8, 8,
  ...field(
    7,
    ...field(1, ...field(1, ...bytes('x')), ...field(2, ...bytes('y')), ...field(4, ...bytes('Identity'))),
    ...field(2, ...bytes('g')),
    ...field(11, ...value('x')),
    ...field(12, ...value('y')),
  ),
  ...field(8, 16, 17),
]);

async function requireAdapter(): Promise<void> {
  const gpu = (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
  if (!gpu) throw new OtherwiseError('no-webgpu', 'This browser offers no WebGPU.');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new OtherwiseError('no-webgpu', 'WebGPU is there but no graphics adapter answers.');
}

/** A session may take so many seconds to be created. */
const PATIENCE = 180;

export interface GraphFiles {
  /** The bytes of the graph's ONNX file; or its path, which the native library knows to open. */
  readonly graph: Uint8Array | string;
  /** Weights that do not stand in it, by the name it has for them. */
  readonly external: readonly { readonly path: string; readonly data: Uint8Array }[];
}

/**
 * Creates a session within a time limit: with several WASM threads creation has been seen to hang.
 * @throws OtherwiseError `runtime` when the limit has passed
 */
export async function createSession(
  runtime: Runtime,
  { graph, external }: GraphFiles,
  options: Ort.InferenceSession.SessionOptions,
): Promise<Ort.InferenceSession> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new OtherwiseError('runtime', `The model could not be prepared within ${PATIENCE} s on ${runtime.device}.`));
    }, PATIENCE * 1000);
  });
  const all: Ort.InferenceSession.SessionOptions = {
    executionProviders: [runtime.device],
    graphOptimizationLevel: 'all',
    // onnxruntime-web takes the threads from its environment, the native library from each session.
    ...(runtime.execution.runtime === 'native' && { intraOpNumThreads: runtime.threads }),
    ...(external.length > 0 && { externalData: [...external] }),
    ...options,
  };
  const { InferenceSession } = runtime.ort;
  try {
    const create = typeof graph === 'string' ? InferenceSession.create(graph, all) : InferenceSession.create(graph, all);
    return await Promise.race([create, limit]);
  } finally {
    clearTimeout(timer);
  }
}
