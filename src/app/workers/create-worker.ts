import engineProgram from '../../../workers/paraphrase.worker.ts?worker&url';
import { HUB } from '../../engine/engine-address.ts';

/** Returns the host of a model, or of a pair, that lies on a hub; undefined for a bundled one. */
export const hubIn = (model: string): string | undefined => /https?:\/\/[^/]+/u.exec(model)?.[0];

/**
 * Starts the engine's worker. A function, because a crashed or poisoned worker is replaced by a fresh one.
 * @param hub address of the hub that a model was asked for from: this worker, and no other part of the page, may speak to it
 */
export function createParaphraseWorker(hub?: string): Worker {
  const program = new URL(engineProgram, location.href);
  if (hub) program.searchParams.set(HUB, hub);
  return new Worker(program, { type: 'module', name: 'paraphrase' });
}

/** Starts the speller's worker. */
export function createSpellingWorker(): Worker {
  return new Worker(new URL('../../../workers/spelling.worker.ts', import.meta.url), { type: 'module', name: 'spelling' });
}
