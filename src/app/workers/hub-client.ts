import { wrap } from 'comlink';
import { unpackReply, type HubAbout, type ParaphraseWorkerApi } from '../../core/protocol.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { hubIn } from './create-worker.ts';

/**
 * Asks a hub about a model, in a worker of its own that alone may speak to that host and ends with the answer.
 * @param model its address
 * @throws OtherwiseError with the engine's code; `model-download` when the worker can't be started
 */
export async function describeModel(model: string, create: (hub?: string) => Worker): Promise<HubAbout> {
  const worker = create(hubIn(model));
  const died = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new OtherwiseError('model-download', message || 'The program that asks the hub could not be loaded. Try again.')));
  });
  try {
    return unpackReply(await Promise.race([wrap<ParaphraseWorkerApi>(worker).describe(model), died]));
  } finally {
    worker.terminate();
  }
}
