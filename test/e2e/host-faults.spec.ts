import { expect, type Page } from '@playwright/test';
import { hosted as test, sample } from './page-object.ts';
import type { HostFault } from './static-host.ts';

/** What the engine needs of the host before it can work, by what it is, as a path or a pattern of one. */
const needed: Record<string, RegExp> = {
  'the runtime': /^ort\/ort-wasm-simd-threaded\.wasm$/u,
  'the loader of the runtime': /^ort\/ort-wasm-simd-threaded\.mjs$/u,
  'the list of the runtime': /^ort\/manifest\.json$/u,
  'the list of the model': /^models\/tiny\/manifest\.json$/u,
  'the tokenizer': /^models\/tiny\/tokenizer\.json$/u,
  'the graph': /^models\/tiny\/graph\.int8\.onnx$/u,
  'the weights': /^models\/tiny\/weights\.00\.bin$/u,
  'the forms of words': /^models\/lexical\/inflections\.tsv$/u,
  'the frequencies of words': /^models\/lexical\/idf\.tsv$/u,
  'the table of meanings': /^models\/meaning\/words\.bin$/u,
  'the program of the engine': /^assets\/paraphrase\.worker-[\w-]+\.js$/u,
};
const faults: readonly HostFault[] = [{ status: 404 }, { status: 503 }, { breakAfter: 700 }];

const failure = (page: Page) =>
  page.locator('#rewrites .failure').getByRole('heading', { name: /^The model (?:is missing|could not be downloaded)$/u });

for (const [what, path] of Object.entries(needed)) {
  test(`${what} is missing, then refused, then broken off: each time the page says so, and goes on once the host is well`, async ({
    page,
    host,
    otherwise,
  }) => {
    let fault: HostFault | undefined;
    let injected = 0;
    host.fault = (asked) => {
      if (!path.test(asked)) return undefined;
      if (fault) injected += 1;
      return fault;
    };
    for (const next of faults) {
      fault = next;
      const before = injected;
      if (next === faults[0]) {
        await otherwise.open();
        await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
      } else await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => injected, { timeout: 30_000 }).toBeGreaterThan(before);
      await expect(failure(page)).toBeVisible({ timeout: 60_000 });
      expect(await otherwise.text()).toBe(sample);
    }
    fault = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
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
  await expect(otherwise.chip('postpone', 'banned')).toBeVisible();
  await expect.poll(() => injected).toBeGreaterThan(0);
  await otherwise.rewritesOrNone();
  expect(await page.getByRole('button', { name: 'Ban “postpone” and require “delay”' }).count()).toBe(0);
  fault = undefined;
  await otherwise.chip('week', 'free').click();
  await otherwise.chip('postpone', 'banned').click();
  await otherwise.chip('postpone', 'required').click();
  await otherwise.chip('postpone', 'free').click();
  await expect(page.getByRole('button', { name: 'Ban “postpone” and require “delay”' })).toBeVisible();
});

for (const path of ['models/lexical/idf.tsv', 'models/meaning/words.bin', 'ort/ort-wasm-simd-threaded.wasm']) {
  test(`without a service worker ${path} that arrives damaged is refused all the same`, async ({ page, host, otherwise }) => {
    await page.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new DOMException('Refused.', 'SecurityError'));
    });
    host.tamper = (asked, bytes) => {
      if (asked !== path) return bytes;
      const damaged = Uint8Array.from(bytes);
      damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
      return damaged;
    };
    await otherwise.open();
    await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
    await expect(page.getByRole('heading', { name: 'The model arrived damaged' })).toBeVisible({ timeout: 60_000 });
    host.tamper = undefined;
    await page.getByRole('button', { name: 'Delete and load again' }).click();
    await otherwise.rewritesOrNone();
    expect(await otherwise.text()).toBe(sample);
  });
}

/** Files of the store whose damage the engine finds, and those that are checked before they leave the store. */
for (const [what, path, refused] of [
  ['weights', '/models/tiny/weights.00.bin', true],
  ['a tokenizer', '/models/tiny/tokenizer.json', true],
  ['a graph', '/models/tiny/graph.int8.onnx', true],
  ['a table of meanings', '/models/meaning/words.bin', true],
  ['a table of words', '/models/lexical/idf.tsv', false],
] as const) {
  test(`${what} damaged in the store: ${refused ? 'refused, and loaded again after deleting' : 'fetched anew'}`, async ({
    page,
    host,
    otherwise,
  }) => {
    await otherwise.openSample();
    // The first visit may have gone on without the service worker; the second one stores everything.
    await page.reload();
    await otherwise.rewritesOrNone();
    await page.evaluate(async (wanted) => {
      const store = await caches.open('otherwise-files-1');
      const request = (await store.keys()).find(({ url }) => new URL(url).pathname.endsWith(wanted));
      const response = request && (await store.match(request));
      if (request === undefined || response === undefined) throw new Error(`${wanted} is not stored.`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await store.put(request, new Response(bytes, { headers: response.headers }));
    }, path);
    host.served.length = 0;
    await page.reload();
    if (refused) {
      await expect(page.getByRole('heading', { name: 'The model arrived damaged' })).toBeVisible({ timeout: 60_000 });
      expect(await otherwise.text()).toBe(sample);
      await page.getByRole('button', { name: 'Delete and load again' }).click();
    }
    await otherwise.rewritesOrNone();
    expect(host.served).toContain(path.slice(1));
    expect(await otherwise.text()).toBe(sample);
  });
}
