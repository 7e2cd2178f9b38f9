import { expect, type Page } from '@playwright/test';
import { forgetUnpacked, hosted as test, returning, sample } from './page-object.ts';
import type { HostFault } from './static-host.ts';

/**
 * The files that the engine needs of the host before it can work, by what it is; each list in the order in which it is asked for.
 * The shell's files are stored by the service worker before it works, the others as they are asked for.
 */
const needed: Record<string, readonly (readonly [what: string, path: RegExp])[]> = {
  'the shell': [
    ['the program of the engine', /^assets\/paraphrase\.worker-[\w-]+\.js$/u],
    ['the list of the model', /^models\/tiny\/manifest\.json$/u],
    ['the list of the runtime', /^ort\/manifest\.json$/u],
  ],
  'the engine': [
    ['the forms of words', /^models\/lexical\/inflections\.tsv$/u],
    ['the frequencies of words', /^models\/lexical\/idf\.tsv$/u],
    ['the table of meanings', /^models\/meaning\/words\.bin$/u],
    ['the tokenizer', /^models\/tiny\/tokenizer\.json$/u],
    ['the graph', /^models\/tiny\/graph\.int8\.onnx$/u],
    ['the weights', /^models\/tiny\/weights\.00\.bin$/u],
    ['the runtime', /^ort\/ort-wasm-simd-threaded\.wasm$/u],
    ['the loader of the runtime', /^ort\/ort-wasm-simd-threaded\.mjs$/u],
  ],
};
const faults: readonly HostFault[] = [{ status: 404 }, { status: 503 }, { breakAfter: 700 }];

const failure = (page: Page) =>
  page.locator('#rewrites .failure').getByRole('heading', { name: /^The model (?:is missing|could not be downloaded)$/u });
const tryAgain = (page: Page): Promise<void> => page.getByRole('button', { name: 'Try again' }).click();

for (const [part, files] of Object.entries(needed)) {
  test(`each file of ${part} is missing, refused, broken off: each time the page says so, and goes on once the host is well`, async ({
    page,
    host,
    otherwise,
  }) => {
    // Files come back one after the other; those behind the one in question were never had.
    let well = 0;
    let fault: HostFault | undefined = faults[0];
    let injected = 0;
    host.fault = (asked) => {
      const place = files.findIndex(([, path]) => path.test(asked));
      if (place < well) return undefined;
      if (place === well) injected += 1;
      return fault;
    };
    await otherwise.open();
    await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
    for (const [what, path] of files) {
      for (const next of faults) {
        await test.step(`${what}: ${JSON.stringify(next)}`, async () => {
          fault = next;
          const before = injected;
          if (before > 0 || well > 0) await tryAgain(page);
          await expect.poll(() => injected).toBeGreaterThan(before);
          await expect(failure(page)).toBeVisible();
          // Of code the browser tells only that it did not come.
          if (next === faults[1] && !/js\$$/u.test(path.source)) await expect(page.getByText('The server answered 503')).toBeVisible();
          expect(await otherwise.text()).toBe(sample);
        });
      }
      well += 1;
      injected = 0;
    }
    await tryAgain(page);
    await otherwise.rewritesOrNone();
    expect(await otherwise.text()).toBe(sample);
    await page.reload();
    await expect.poll(() => otherwise.text()).toBe(sample);
    await otherwise.rewritesOrNone();
  });
}

