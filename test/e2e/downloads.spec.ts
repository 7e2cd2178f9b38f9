import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { controlled, hosted as test, sample, withoutModel } from './page-object.ts';
import type { HostFault, Ranges } from './static-host.ts';

const MB = 1024 * 1024;
const shard = 'models/base/weights.00.bin';
const hashOf = async (path: string): Promise<string> => createHash('sha256').update(await readFile(`dist/${path}`)).digest('hex');

/** Gives what the page gets when it asks for a file: its hash, or that it failed. */
const get = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (address) => {
    try {
      const digest = await crypto.subtle.digest('SHA-256', await (await fetch(address)).arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    } catch {
      return 'failed';
    }
  }, path);

/** The kept parts of unfinished downloads: number and bytes, in their order. */
const keptParts = (page: Page): Promise<(readonly [part: string, bytes: number])[]> =>
  page.evaluate(async () => {
    const store = await caches.open('otherwise-files-1');
    const found: [string, number][] = [];
    for (const request of await store.keys()) {
      const part = new URL(request.url).searchParams.get('part');
      if (part !== null) found.push([part, (await (await store.match(request))?.arrayBuffer())?.byteLength ?? 0]);
    }
    return found.sort(([a], [b]) => Number(a) - Number(b));
  });

const sum = (parts: readonly (readonly [string, number])[]): number => parts.reduce((total, [, bytes]) => total + bytes, 0);

/** The requests that go on with the unfinished downloads: a file that came beside the one that broke off may have been given up too. */
const goingOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const store = await caches.open('otherwise-files-1');
    const kept = new Map<string, number>();
    for (const request of await store.keys()) {
      const { pathname, searchParams } = new URL(request.url);
      const bytes = (await (await store.match(request))?.arrayBuffer())?.byteLength ?? 0;
      if (searchParams.has('part')) kept.set(pathname, (kept.get(pathname) ?? 0) + bytes);
    }
    const folder = new URL('.', location.href).pathname;
    return [...kept].map(([path, bytes]) => `${path.slice(folder.length)} bytes=${bytes}-`).sort();
  });

/** A line that breaks after so many bytes of the large file; the store keeps what it reads in steps of 4 MiB, so less than that is lost. */
const breaking = (page: Page, breakAfter: number) => (path: string): HostFault | undefined =>
  path === shard
    ? { breakAfter, taken: () => expect.poll(async () => sum(await keptParts(page))).toBeGreaterThan(breakAfter - 4 * MB) }
    : undefined;

/** Opens the page and breaks the download of a large file off after so many bytes. @returns how many of them are kept */
async function brokenOff(
  page: Page,
  { host, otherwise }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'host' | 'otherwise'>,
  bytes: number,
): Promise<number> {
  await withoutModel(page);
  await otherwise.open();
  await controlled(page);
  host.fault = breaking(page, bytes);
  expect(await get(page, shard)).toBe('failed');
  host.fault = undefined;
  const kept = await settled(page);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(bytes);
  return kept;
}

/** Counts the bytes that are kept once two looks in a row find equally many: a page tells of a failure while it still writes. */
async function settled(page: Page): Promise<number> {
  let last = -1;
  await expect.poll(async () => {
    const [before, now] = [last, sum(await keptParts(page))];
    last = now;
    return now > 0 && now === before;
  }).toBe(true);
  return last;
}

test('a download of the model that breaks off after some MiB goes on there when it is tried again', async ({ page, host, otherwise }) => {
  host.ranges = 'served';
  host.fault = breaking(page, 9 * MB);
  await page.goto(`${host.url}?model=base`);
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await expect(page.getByRole('heading', { name: 'The model could not be downloaded' })).toBeVisible();
  await settled(page);
  const wanted = await goingOn(page);
  expect(wanted.join()).toContain(shard);
  host.fault = undefined;
  host.parts.length = 0;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.pill')).toHaveAttribute('data-status', 'ready', { timeout: 300_000 });
  expect(host.parts.toSorted()).toEqual(wanted);
  expect(await keptParts(page)).toEqual([]);
  expect(await get(page, shard)).toBe(await hashOf(shard));
  expect(await otherwise.text()).toBe(sample);
});

test('a download that breaks off several times is put together from its parts', async ({ page, host, otherwise }) => {
  host.ranges = 'served';
  let kept = await brokenOff(page, { host, otherwise }, 5 * MB);
  for (const bytes of [11 * MB, 17 * MB]) {
    host.fault = breaking(page, bytes);
    expect(await get(page, shard)).toBe('failed');
    expect(host.parts.at(-1)).toBe(`${shard} bytes=${kept}-`);
    const more = sum(await keptParts(page));
    expect(more).toBeGreaterThan(kept);
    kept = more;
  }
  host.fault = undefined;
  expect(await get(page, shard)).toBe(await hashOf(shard));
  expect(host.parts.at(-1)).toBe(`${shard} bytes=${kept}-`);
  expect(host.parts.length).toBe(3);
});

