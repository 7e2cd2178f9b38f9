import { isIntact, sha256, type Listed } from '../../engine/files/hash.ts';
import { readListed } from '../../engine/files/list.ts';

/** Name of the Cache that holds models and runtime files. Entries are keyed by URL and hash, so builds share it and never mix versions. */
const STORE = 'otherwise-files-1';
/** The header of answers that came from the store, for the engine's progress. */
const FROM_STORE = 'x-otherwise-cache';
/** Headers of the kept parts of an unfinished download: where each begins, and its hash. Two tabs may write them, and disks err. */
const PART_FROM = 'x-part-from';
const PART_HASH = 'x-part-sha256';
/**
 * The store checks code, which runs as it comes, and word tables whenever they are asked for; the engine checks models,
 * which tells what to do.
 */
const CHECKED = /\.(?:mjs|wasm|wasm\.gz|tsv|aff|dic)$/u;
/** The size of the steps in which an unfinished download is kept, so that it goes on where it stopped, bytes. */
const STEP = 4 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The store of large files (models, runtime) behind the service worker.
 *
 * A folder's `manifest.json` names its files with bytes and SHA-256. A file is passed on while it arrives, but its last
 * bytes only after its hash was found right: what is damaged ends in a network error and is never kept. What arrived of
 * an interrupted download is kept and continued by a range request.
 */
export class FileStore {
  readonly #manifestOf: (address: string) => Promise<Response | undefined>;
  #downloads = new AbortController();

  /** `manifestOf` gives the manifest that belongs to the running build, by its URL; undefined for folders the build does not know. */
  constructor(manifestOf: (address: string) => Promise<Response | undefined>) {
    this.#manifestOf = manifestOf;
  }

  /** Answers a request for a file below `models/`, `ort/`, `dictionaries/` or `proofreader/`. */
  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.endsWith('/manifest.json')) return (await this.#manifestOf(url.href)) ?? fetch(request);
    const store = await caches.open(STORE);
    const listed = await this.#listed(url);
    if (listed === undefined) return this.#unlisted(store, request);
    const key = `${url.origin}${url.pathname}?sha256=${listed.sha256}`;
    const kept = await store.match(key);
    if (kept === undefined || (CHECKED.test(url.pathname) && !(await isIntact(await bytesOf(kept.clone()), listed))))
      return this.#download(store, url, key, listed);
    return marked(kept);
  }

  /** Breaks off every download; what arrived is kept, and later requests download as before. */
  breakOff(): void {
    this.#downloads.abort();
    this.#downloads = new AbortController();
  }

  /** Deletes what the running build's manifests no longer list: files of earlier models and runtimes. */
  async sweep(): Promise<void> {
    const store = await caches.open(STORE);
    for (const entry of await store.keys()) {
      const url = new URL(entry.url);
      if (!url.searchParams.has('sha256')) continue;
      const listed = await this.#listed(url);
      if (listed === undefined || url.searchParams.get('sha256') !== listed.sha256) await store.delete(entry);
    }
  }

  /** Answers with a file no manifest lists (small tables, model cards): the server's version, or the kept one when it can't be reached. */
  async #unlisted(store: Cache, request: Request): Promise<Response> {
    try {
      const response = await fetch(request.url, { cache: 'no-cache', signal: this.#downloads.signal });
      if (isPage(response)) throw await notThere(response, request.url);
      if (response.status === 200) await store.put(request.url, response.clone()).catch(() => undefined);
      return response;
    } catch (cause) {
      const kept = await store.match(request.url);
      if (kept === undefined) throw cause;
      return marked(kept);
    }
  }

  async #listed(url: URL): Promise<Listed | undefined> {
    const folder = new URL('./', url);
    const manifest = await this.#manifestOf(new URL('manifest.json', folder).href);
    return manifest && readListed(await manifest.json()).get(url.pathname.slice(folder.pathname.length));
  }

  async #download(store: Cache, url: URL, key: string, listed: Listed): Promise<Response> {
    const parts = await readParts(store, key);
    const { signal } = this.#downloads;
    const response = (await rest(url, { have: sizeOf(parts), total: listed.bytes, signal })) ?? (await fetch(url.href, { signal }));
    // The kept parts of the file stay: it is not the host that answers.
    if (isPage(response)) throw await notThere(response, url.href);
    if (!response.ok || response.body === null) return response;
    // A server that unpacks on the way (Content-Encoding) sends other bytes than the list describes: they are used, but not kept.
    if (url.pathname.endsWith('.gz') && response.headers.has('Content-Encoding')) return response;
    if (response.status !== 206) {
      parts.length = 0;
      await deleteParts(store, key);
    }
    const headers = {
      'Content-Type': response.headers.get('Content-Type') ?? 'application/octet-stream',
      'Content-Length': String(listed.bytes),
    };
    const pieces = passOn({ store, key, listed, headers, parts, reader: response.body.getReader() });
    const body = new ReadableStream<Bytes>({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await pieces.return();
      },
    });
    return new Response(body, { headers });
  }
}