test('word tables do not come: chips go without hints, and get them when they are asked for again', async ({ page, host, otherwise }) => {
  let injected = 0;
  let fault: HostFault | undefined = { status: 503 };
  host.fault = (path) => {
    if (path !== 'models/lexical/lexicon.tsv' || !fault) return undefined;
    injected += 1;
    return fault;
  };
  await otherwise.openSample();
  await otherwise.chip('postpone', 'free').click();
  await expect(otherwise.chip('postpone', 'avoided')).toBeVisible();
  await expect.poll(() => injected).toBeGreaterThan(0);
  await otherwise.rewritesOrNone();
  expect(await page.getByRole('button', { name: 'Avoid “postpone” and require “delay”' }).count()).toBe(0);
  fault = undefined;
  await otherwise.chip('week', 'free').click();
  await otherwise.chip('postpone', 'avoided').click();
  await otherwise.chip('postpone', 'required').click();
  await otherwise.chip('postpone', 'free').click();
  await expect(page.getByRole('button', { name: 'Avoid “postpone” and require “delay”' })).toBeVisible();
});

const damagedNotice = (page: Page) => page.getByRole('heading', { name: 'The model arrived incomplete' });
const loadAnew = (page: Page): Promise<void> => page.getByRole('button', { name: 'Delete and load again' }).click();

test('without a service worker a file that arrives damaged is refused all the same', async ({ page, host, otherwise }) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('Refused.', 'SecurityError'));
  });
  let sick: string | undefined;
  let arrives = (): void => undefined;
  let wait = Promise.resolve();
  host.fault = (asked) => (asked === sick ? { wait } : undefined);
  host.tamper = (asked, bytes) => {
    if (asked !== sick) return bytes;
    const damaged = Uint8Array.from(bytes);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
    return damaged;
  };
  for (const path of ['models/lexical/idf.tsv', 'models/meaning/words.bin', 'ort/ort-wasm-simd-threaded.wasm']) {
    await test.step(path, async () => {
      host.served.length = 0;
      wait = new Promise((resolve) => (arrives = resolve));
      if (sick === undefined) {
        sick = path;
        await otherwise.open();
        await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
      } else {
        sick = path;
        await loadAnew(page);
      }
      // The previous file's notice is gone, and the present file is still held back.
      await expect(damagedNotice(page)).toBeHidden();
      await expect.poll(() => host.served).toContain(path);
      arrives();
      await expect(damagedNotice(page)).toBeVisible();
    });
  }
  sick = undefined;
  await loadAnew(page);
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(sample);
});

/** Turns one bit over in the middle of a stored file whose address ends so. */
const damage = (page: Page, path: string): Promise<void> => page.evaluate(async (wanted) => {
  const store = await caches.open('otherwise-files-1');
  const request = (await store.keys()).find(({ url }) => new URL(url).pathname.endsWith(wanted));
  const response = request && (await store.match(request));
  if (request === undefined || response === undefined) throw new Error(`${wanted} is not stored.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await store.put(request, new Response(bytes, { headers: response.headers }));
}, path);

/** Files of the store whose damage the engine finds, and those that are checked before they leave the store. */
const stored = {
  'refused, and loaded again after deleting': [
    'models/tiny/weights.00.bin',
    'models/tiny/tokenizer.json',
    'models/tiny/graph.int8.onnx',
    'models/meaning/words.bin',
  ],
  'fetched anew and never used': ['models/lexical/idf.tsv', 'ort/ort-wasm-simd-threaded.mjs', 'ort/ort-wasm-simd-threaded.wasm'],
} as const;

for (const [outcome, paths] of Object.entries(stored)) {
  returning(`files damaged in the store: ${outcome}`, async ({ page, home: { host }, otherwise }) => {
    await otherwise.open();
    await otherwise.takeWhatComes();
    await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
    await otherwise.rewritesOrNone();
    for (const path of paths) {
      await returning.step(path, async () => {
        await damage(page, `/${path}`);
        await forgetUnpacked(page);
        host.served.length = 0;
        await page.reload();
        if (outcome.startsWith('refused')) {
          await expect(damagedNotice(page)).toBeVisible();
          expect(await otherwise.text()).toBe(sample);
          await loadAnew(page);
        }
        await otherwise.rewritesOrNone();
        expect(host.served).toContain(path);
        expect(await otherwise.text()).toBe(sample);
      });
    }
  });
}
