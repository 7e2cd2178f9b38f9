/** Starts the engine's worker. A function, because a crashed or poisoned worker is replaced by a fresh one. */
export function createParaphraseWorker(): Worker {
  return new Worker(new URL('../../workers/paraphrase.worker.ts', import.meta.url), { type: 'module', name: 'paraphrase' });
}