test('a host whose ranges are wrong, refused or unknown: the file comes whole, from the beginning, at the next try', async ({
  page,
  host,
  otherwise,
}) => {
  for (const ranges of ['wrong', 'refused', 'unknown'] satisfies Ranges[]) {
    await test.step(ranges, async () => {
      host.ranges = ranges;
      const kept = await brokenOff(page, { host, otherwise }, 9 * MB);
      host.parts.length = 0;
      // Once more: what is kept now is shorter than before, and the rest of the longer try must not be put behind it.
      host.fault = breaking(page, 2 * MB);
      expect(await get(page, shard)).toBe('failed');
      expect(host.parts).toEqual([`${shard} bytes=${kept}-`]);
      expect(sum(await keptParts(page))).toBeLessThanOrEqual(2 * MB);
      host.fault = undefined;
      expect(await get(page, shard)).toBe(await hashOf(shard));
      expect(await keptParts(page)).toEqual([]);
      await page.evaluate(() => caches.delete('otherwise-files-1'));
    });
  }
});

test('a kept part that was damaged on the disk is not used, nor what lies behind it', async ({ page, host, otherwise }) => {
  host.ranges = 'served';
  await brokenOff(page, { host, otherwise }, 14 * MB);
  const [first, ...others] = await keptParts(page);
  expect(others.length).toBeGreaterThan(1);
  await page.evaluate(async () => {
    const store = await caches.open('otherwise-files-1');
    const request = (await store.keys()).find(({ url }) => url.endsWith('&part=1'));
    const part = request && (await store.match(request));
    if (request === undefined || part === undefined) throw new Error('There is no second part.');
    const bytes = new Uint8Array(await part.arrayBuffer());
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    await store.put(request, new Response(bytes, { headers: part.headers }));
  });
  expect(await get(page, shard)).toBe(await hashOf(shard));
  expect(host.parts).toEqual([`${shard} bytes=${first?.[1]}-`]);
});

test('the next visit takes the unpacked weights as they were kept, and unpacks them anew where they are damaged', async ({
  page,
  context,
  otherwise,
}) => {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  /** The number of parts that the list of the kept weights has (none while there is no list), and the hash of each entry by its address. */
  const unpacked = (damage: boolean): Promise<{ readonly listed: number; readonly hashes: Readonly<Record<string, string>> }> =>
    page.evaluate(async (damaging) => {
      const store = await caches.open('otherwise-files-unpacked-1');
      const hashes: Record<string, string> = {};
      let listed = 0;
      for (const request of await store.keys()) {
        const kept = await store.match(request);
        if (kept === undefined) continue;
        const bytes = new Uint8Array(await kept.clone().arrayBuffer());
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        hashes[request.url] = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
        if (!request.url.includes('&part=')) {
          listed += (await kept.json() as readonly unknown[]).length;
          continue;
        }
        bytes[1000] = (bytes[1000] ?? 0) ^ 1;
        if (damaging) await store.put(request, new Response(bytes, { headers: kept.headers }));
      }
      return { listed, hashes };
    }, damage);
  const weights = (): string[] => asked.filter((path) => path.endsWith('.bin') && path.includes('/tiny/'));
  const visit = async (text: string): Promise<void> => {
    asked.length = 0;
    await otherwise.open();
    await expect(page.locator('.pill')).toHaveAttribute('data-status', 'ready');
    await page.getByRole('textbox', { name: 'Your text' }).fill(text);
    await otherwise.rewritesOrNone();
  };

  await visit(sample);
  expect(weights()).not.toEqual([]);
  // The list is written last.
  await expect.poll(async () => (await unpacked(false)).listed).toBeGreaterThan(0);
  const kept = await unpacked(false);
  expect(Object.keys(kept.hashes)).toHaveLength(kept.listed + 1);
  await visit('Nobody knew the answer to the question.');
  expect(weights()).toEqual([]);
  await unpacked(true);
  const damaged = await unpacked(false);
  const changed = Object.keys(kept.hashes).filter((address) => damaged.hashes[address] !== kept.hashes[address]);
  expect(changed).toHaveLength(kept.listed);
  await visit('The road was closed because of the snow.');
  expect(weights()).not.toEqual([]);
  await expect.poll(() => unpacked(false)).toEqual(kept);
});
