import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OtherwiseError } from '../errors.ts';
import type { ModelFiles } from '../files/read.ts';

const bundled = fileURLToPath(new URL('../../models/', import.meta.url));

/**
 * The files of a model by its name (`base`, `tiny`) or folder.
 * @throws OtherwiseError `model-not-found`
 */
export function modelFolder(name: string): ModelFiles {
  const folder = [join(bundled, name), resolve(name)].find(
    (candidate) => /^[\w./\\:~ -]+$/.test(name) && existsSync(join(candidate, 'manifest.json')),
  );
  if (folder === undefined)
    throw new OtherwiseError(
      'model-not-found',
      `There is no model '${name}': neither bundled nor a folder with a manifest.json. Models loaded from a hub are not supported yet.`,
    );
  return filesIn(folder, name);
}

/** The files of a model's folder. `name`: what it is called where one can't be read. */
export function filesIn(folder: string, name: string): ModelFiles {
  return {
    async read(file) {
      try {
        return new Uint8Array(await readFile(join(folder, file)));
      } catch (cause) {
        throw new OtherwiseError('model-corrupt', `The model '${name}' lacks its file ${file}.`, { cause });
      }
    },
  };
}
