import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Side } from './side.ts';

/** A `Side` elsewhere. */
export type Remote = Pick<Side, 'open' | 'sample' | 'score' | 'follow' | 'close'>;
type Call = (method: string, ...given: unknown[]) => Promise<unknown>;

/** A side whose methods are called by their names. */
export function remoteOf(call: Call, end: () => Promise<void>): Remote {
  return {
    open: (...given) => call('open', ...given) as ReturnType<Side['open']>,
    sample: (...given) => call('sample', ...given) as ReturnType<Side['sample']>,
    score: (...given) => call('score', ...given) as ReturnType<Side['score']>,
    follow: (...given) => call('follow', ...given) as ReturnType<Side['follow']>,
    close: async () => {
      await call('close');
      await end();
    },
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A side in a process of Node of its own. */
export function nodeSide(): Remote {
  const child = fork(`${root}src/setup/otherwise.mjs`, ['--script', 'test/bench/contest/node-worker.ts'], { cwd: root });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  let asked = 0;
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(value);
    else asker?.reject(new Error(error));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`A process of the benchmark ended (${code}).`));
  });
  const call: Call = (method, ...given) => new Promise((resolve, reject) => {
    const id = (asked += 1);
    waiting.set(id, { resolve, reject });
    child.send({ id, method, given });
  });
  return remoteOf(call, () => {
    child.disconnect();
    return Promise.resolve();
  });
}
