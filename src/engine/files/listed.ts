import { OtherwiseError } from '../../core/errors.ts';
import { once } from '../../core/waiting.ts';
import { fetchedFiles } from './fetched.ts';
import type { Listed } from './hash.ts';
import { readListed } from './list.ts';
import { type ModelFiles, readChecked } from './read.ts';

/**
 * Opens a folder that is no model (`models/lexical/`, `models/meaning/`, `ort/`). Its files are read by name, and checked against its
 * manifest before they are used.
 * @throws OtherwiseError (the function returned) `model-corrupt`, `model-not-found`, `model-download`
 */
export function listedFiles(files: ModelFiles): (name: string) => Promise<Uint8Array<ArrayBuffer>> {
  const manifest = once(async () => parse(await files.read('manifest.json')));
  return async (name) => {
    const listed = (await manifest()).get(name);
    if (listed === undefined) throw new OtherwiseError('model-not-found', `The file ${name} is not in its manifest.`);
    return readChecked(files, { file: name, ...listed });
  };
}

/** Returns the same of a folder by its address, which ends in a slash. */
export const listedIn = (folder: URL): ReturnType<typeof listedFiles> => listedFiles(fetchedFiles(folder));

function parse(bytes: Uint8Array): ReadonlyMap<string, Listed> {
  try {
    return readListed(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new OtherwiseError('model-corrupt', 'A list of files could not be read. Delete what is stored and load it again.', { cause });
  }
}
