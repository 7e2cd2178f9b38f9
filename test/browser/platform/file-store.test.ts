import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchedFiles } from '../../../src/engine/files/fetched.ts';
import { FileStore } from '../../../src/app/platform/file-store.ts';
import { sha256 } from '../../../src/engine/files/hash.ts';

const MB = 1024 * 1024;
const file = Uint8Array.from({ length: 9 * MB }, (_, at) => (at * 31 + (at >> 8)) % 251);
const address = new URL('/models/x/weights.00.bin', location.href).href;
const table = new URL('/models/x/card.tsv', location.href).href;
/** Gives the answer of a network that wants somebody to sign in: its own page for every address, with status 200. */
const portal = (): Response =>
  new Response('<html><form>Sign in</form></html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });

let store: FileStore;
beforeEach(async () => {
  await caches.delete('otherwise-files-1');
  const manifest = JSON.stringify({ files: [{ file: 'weights.00.bin', bytes: file.length, sha256: await sha256(file) }] });
  store = new FileStore(() => Promise.resolve(new Response(manifest)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await caches.delete('otherwise-files-1');
});

/** Lets the host answer with this from now on. */
function answerWith(answer: (from: number) => Response): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, options) => {
    const range = new Headers(options?.headers).get('Range');
    return Promise.resolve(answer(Number(/\d+/u.exec(range ?? '')?.[0] ?? 0)));
  });
}

/** The rest of the file from an offset on; the line breaks at another one. */
function sent(from: number, breaksAt = file.length): Response {
  let at = from;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < breaksAt) controller.enqueue(file.slice(at, Math.min(at + MB, breaksAt)));
      else if (breaksAt < file.length) controller.error(new TypeError('The line broke.'));
      else controller.close();
      at += MB;
    },
  });
  const headers = { 'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}` };
  return new Response(body, from === 0 ? {} : { status: 206, headers });
}

const got = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await store.answer(new Request(address))).arrayBuffer());
const keptUrls = async (): Promise<string[]> => (await (await caches.open('otherwise-files-1')).keys()).map(({ url }) => url);

/** Downloads the file from a host that is well, and expects that one request sends what is missing. */
async function expectResumed(): Promise<void> {
  const begun: number[] = [];
  answerWith((from) => {
    begun.push(from);
    return sent(from);
  });
  expect(await sha256(await got())).toBe(await sha256(file));
  expect(begun).toHaveLength(1);
  expect(begun[0]).toBeGreaterThanOrEqual(4 * MB);
}

test('a download that was cut and then poisoned by a sign-in page with status 200 keeps its parts and goes on there', async () => {
  answerWith((from) => sent(from, 6 * MB));
  await expect(got()).rejects.toThrow();
  const parts = await keptUrls();
  expect(parts.length).toBeGreaterThan(0);

  answerWith(portal);
  await expect(got()).rejects.toThrow('A web page came instead of');
  expect(await keptUrls()).toEqual(parts);

  await expectResumed();
  expect((await keptUrls()).filter((url) => url.includes('part='))).toEqual([]);
});

test('a download that is broken off because another worker takes over keeps its parts, even where nothing arrives any more', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, options) => {
    const { signal } = options ?? {};
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
      pull(controller) {
        if (at < 6 * MB) controller.enqueue(file.slice(at, at + MB));
        else store.breakOff();
        at += MB;
      },
    });
    return Promise.resolve(new Response(body));
  });
  await expect(got()).rejects.toThrow();
  expect((await keptUrls()).filter((url) => url.includes('part=')).length).toBeGreaterThan(0);

  await expectResumed();
});

test('a table that no manifest lists is never replaced by a sign-in page: the kept one is used, or it fails', async () => {
  answerWith(portal);
  await expect(store.answer(new Request(table))).rejects.toThrow('A web page came instead of');
  expect(await keptUrls()).toEqual([]);
  answerWith(() => new Response('a\tb'));
  await store.answer(new Request(table));
  answerWith(portal);
  expect(await (await store.answer(new Request(table))).text()).toBe('a\tb');
});

test('whoever reads a file without a store is told of the page that came instead, and what to do', async () => {
  answerWith(portal);
  const files = fetchedFiles(new URL('/models/x/', location.href));
  await expect(files.read('manifest.json')).rejects.toThrow(/web page came instead of .*sign in first/u);
});
