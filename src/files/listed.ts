import * as v from 'valibot';
import { OtherwiseError } from '../errors.ts';
import { type ModelFiles, readChecked } from './read.ts';

const name = v.pipe(v.string(), v.regex(/^[\w.-]+$/));
/** Tables call it `path`, the runtime's folder `file` like a model. */
const entry = v.object({
  path: v.optional(name),
  file: v.optional(name),
  bytes: v.pipe(v.number(), v.integer()),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
const schema = v.object({ files: v.array(entry) });

/**
 * Files of a folder that is no model (`models/lexical/`, `models/meaning/`, `ort/`): read by name, and checked against
 * its manifest before they are used.
 * @throws OtherwiseError (the function returned) `model-corrupt`, `model-not-found`, `model-download`
 */
export function listedFiles(files: ModelFiles): (name: string) => Promise<Uint8Array<ArrayBuffer>> {
  let manifest: Promise<v.InferOutput<typeof schema>> | undefined;
  return async (name) => {
    const list = (manifest ??= files.read('manifest.json').then(parse));
    // What failed once may be there at the next try.
    list.catch(() => { manifest = undefined; });
    const listed = (await list).files.find(({ path, file = path }) => file === name);
    if (listed === undefined) throw new OtherwiseError('model-not-found', `The file ${name} is not in its manifest.`);
    return readChecked(files, { file: name, bytes: listed.bytes, sha256: listed.sha256 });
  };
}

function parse(bytes: Uint8Array): v.InferOutput<typeof schema> {
  try {
    return v.parse(schema, JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new OtherwiseError('model-corrupt', 'A list of files could not be read. Delete what is stored and load it again.', { cause });
  }
}
