/** The package under Node: the engine in this process, on WebAssembly. */
import { fileURLToPath } from 'node:url';
import { modelFolder } from '../cli/model-folder.ts';
import { loadTools, usualThreads } from '../cli/tools.ts';
import { OtherwiseError, throwIfAborted } from '../errors.ts';
import { fetchedFiles } from '../files/fetched.ts';
import type { ModelFiles } from '../files/read.ts';
import { defaultsOf, settingsOf } from '../options.ts';
import { scorePairs } from '../pipeline/score.ts';
import { paraphraseText } from '../pipeline/text.ts';
import type { EngineInfo } from '../protocol.ts';
import type { CreateParaphraser } from './api.ts';
import { paraphraserOf } from './paraphraser.ts';

export { OtherwiseError } from '../errors.ts';

export const createParaphraser: CreateParaphraser = async ({ model, device = 'auto', threads = usualThreads(), onProgress, signal }) => {
  if (device === 'webgpu') throw new OtherwiseError('no-webgpu', 'Node has no WebGPU. Leave device out, or give wasm.');
  const began = performance.now();
  const tools = await loadTools(filesOf(model), threads, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  if (signal?.aborted) await tools.dispose();
  throwIfAborted(signal);
  const { sets, samples, free } = defaultsOf.otherwise;
  const info: EngineInfo = {
    model: tools.name,
    modelHash: tools.hash,
    device: 'wasm',
    deviceName: `${threads} thread${threads === 1 ? '' : 's'}`,
    threads,
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

/** The files of a folder or at an address. @throws OtherwiseError `model-not-found` */
function filesOf(model: string | URL): ModelFiles {
  const address = String(model);
  if (/^https?:/u.test(address)) return fetchedFiles(new URL(address.replace(/\/?$/u, '/')));
  const folder = address.startsWith('file:') ? fileURLToPath(address) : address;
  return modelFolder(folder);
}
