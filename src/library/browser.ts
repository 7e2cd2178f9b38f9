/** The engine in a worker of its own, which is replaced when it dies. */
import { Supervisor } from '../engine/client/supervisor.ts';
import { WorkerRewriter } from '../engine/client/worker-rewriter.ts';
import { OtherwiseError, throwIfAborted } from '../core/errors.ts';
import type { EngineInfo } from '../core/protocol.ts';
import type { Paraphraser, ParaphraserInfo, ParaphraserOptions } from './api.ts';
import { paraphraserOf } from './paraphraser.ts';

const silent = (): void => undefined;

const executed = (info: EngineInfo): ParaphraserInfo =>
  ({ ...info, runtime: 'wasm', device: info.device === 'webgpu' ? 'webgpu' : 'cpu' });

/** Loads a model in a worker that `createWorker` starts. @throws OtherwiseError as `CreateParaphraser` says */
export async function paraphraserIn(createWorker: () => Worker, options: ParaphraserOptions): Promise<Paraphraser> {
  const { model, device = 'auto', runtime = 'wasm', onProgress = silent, signal } = options;
  if (runtime !== 'wasm') throw new OtherwiseError('bad-request', `A page has no ${runtime} runtime. Leave runtime out, or give wasm.`);
  throwIfAborted(signal);
  const client = new Supervisor({ create: () => new WorkerRewriter(createWorker()) });
  const stopping = async <T>(task: Promise<T>, by: AbortSignal | undefined): Promise<T> => {
    const stop = (): void => client.cancel();
    by?.addEventListener('abort', stop, { once: true });
    try {
      return await task;
    } catch (cause) {
      throwIfAborted(by);
      throw cause;
    } finally {
      by?.removeEventListener('abort', stop);
    }
  };
  const loading = client.load(new URL(model, document.baseURI).href, device === 'cpu' ? 'wasm' : device, onProgress);
  let info = await stopping(loading, signal).catch((cause: unknown) => {
    client.dispose();
    throw cause;
  });
  client.onRestart((restarted) => { info = restarted; });
  return paraphraserOf({
    get info() {
      return executed(info);
    },
    paraphrase: (text, asked, watching) => stopping(client.paraphrase(text, asked, watching.onProgress ?? silent), watching.signal),
    score: (pairs, asked) => client.score(pairs, asked),
    dispose: () => Promise.resolve(client.dispose()),
  });
}
