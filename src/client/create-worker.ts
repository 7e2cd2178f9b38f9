/** Starts the engine's worker. A function, because a crashed or poisoned worker is replaced by a fresh one. */
export function createParaphraseWorker(): Worker {
  return new Worker(new URL('../../workers/paraphrase.worker.ts', import.meta.url), { type: 'module', name: 'paraphrase' });
}

/** Starts the speller's worker. */
export function createSpellingWorker(): Worker {
  return new Worker(new URL('../../workers/spelling.worker.ts', import.meta.url), { type: 'module', name: 'spelling' });
}
