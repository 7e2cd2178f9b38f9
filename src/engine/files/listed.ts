import { OtherwiseError } from '../../core/errors.ts';
import type { Listed } from './hash.ts';
import { readListed } from './list.ts';
import { type ModelFiles, readChecked } from './read.ts';

/**
 * Files of a folder that is no model (`models/lexical/`, `models/meaning/`, `ort/`): read by name, and checked against
 * its manifest before they are used.
 * @throws OtherwiseError (the function returned) `model-corrupt`, `model-not-found`, `model-download`
 */
export function listedFiles(files: ModelFiles): (name: string) => Promise<Uint8Array<ArrayBuffer>> {
  let manifest: Promise<ReadonlyMap<string, Listed>> | undefined;
  return async (name) => {
    const list = (manifest ??= files.read('manifest.json').then(parse));
    // What failed once may be there at the next try.
    list.catch(() => { manifest = undefined; });
    const listed = (await list).get(name);
    if (listed === undefined) throw new OtherwiseError('model-not-found', `The file ${name} is not in its manifest.`);
    return readChecked(files, { file: name, ...listed });
  };
}

function parse(bytes: Uint8Array): ReadonlyMap<string, Listed> {
  try {
    return readListed(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new OtherwiseError('model-corrupt', 'A list of files could not be read. Delete what is stored and load it again.', { cause });
  }
}
