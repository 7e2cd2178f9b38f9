import type { HubAbout } from '../protocol.ts';
import { OtherwiseError } from '../errors.ts';
import { hubIn } from './engine-client.ts';
import { EngineWorker } from './engine-worker.ts';

/**
 * Asks a hub about a model, in a worker of its own that alone may speak to that host and ends with the answer.
 * @param model its address
 * @throws OtherwiseError with the engine's code
 */
export async function describeModel(model: string, create: (hub?: string) => Worker): Promise<HubAbout> {
  const worker = new EngineWorker(create(hubIn(model)));
  try {
    return await worker.describe(model);
  } finally {
    worker.terminate(new OtherwiseError('aborted', 'It was answered.'));
  }
}
