import fc from 'fast-check';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { visibleText } from '../../src/core/text/clean.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';
import { failing } from './page-states.ts';

afterEach(unmountApp);

test('a model that fails to load says so, and loading can be tried again', async () => {
  const client = failing();
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'The model could not be downloaded' })).toBeVisible();
  client.failLoad = undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
});

test('one click draws fewer samples and tries again when memory is short', async () => {
  const client = new FakeClient();
  client.failNext = new OtherwiseError('out-of-memory', 'The device has too little memory.');
  await mountApp(sample, client);
  await page.getByRole('button', { name: 'Draw fewer samples' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(client.requests.at(-1)?.options).toMatchObject({ sets: 2, samples: 5, free: 1 });
});

test.each(['no-webgpu', 'device-lost', 'self-test-failed'] as const)('%s: one click goes on with the processor', async (code) => {
  const client = failing(code);
  await mountApp(sample, client);
  const button = page.getByRole('button', { name: 'Use the processor (WASM)' });
  await expect.element(button).toBeVisible();
  client.failLoad = undefined;
  await button.click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(client.loads.at(-1)?.device).toBe('wasm');
});

test('one click deletes a damaged model and loads it again', async () => {
  const store = await caches.open('otherwise-files-test');
  await store.put('/models/base/x.bin', new Response('damaged'));
  const client = failing('model-corrupt');
  await mountApp(sample, client);
  await expect.element(page.getByRole('button', { name: 'Delete and load again' })).toBeVisible();
  client.failLoad = undefined;
  await page.getByRole('button', { name: 'Delete and load again' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(await caches.has('otherwise-files-test')).toBe(false);
});

test('a sentence without words has no button that would fail again', async () => {
  const client = new FakeClient();
  client.failNext = new OtherwiseError('nothing-to-rewrite', 'No letters.');
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'There are no words to rewrite here' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).elements().length).toBe(0);
});

test('where WebAssembly is switched off the page says so and the text can be written and saved', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  const { app, client } = await mountApp(sample);
  vi.unstubAllGlobals();
  await expect.element(page.getByRole('heading', { name: 'The model does not run here' })).toBeVisible();
  expect(client.loads).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Review and export' })).toBeVisible();
  await app.desk.saveNow();
  expect(app.desk.library.entries.length).toBe(1);
});

test('a machine with little memory draws fewer samples, unless the user says how many, and says so once', async () => {
  vi.spyOn(navigator as Navigator & { deviceMemory: number }, 'deviceMemory', 'get').mockReturnValue(2);
  const { app, client } = await mountApp(sample);
  vi.restoreAllMocks();
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ sets: 2, samples: 5, free: 1 });
  // Not before a rewrite was used: until then the page asks for nothing and tells of nothing.
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(page.getByText('This machine has little memory').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  await expect.element(page.getByText('This machine has little memory')).toBeVisible();
  app.settings.change({ sets: 5, samples: 8 });
  app.rewriting.schedule(0);
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ sets: 5, samples: 8 });
  await expect.poll(() => page.getByText('This machine has little memory').elements().length).toBe(0);
});

test('without a graphics device it is said once that the processor takes longer', async () => {
  const { app } = await mountApp(sample);
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  await expect.element(page.getByText('No graphics acceleration')).toBeVisible();
  await page.getByRole('button', { name: 'Understood' }).click();
  expect(page.getByText('No graphics acceleration').elements().length).toBe(0);
  expect(app.settings.values.knowsProcessor).toBe(true);
});

test('after several deaths of the page it says that it is careful, and can be told to trust again', async () => {
  const { app } = await mountApp(sample);
  let trusted = false;
  app.trust = () => {
    trusted = true;
  };
  await expect.element(page.getByText('The page broke off in the middle of its work')).toBeVisible();
  await page.getByRole('button', { name: 'Use full strength again' }).click();
  expect(trusted).toBe(true);
});

test('a text that could not be stored can be saved as a file, and a window that keeps nothing says so', async () => {
  const inner = passing();
  const full: PageStore = {
    ...inner,
    documents: { ...inner.documents, write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) },
  };
  const { app } = await mountApp('', new FakeClient(), full);
  app.replaceText(sample);
  await expect.element(page.getByText('The storage is full')).toBeVisible();
  await expect.element(page.getByText('This window keeps nothing')).toBeVisible();
  expect(page.getByRole('button', { name: 'Save as a file' }).elements().length).toBe(2);
  expect(app.document.text).toBe(sample);
});

test('the sample sentence needs one click', async () => {
  await mountApp('');
  await page.getByRole('button', { name: 'Try it with a sample sentence' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 5' })).toBeVisible();
});

test('any text is shown as far as it can be seen and breaks nothing', async () => {
  const { app } = await mountApp();
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 })),
      fc.nat(300),
      (text, offset) => {
        app.replaceText(text);
        app.moveTo(Math.min(offset, text.length));
        flushSync();
        // A text area has one kind of line break.
        expect(document.querySelector('textarea')?.value).toBe(visibleText(text.replace(/\r\n?/gu, '\n')));
      },
    ),
    {
      numRuns: 300,
      examples: [
        ['valueOf', 0],
        ['constructor', 3],
        ['__proto__ toString', 0],
      ],
    },
  );
  app.replaceText(`${'A word\u202e <b> '.repeat(6000)}.`);
  flushSync();
  expect(document.querySelector('main b')).toBeNull();
});

test('a sentence of another language is named and not rewritten, unless the user wants it', async () => {
  const { app, client } = await mountApp('Das ist ein Satz.');
  await expect.element(page.getByRole('heading', { name: 'This looks like German' })).toBeVisible();
  expect(app.announcement).toEqual({ kind: 'other-language' });
  expect(client.requests.map(({ options }) => options.foreign)).toEqual([false]);
  await page.getByRole('button', { name: 'Rewrite it anyway' }).click();
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(client.requests.at(-1)?.options.foreign).toBe(true);
});
