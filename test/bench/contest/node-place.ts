import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import { type BundledEngine, loadEngine } from '../../../src/engine/model/engine.ts';
import type { OrtModule } from '../../../src/engine/model/runtime.ts';
import { Counter } from './counter.ts';
import { type Calls, exported, type Opening, type Place } from './side.ts';
import type { CausalModel, Transformers } from './transformers.ts';

/** The folder where the recipe puts models in the hub's layout. */
export const exportsFolder = fileURLToPath(new URL('../../../.work/hub/', import.meta.url));

/** Node: onnxruntime-web's build for it, the same for both, one process for each system. */
export class NodePlace implements Place {
  readonly counter = new Counter();
  private runtime: Promise<OrtModule> | undefined;

  private ort(): Promise<OrtModule> {
    this.runtime ??= import('onnxruntime-web').then((ort) => {
      this.counter.watch(ort);
      return ort;
    });
    return this.runtime;
  }

  engine({ model, form, threads }: Opening): Promise<BundledEngine> {
    return loadEngine(modelFolder(model), { ...wasmOptions(threads), form, importRuntime: () => this.ort() });
  }

  async library({ model: name, form, threads }: Opening): Promise<{ library: Transformers; model: CausalModel }> {
    const ort = await this.ort();
    // The library takes the runtime that it finds there; its own one for Node is not installed.
    Object.assign(globalThis, { [Symbol.for('onnxruntime')]: ort });
    const library = await import('@huggingface/transformers');
    Object.assign(library.env, { useWasmCache: false, allowRemoteModels: false, localModelPath: exportsFolder });
    // It would fetch the runtime's files from a host; without an address they are those of the package.
    Object.assign(ort.env.wasm, { wasmPaths: undefined, numThreads: threads });
    const { dtype, file } = exported[form];
    const path = `${file}.onnx_data`;
    const data = new Uint8Array(await readFile(`${exportsFolder}${name}/onnx/${path}`));
    const model = await library.AutoModelForCausalLM.from_pretrained(name, {
      device: 'auto', dtype, session_options: { executionProviders: ['wasm'], externalData: [{ path, data }] },
    });
    return { library, model: model as unknown as CausalModel };
  }

  processor(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }

  peak(): number {
    return process.resourceUsage().maxRSS * 1024;
  }

  calls(): Calls {
    return { mapAsync: 0, dispatches: 0, mapped: 0 };
  }

  resetCalls(): void {
    // Nothing is counted here.
  }
}
