import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { OtherwiseError } from '../core/errors.ts';
import type { HubPlace } from '../engine/files/hub/place.ts';
import type { HubHost } from '../engine/files/hub/request.ts';

/** Returns the folder with the models of all hubs; `XDG_CACHE_HOME` moves it. */
export const hubFolder = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'otherwise', 'hub');

/** Returns the folder of one hub's models: a host may have a port, which Windows allows in no name. */
export const hostFolder = ({ url }: HubHost): string => join(hubFolder(), new URL(url).host.replace(':', '+'));

/** Files of a model below a folder of this machine. @throws OtherwiseError (its functions) `no-storage` where they can't be written */
export function folderPlace(folder: string): HubPlace {
  const at = (name: string): string => join(folder, ...name.split('/'));
  return {
    read: async (name) => readFile(at(name)).then((bytes) => new Uint8Array(bytes), () => undefined),
    size: async (name) => stat(at(name)).then(({ size }) => size, () => 0),
    append: (name, bytes) => written(name, async () => {
      await mkdir(dirname(at(name)), { recursive: true });
      await appendFile(at(name), bytes);
    }),
    rename: (from, to) => written(to, () => rename(at(from), at(to))),
    remove: (name) => written(name, () => rm(at(name), { force: true })),
  };
}

async function written(name: string, task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError(
      'no-storage', `${name} of the model can’t be written (${why}). Make room, or name another folder with XDG_CACHE_HOME.`, { cause },
    );
  }
}