/** Tells whether a web page came instead of a file: networks that ask for a sign-in answer so, with status 200 and for any address. */
function isPage(response: Response): boolean {
  return response.ok && response.headers.get('Content-Type')?.startsWith('text/html') === true;
}

async function notThere(response: Response, url: string): Promise<Error> {
  await response.body?.cancel().catch(() => undefined);
  return new Error(`A web page came instead of ${url}.`);
}

/** Says how many bytes of a file are there, how many it has, and which signal breaks off its download. */
interface Rest {
  readonly have: number;
  readonly total: number;
  readonly signal: AbortSignal;
}

/** Fetches a file from `have` on; undefined when there is nothing to go on from, or the server knows no ranges or sends another one. */
async function rest(url: URL, { have, total, signal }: Rest): Promise<Response | undefined> {
  if (have === 0 || have >= total) return undefined;
  const response = await fetch(url.href, { headers: { Range: `bytes=${have}-` }, signal });
  // The server sent the beginning instead of the rest: as good as a fresh request.
  if (response.status === 200) return response;
  if (response.status === 206 && response.headers.get('Content-Range') === `bytes ${have}-${total - 1}/${total}`) return response;
  await response.body?.cancel().catch(() => undefined);
  return response.status === 206 || response.status === 416 ? undefined : response;
}

/** A file that arrives. */
interface Download {
  readonly store: Cache;
  readonly key: string;
  readonly listed: Listed;
  /** The headers that the kept file is answered with. */
  readonly headers: HeadersInit;
  /** The parts kept of an earlier try, from the beginning; the list grows. */
  readonly parts: Bytes[];
  readonly reader: ReadableStreamDefaultReader<Bytes>;
}

/** Passes the file on piece by piece. Keeps it when its hash is right; keeps the parts when the line breaks or the reader leaves. */
async function* passOn({ store, key, listed, headers, parts, reader }: Download): AsyncGenerator<Bytes, void> {
  let fresh: Bytes[] = [];
  let complete = false;
  const keepPart = async (): Promise<void> => {
    if (fresh.length === 0) return;
    const part = joined(fresh);
    const about = { [PART_FROM]: String(sizeOf(parts)), [PART_HASH]: await sha256(part) };
    fresh = [];
    // A full disk costs the resumption, not the download.
    await store.put(`${key}&part=${parts.push(part) - 1}`, new Response(part, { headers: about })).catch(() => undefined);
  };
  try {
    yield* parts.slice();
    let last: Bytes | undefined;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (last !== undefined) yield last;
      last = value;
      fresh.push(value);
      if (sizeOf(fresh) >= STEP) await keepPart();
    }
    complete = true;
    const bytes = joined([...parts, ...fresh]);
    if (!(await isIntact(bytes, listed))) throw new Error(`The hash of ${key} is wrong.`);
    await store.put(key, new Response(bytes, { headers })).catch(() => undefined);
    if (last !== undefined) yield last;
  } finally {
    if (complete) await deleteParts(store, key);
    else {
      await reader.cancel().catch(() => undefined);
      await keepPart();
    }
  }
}

/**
 * Reads the beginning of a file as far as it is kept and whole; what lies behind the first part that is missing, damaged or
 * of another download is not used.
 */
async function readParts(store: Cache, key: string): Promise<Bytes[]> {
  const parts: Bytes[] = [];
  for (;;) {
    const part = await store.match(`${key}&part=${parts.length}`);
    if (part === undefined) return parts;
    const bytes = await bytesOf(part);
    if (part.headers.get(PART_FROM) !== String(sizeOf(parts)) || part.headers.get(PART_HASH) !== (await sha256(bytes))) return parts;
    parts.push(bytes);
  }
}

async function deleteParts(store: Cache, key: string): Promise<void> {
  for (const entry of await store.keys()) if (entry.url.startsWith(`${key}&part=`)) await store.delete(entry);
}

async function bytesOf(response: Response): Promise<Bytes> {
  return new Uint8Array(await response.arrayBuffer());
}

function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(FROM_STORE, 'hit');
  return new Response(response.body, { status: response.status, headers });
}

function sizeOf(parts: readonly Bytes[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
