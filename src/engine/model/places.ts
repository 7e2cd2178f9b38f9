import { OtherwiseError } from '../../core/errors.ts';
import { fetchPacked } from '../files/fetched.ts';
import { listedIn } from '../files/listed.ts';
import type { RuntimeOptions } from './runtime.ts';

/** Reads a file by its name, checked. */
export type FileReader = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The places where a worker finds the files of the engine. */
export interface Places {
  /** Gives the folder of a model, its address ending in a slash. @throws OtherwiseError `model-not-found` for a name that can't be one */
  readonly model: (name: string) => URL;
  /** Word tables (models/lexical) and the predicted human score (models/meaning). */
  readonly tables: { readonly lexical: FileReader; readonly meaning: FileReader };
  readonly runtime: Pick<RuntimeOptions, 'wasmPaths' | 'wasmBinary'>;
  /** The address of the proofreader's WebAssembly; absent where there is none. */
  readonly proofreader?: string;
}

/** Returns the folders of the page, below its root: `models/`, `ort/` and `proofreader/`. */
export function placesBelow(root: URL): Places {
  const filesOf = (folder: string): FileReader => listedIn(new URL(`${folder}/`, root));
  const runtimeFile = filesOf('ort');
  return {
    model: (name) => {
      if (!/^[\w.-]+$/.test(name)) throw new OtherwiseError('model-not-found', `There is no model '${name}'.`);
      return new URL(`models/${name}/`, root);
    },
    tables: { lexical: filesOf('models/lexical'), meaning: filesOf('models/meaning') },
    proofreader: new URL('proofreader/harper_wasm_slim_bg.wasm', root).href,
    runtime: {
      wasmPaths: new URL('ort/', root).href,
      wasmBinary: (file) =>
        file.includes('asyncify') ? fetchPacked(new URL(`ort/${file}.gz`, root)) : runtimeFile(file).then(({ buffer }) => buffer),
    },
  };
}
