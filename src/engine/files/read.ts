import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import type { LoadProgress } from '../../core/protocol.ts';
import { isIntact, type Listed } from './hash.ts';

/** The source of a model's files: a folder (command line), or the app's own server and cache (page). */
export interface ModelFiles {
  /**
   * Reads the raw bytes of a file of the model.
   * @param into where they are put if there is room, so that file after file needs no more memory than one; else they have their own
   * @throws OtherwiseError `model-not-found`, `model-download`
   */
  read(
    file: string, onBytes?: (loaded: number, cached: boolean) => void, signal?: AbortSignal, into?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>>;
}

/** The cache of repacked weights, which stay between visits so that the next one need not unpack them. */
export interface KeptWeights {
  /** Gives the parts that are cached under a name; undefined if there are none, or if one is damaged. */
  take(name: string): Promise<Uint8Array<ArrayBuffer>[] | undefined>;
  /** Begins to cache weights of `bytes` bytes under a name, replacing any earlier ones; undefined if there is too little room. */
  begin(name: string, bytes: number): Promise<KeptParts | undefined>;
}

/** Weights that are being cached, part by part; its methods never reject, because the weights can be unpacked again. */
export interface KeptParts {
  /** Caches the next part, after those that were added earlier; its bytes are no longer needed when this resolves. */
  add(part: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Makes the added parts valid for the next visit, when they have proven right. */
  end(): Promise<void>;
  /** Deletes the added parts, when the load has failed; none can be added then. */
  abandon(): Promise<void>;
}

/** The options of reading a file: who hears of it, a signal that stops it, and memory for its bytes (`ModelFiles.read`). */
export interface ReadOptions {
  readonly onProgress?: ((event: LoadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly into?: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a file and checks it before anything uses it.
 * @throws OtherwiseError `model-corrupt` when bytes or SHA-256 differ from the manifest's; `aborted`
 */
export async function readChecked(
  files: ModelFiles,
  entry: Listed & { readonly file: string },
  { onProgress, signal, into }: ReadOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  let stored = false;
  const report = (loaded: number, cached = stored): void => {
    stored = cached;
    onProgress?.({ kind: 'download', file: entry.file, loaded, total: entry.bytes, cached });
  };
  throwIfAborted(signal);
  const bytes = await files.read(entry.file, report, signal, into);
  if (!(await isIntact(bytes, entry))) {
    throw new OtherwiseError(
      'model-corrupt',
      `The file ${entry.file} of the model is damaged (${bytes.byteLength} of ${entry.bytes} bytes, or another ` +
      'hash). Delete the model and load it again.',
    );
  }
  report(entry.bytes);
  return bytes;
}

/** The cache of a small value between visits; a value read from it is unchecked, and one that can't be kept is made anew. */
export interface KeptValue {
  take(): Promise<unknown>;
  keep(value: unknown): Promise<void>;
}
