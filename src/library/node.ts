/** The package under Node: the engine in this process, on onnxruntime-node where that is installed, else on WebAssembly. */
import { fileURLToPath } from 'node:url';
import { modelFolder } from '../cli/model-folder.ts';
import { type Loading, loadTools } from '../cli/tools.ts';
import { throwIfAborted } from '../core/errors.ts';
import { fetchedFiles } from '../engine/files/fetched.ts';
import type { ModelFiles } from '../engine/files/read.ts';
import { defaultsOf, settingsOf } from '../core/options.ts';
import { scorePairs } from '../core/pipeline/score.ts';
import { paraphraseText } from '../core/pipeline/text.ts';
import type { CreateParaphraser, ParaphraserInfo, ParaphraserOptions } from './api.ts';
import { paraphraserOf } from './paraphraser.ts';

export { OtherwiseError } from '../core/errors.ts';

export const createParaphraser: CreateParaphraser = async (options) => {
  const { model, onProgress, signal } = options;
  const began = performance.now();
  let fallbackReason: string | undefined;
  const warn = (line: string): void => { fallbackReason = line.trim(); };
  const tools = await loadTools(filesOf(model), options.threads, { ...executionOf(options), onProgress, signal, warn });
  if (signal?.aborted) await tools.dispose();
  throwIfAborted(signal);
  const { sets, samples, free } = defaultsOf.otherwise;
  const { threads, execution } = tools;
  const info: ParaphraserInfo = {
    model: tools.name,
    modelHash: tools.hash,
    ...execution,
    deviceName: execution.device === 'webgpu' ? 'graphics adapter' : `${threads} thread${threads === 1 ? '' : 's'}`,
    threads,
    ...(fallbackReason !== undefined && { fallbackReason }),
    budget: { sets, samples, free },
    loadSeconds: (performance.now() - began) / 1000,
  };
  return paraphraserOf({
    info,
    paraphrase: (text, { lines = false, ...given }, { signal: stop, onProgress: progress }) =>
      paraphraseText(text, { tools, settings: settingsOf(given, tools.threshold), progress, signal: stop }, { lines }),
    score: (pairs, { lines = false, ...given }) =>
      scorePairs(pairs, { tools, settings: settingsOf(given, tools.threshold) }, { lines }),
    dispose: async (idle) => {
      await idle;
      await tools.dispose();
    },
  });
};

/** What a device and a runtime ask for; `wasm` as a device is that runtime's processor. */
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
