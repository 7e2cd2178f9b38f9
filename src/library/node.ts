/** The package under Node: the engine in this process, on onnxruntime-node where that is installed, else on WebAssembly. */
import { fileURLToPath } from 'node:url';
import { modelFolder } from '../cli/model-folder.ts';
import { type Loading, openRewriter } from '../cli/tools.ts';
import { throwIfAborted } from '../core/errors.ts';
import { fetchedFiles } from '../engine/files/fetched.ts';
import type { ModelFiles } from '../engine/files/read.ts';
import type { CreateParaphraser, ParaphraserInfo, ParaphraserOptions } from './api.ts';
import { paraphraserOf } from './paraphraser.ts';

export { OtherwiseError } from '../core/errors.ts';

export const createParaphraser: CreateParaphraser = async (options) => {
  const { model, onProgress, signal } = options;
  let fallbackReason: string | undefined;
  const warn = (line: string): void => { fallbackReason = line.trim(); };
  const rewriter = await openRewriter(filesOf(model), options.threads, { ...executionOf(options), onProgress, signal, warn });
  if (signal?.aborted) await rewriter.dispose();
  throwIfAborted(signal);
  const info: ParaphraserInfo = {
    ...rewriter.info, ...rewriter.engine.execution, ...(fallbackReason !== undefined && { fallbackReason }),
  };
  return paraphraserOf(rewriter, () => info);
};

/** Gives the runtime and device that the options ask for; `wasm` as a device is that runtime's processor. */
function executionOf({ device = 'auto', runtime }: Pick<ParaphraserOptions, 'device' | 'runtime'>): Pick<Loading, 'runtime' | 'device'> {
  if (device === 'wasm') return { runtime: 'wasm', device: 'cpu' };
  return { runtime, device: device === 'auto' ? 'cpu' : device };
}

/** The files of a folder or at an address. @throws OtherwiseError `model-not-found` */
function filesOf(model: string | URL): ModelFiles {
  const address = String(model);
  if (/^https?:/u.test(address)) return fetchedFiles(new URL(address.replace(/\/?$/u, '/')));
  const folder = address.startsWith('file:') ? fileURLToPath(address) : address;
  return modelFolder(folder);
}
