import { fetchedFiles, fetchPacked } from '../../../src/engine/files/fetched.ts';
import { type BundledEngine, loadEngine } from '../../../src/engine/model/engine.ts';
import { type OrtModule, openRuntime, type RuntimeOptions, usualBuild } from '../../../src/engine/model/runtime.ts';
import { Counter } from './counter.ts';
import { GraphicsCalls } from './graphics.ts';
import { type Calls, exported, type Opening, type Place } from './side.ts';
import type { CausalModel, Transformers } from './transformers.ts';

/** The globals of a page, typed for code that knows no browser. */
const page = globalThis as unknown as {
  readonly location: { readonly origin: string };
  readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } };
  readonly WebAssembly: { Memory: new (description: object) => { readonly buffer: { readonly byteLength: number } } };
};

/** A page: the build of the runtime that the app takes for the device, the same for both. */
export class PagePlace implements Place {
  readonly counter = new Counter();
  private readonly graphics = new GraphicsCalls();
  private readonly memories: { readonly buffer: { readonly byteLength: number } }[] = [];

  constructor() {
    this.graphics.watch();
    const { Memory } = page.WebAssembly;
    const { memories } = this;
    page.WebAssembly.Memory = class extends Memory {
      constructor(description: object) {
        super(description);
        memories.push(this);
      }
    };
  }

  /** Gives the options that both open the runtime with. */
  private options({ device, threads }: Opening): RuntimeOptions {
    const files = new URL('/ort/', page.location.origin);
    const importRuntime = async (): Promise<OrtModule> => {
      const ort = await usualBuild(device);
      this.counter.watch(ort);
      return ort;
    };
    // The WebGPU build's file is larger than what static hosts accept and is served packed.
    const wasmBinary = (file: string): Promise<ArrayBuffer> | undefined =>
      (file.includes('asyncify') ? fetchPacked(new URL(`${file}.gz`, files)) : undefined);
    return { threads, importRuntime, wasmBinary, wasmPaths: files.href };
  }

  engine(opening: Opening): Promise<BundledEngine> {
    const { device, form, model, verbose } = opening;
    const files = fetchedFiles(new URL(`/models/${model}/`, page.location.origin));
    return loadEngine(files, {
      ...this.options(opening), device, form, ...(verbose === true && { session: { logSeverityLevel: 0, logVerbosityLevel: 0 } }),
    });
  }

  async library(opening: Opening): Promise<{ library: Transformers; model: CausalModel }> {
    const { ort } = await openRuntime(opening.device, this.options(opening));
    Object.assign(globalThis, { [Symbol.for('onnxruntime')]: ort });
    const library = await import('@huggingface/transformers');
    Object.assign(library.env, {
      useWasmCache: false, useBrowserCache: false, allowLocalModels: false,
      remoteHost: page.location.origin, remotePathTemplate: 'hub/{model}/',
    });
    const { dtype } = exported[opening.form];
    const { num_hidden_layers: layers } = await (await fetch(`/hub/${opening.model}/config.json`)).json() as { num_hidden_layers: number };
    const presents = Array.from({ length: layers }, (_, i) => [`present.${i}.key`, `present.${i}.value`]).flat();
    // As the library itself does where it knows the device: it does not when the runtime was handed to it.
    const onCard = Object.fromEntries(presents.map((name) => [name, 'gpu-buffer']));
    const left = opening.device === 'webgpu' && { preferredOutputLocation: onCard };
    const model = await library.AutoModelForCausalLM.from_pretrained(opening.model, {
      device: 'auto', dtype, session_options: { executionProviders: [opening.device], ...left },
    } as Parameters<typeof library.AutoModelForCausalLM.from_pretrained>[1]);
    return { library, model: model as unknown as CausalModel };
  }

  /** Gives no processor time: a page has one thread, whose time by the wall is its work, unless others disturb. */
  processor(): undefined {
    return undefined;
  }

  /** Gives the most memory of the runtime, the heap now, and the graphics card's buffers. */
  peak(): number {
    const wasm = this.memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    return wasm + (page.performance.memory?.usedJSHeapSize ?? 0) + this.graphics.most;
  }

  calls(): Calls {
    return this.graphics.calls();
  }

  resetCalls(): void {
    this.graphics.reset();
  }
}
