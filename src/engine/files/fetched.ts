import { OtherwiseError } from '../../core/errors.ts';
import { isPackaged } from './list.ts';
import type { ModelFiles } from './read.ts';

/** Fetches a response of the app's own server or cache. @throws OtherwiseError `model-not-found`, `model-download` */
export async function fetchOwn(url: URL, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, signal ? { signal } : {});
  } catch (cause) {
    if (signal?.aborted) throw new OtherwiseError('aborted', 'Loading was stopped.', { cause });
    throw new OtherwiseError(
      'model-download',
      `${url.pathname.split('/').at(-1)} could not be loaded. Check the connection and try again; what is already here is kept.`,
      { cause },
    );
  }
  if (response.status === 404) throw new OtherwiseError('model-not-found', `${url.pathname} is not there.`);
  if (!response.ok)
    throw new OtherwiseError('model-download', `The server answered ${response.status} for ${url.pathname}. Try again later.`);
  if (response.headers.get('content-type')?.startsWith('text/html')) throw webPage(url);
  return response;
}

const FIRST_ROOM = 1 << 16;

/** Returns the files of a model below `base` (`…/models/<name>/`), with progress in bytes. */
export function fetchedFiles(base: URL): ModelFiles {
  return {
    async read(file, onBytes, signal, into) {
      const response = await fetchOwn(new URL(file, base), signal);
      if (!response.body || !onBytes) return new Uint8Array(await response.arrayBuffer().catch(interrupted));
      // The service worker says so when a file comes out of the store on this machine.
      const cached = isPackaged(base) || response.headers.get('x-otherwise-cache') === 'hit';
      return collect(response.body, (loaded) => { onBytes(loaded, cached); }, into);
    },
  };
}

/** Networks that want somebody to sign in answer with a page of theirs, and some hosts do so where a file is missing. */
function webPage({ pathname }: URL): OtherwiseError {
  return new OtherwiseError(
    'model-download',
    `A web page came instead of ${pathname}. Your network may want you to sign in first; then try again. What is already here is kept.`,
  );
}

/** Puts what arrives into `into`, if it has room, or into a stretch that grows. @returns the part of `into`, or a stretch of that length */
async function collect(
  stream: ReadableStream<Uint8Array>, onBytes: (loaded: number) => void, into?: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  let [room, loaded] = [into ?? new Uint8Array(FIRST_ROOM), 0];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(interrupted);
    if (done) return room === into ? room.subarray(0, loaded) : room.slice(0, loaded);
    if (loaded + value.byteLength > room.length) {
      const longer = new Uint8Array(Math.max(2 * room.length, loaded + value.byteLength));
      longer.set(room.subarray(0, loaded));
      room = longer;
    }
    room.set(value, loaded);
    loaded += value.byteLength;
    onBytes(loaded);
  }
}

function interrupted(cause: unknown): never {
  throw new OtherwiseError('model-download', 'The download was interrupted. Try again; finished files are kept.', { cause });
}

/**
 * Fetches the bytes of a runtime file that may be shipped gzip-packed; a host that unpacked it already (Content-Encoding) is
 * noticed by the first bytes.
 */
export async function fetchPacked(url: URL): Promise<ArrayBuffer> {
  const bytes = await (await fetchOwn(url)).arrayBuffer().catch(interrupted);
  const head = new Uint8Array(bytes, 0, 2);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
