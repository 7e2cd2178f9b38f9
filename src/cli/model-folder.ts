import { open } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OtherwiseError } from '../core/errors.ts';
import type { ModelFiles } from '../engine/files/read.ts';

const bundled = fileURLToPath(new URL('../../models/', import.meta.url));

/** Returns the folder of a bundled model (`base`, `tiny`); undefined for another name. */
export function bundledFolder(name: string): string | undefined {
  const folder = join(bundled, name);
  return /^[\w.-]+$/.test(name) && existsSync(join(folder, 'weights.00.bin')) ? folder : undefined;
}

/** Returns the names of the bundled models: `base` first, then by name. */
export const bundledModels = (): string[] =>
  readdirSync(bundled).filter((name) => bundledFolder(name) !== undefined)
    .sort((a, b) => Number(b === 'base') - Number(a === 'base') || (a < b ? -1 : 1));

/**
 * Returns the files of a model with a manifest of ours, by its name (`base`, `tiny`) or folder.
 * @throws OtherwiseError `model-not-found`
 */
export function modelFolder(name: string): ModelFiles {
  const folder = bundledFolder(name) ?? resolve(name);
  if (!existsSync(join(folder, 'manifest.json')))
    throw new OtherwiseError('model-not-found', `There is no model '${name}': neither bundled nor a folder with a manifest.json.`);
  return filesIn(folder, name);
}

/** Returns the files of a model's folder. `name`: what it is called where one can't be read. */
export function filesIn(folder: string, name: string): ModelFiles {
  return {
    async read(file, _onBytes, _signal, into) {
      try {
        const handle = await open(join(folder, file));
        try {
          const { size } = await handle.stat();
          const bytes = into && into.length >= size ? into.subarray(0, size) : new Uint8Array(size);
          for (let at = 0; at < size;) {
            const { bytesRead } = await handle.read(bytes, at, size - at, at);
            if (bytesRead === 0) throw new Error('It became shorter.');
            at += bytesRead;
          }
          return bytes;
        } finally {
          await handle.close();
        }
      } catch (cause) {
        throw new OtherwiseError('model-corrupt', `The model '${name}' lacks its file ${file}.`, { cause });
      }
    },
  };
}
