import { transfer, wrap } from 'comlink';
import type { WordAnswer } from '../../core/protocol.ts';

/**
 * Reads a Word document as HTML, in a worker of its own that ends with it. `bytes` is handed over and empty then.
 * @throws Error when the worker can't be started or dies
 */
export async function readWord(bytes: Uint8Array<ArrayBuffer>): Promise<WordAnswer> {
  const worker = new Worker(new URL('../../../workers/word.worker.ts', import.meta.url), { type: 'module', name: 'word' });
  const died = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The reader of Word documents does not start.')));
  });
  try {
    return await Promise.race([wrap<(bytes: Uint8Array) => WordAnswer>(worker)(transfer(bytes, [bytes.buffer])), died]);
  } finally {
    worker.terminate();
  }
}
