/** The engine in a worker of its own, which is replaced when it dies. */
import { Supervisor } from '../engine/client/supervisor.ts';
import { WorkerRewriter } from '../engine/client/worker-rewriter.ts';
import { OtherwiseError } from '../core/errors.ts';
import type { EngineInfo } from '../core/protocol.ts';
import type { Paraphraser, ParaphraserInfo, ParaphraserOptions } from './api.ts';
import { paraphraserOf } from './paraphraser.ts';

const executed = (info: EngineInfo): ParaphraserInfo =>
  ({ ...info, runtime: 'wasm', device: info.device === 'webgpu' ? 'webgpu' : 'cpu' });

/** Loads a model in a worker that `createWorker` starts. @throws OtherwiseError as `CreateParaphraser` says */
export async function paraphraserIn(createWorker: () => Worker, options: ParaphraserOptions): Promise<Paraphraser> {
  const { model, device = 'auto', runtime = 'wasm', onProgress, signal } = options;
  if (runtime !== 'wasm') throw new OtherwiseError('bad-request', `A page has no ${runtime} runtime. Leave runtime out, or give wasm.`);
  const rewriter = new Supervisor({ create: () => new WorkerRewriter(createWorker()) });
  let info: EngineInfo;
  try {
    info = await rewriter.load(new URL(model, document.baseURI).href, device === 'cpu' ? 'wasm' : device, { signal, onProgress });
  } catch (cause) {
    rewriter.dispose();
    throw cause;
  }
  rewriter.onRestart((restarted) => { info = restarted; });
  return paraphraserOf(rewriter, () => executed(info));
}
