import { OtherwiseError } from '../errors.ts';
import type { LoadProgress } from '../protocol.ts';
import { type FileEntry, type Manifest, parseManifest } from './manifest.ts';

/** Where a model's files come from: a folder (command line), the app's own server and cache (page). */
export interface ModelFiles {
  /** Raw bytes of a file of the model. @throws OtherwiseError `model-not-found`, `model-download` */
  read(file: string, onBytes?: (loaded: number, cached: boolean) => void, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** Hex SHA-256 of bytes. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads the manifest. @throws OtherwiseError `model-not-found`, `model-corrupt` */
export async function readManifest(files: ModelFiles, signal?: AbortSignal): Promise<Manifest> {
  return parseManifest(new TextDecoder().decode(await files.read('manifest.json', undefined, signal)));
}

/**
 * Reads a file and checks it before anything uses it.
 * @throws OtherwiseError `model-corrupt` when bytes or SHA-256 differ from the manifest's
 */
export async function readChecked(
  files: ModelFiles,
  entry: FileEntry,
  onProgress?: (event: LoadProgress) => void,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let stored = false;
  const report = (loaded: number, cached = stored): void => {
    stored = cached;
    onProgress?.({ kind: 'download', file: entry.file, loaded, total: entry.bytes, cached });
  };
  const bytes = await files.read(entry.file, report, signal);
  if (bytes.byteLength !== entry.bytes || (await sha256(bytes)) !== entry.sha256) {
    throw new OtherwiseError(
      'model-corrupt',
      `The file ${entry.file} of the model is damaged (${bytes.byteLength} of ${entry.bytes} bytes, or another ` +
      'hash). Delete the model and load it again.',
    );
  }
  report(entry.bytes);
  return bytes;
}

/** First 12 hex digits of the SHA-256 over the shards' hashes: names the weights in outputs. */
export async function modelHash(manifest: Manifest): Promise<string> {
  const text = manifest.weights.shards.map((shard) => shard.sha256).join('\n');
  return (await sha256(new TextEncoder().encode(text))).slice(0, 12);
}
