import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type BrowserContext, type Request } from '@playwright/test';
import { chromiumArguments, chromiumPath, nobody } from '../browser/chromium.ts';
import { openResearch, OtherwisePage, sample } from './page-object.ts';
import { openStaticHost, type StaticHost } from './static-host.ts';
import { storedFiles } from './stored.ts';

/**
 * The files that may still be asked for after loading: code and styles of dialogs and of the rarer approaches, and the word
 * tables behind chips with their list. They are needed by few visitors at once and were all stored with the shell or
 * ahead, so the service worker answers them without the network. The test holds them to that: nothing of it reaches the host.
 */
const stored = /^(?:assets\/[\w.-]+\.(?:js|css)|models\/lexical\/(?:manifest\.json|(?:formality|inflections|lexicon|idf)\.tsv))$/u;

/**
 * The browser asks its maker what the fields of a form are for, on every site: that is no request of the page, and here
 * nobody is there to be asked.
 */
test.use({
  launchOptions: { executablePath: chromiumPath, args: [...chromiumArguments, `--autofill-server-url=http://${nobody}/`] },
  actionTimeout: 30_000,
});

/** A proxy that answers nothing and remembers every address it was asked for. */
async function openTrap(): Promise<{ readonly url: string; readonly caught: string[]; close(): Promise<unknown> }> {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    caught.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caught,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

/** Every request of the browser that is no blob and no data address, as the browser sees it: those that the service worker answers too. */
function recorded(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => {
    if (/^https?:/u.test(request.url())) requests.push(request);
  });
  return requests;
}

/** The files that the page fetches by itself until the first rewrites are there, and soon after; the last ones are the speller's. */
const ahead = Object.entries({
  'models/tiny': ['tokenizer.json', 'graph.int8.onnx', 'weights.00.bin'],
  'models/lexical': ['inflections.tsv', 'lexicon.tsv', 'idf.tsv', 'formality.tsv'],
  'models/meaning': ['words.bin', 'words.tsv', 'trigrams.bin', 'trigrams.tsv', 'human-score.json'],
  ort: ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'],
  dictionaries: ['en.aff', 'en.dic', 'en-gb.aff', 'en-gb.dic'],
}).flatMap(([folder, files]) => files.map((file) => `/some/where/${folder}/${file}`));

/** The browser's own look whether there is a newer service worker, which it takes when it likes after a page was opened. */
const look = 'GET /some/where/service-worker.js, a service worker';
/** Gives what was asked of the host but for that. `recorded` tells what pages ask for, too. */
const askedByPages = ({ asked }: StaticHost): string[] => asked.filter((line) => line !== look);

test('no request to another host, whoever makes it, and none at all once the page and its model are loaded', async ({ browser }) => {
  const trap = await openTrap();
  const host = await openStaticHost('dist');
  // Everything but the host itself goes through the trap, from pages, workers and service workers alike.
  const context = await browser.newContext({ proxy: { server: trap.url, bypass: '127.0.0.1' } });
  try {
    const page = await context.newPage();
    const beyond = (): Promise<unknown> => page.evaluate(() => fetch('http://elsewhere.test/', { mode: 'no-cors' }).catch(() => undefined));
    // The trap works: a page of the same host without our policy and our service worker falls into it.
    await page.goto(`${host.url}icons/icon.svg`);
    await beyond();
    expect(trap.caught).toEqual(['http://elsewhere.test/']);
    trap.caught.length = 0;

    const otherwise = new OtherwisePage(page, context, host.url);
    await otherwise.openIsolated();
    await otherwise.lowerTheBar();
    await otherwise.trySample();
    expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
    await expect.poll(() => storedFiles(page)).toEqual(expect.arrayContaining(ahead));
    expect(host.served).toEqual(expect.arrayContaining(['models/tiny/weights.00.bin', 'models/lexical/lexicon.tsv', 'service-worker.js']));

    host.asked.length = 0;
    const requests = recorded(context);
    const field = page.getByRole('textbox', { name: 'Your text' });
    const dialog = async (button: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    };

    // The radio buttons themselves are hidden; people click what is written on them.
    const approach = async (name: string, system?: RegExp): Promise<void> => {
      await openResearch(page);
      await page.locator('label', { has: page.getByRole('radio', { name, exact: true }) }).click();
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
      if (system) await page.getByRole('radio', { name: system }).check();
      await page.keyboard.press('Escape');
    };

    // Chips, what a banned word offers, presets, a slider and an approach that needs the tagger.
    await otherwise.chip('postpone', 'free').click();
    await expect(page.getByRole('button', { name: 'postponed: avoided' })).toBeVisible();
    await otherwise.rewrites();
    await page.getByRole('button', { name: 'Avoid “postpone” and require “delay”' }).click();
    await otherwise.rewritesOrNone();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Plainer' }).click();
    await otherwise.rewritesOrNone();
    await page.getByRole('button', { name: 'Plainer' }).click();
    await page.getByRole('slider', { name: 'How different' }).press('End');
    await approach('ParaBank', /^7:/u);
    await otherwise.rewritesOrNone();
    await approach('Otherwise');
    await page.getByRole('slider', { name: 'How different' }).press('Home');

    // Taken, reviewed, measured, and other texts with hostile ones among them.
    expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
    expect(await otherwise.text()).not.toBe(sample);
    await dialog('Review and export');
    await page.keyboard.press('Escape');
    await openResearch(page);
    await page.getByRole('button', { name: 'Measure and rate' }).click();
    await expect(page.getByRole('row', { name: /^Tree edits/u }).getByRole('cell').first()).toHaveText(/\d/u);
    await page.keyboard.press('Escape');
    await dialog('Settings');
    await page.keyboard.press('Escape');
    await dialog(/^Documents\. Open now/u);
    await page.getByRole('button', { name: 'New document' }).click();
    await expect(field).toHaveValue('');
    await field.fill('<img src="http://elsewhere.test/x"> The plan was changed. <link rel="preload" href="//elsewhere.test/y" as="image">');
    await otherwise.rewritesOrNone();
    await dialog(/^Documents\. Open now/u);
    await page.getByRole('button', { name: /^Open “/u }).last().click();
    await expect(field).not.toHaveValue(/elsewhere/u);
    await otherwise.rewrites();
    await page.getByRole('button', { name: 'More rewrites' }).click();
    await otherwise.rewritesOrNone();
    // The speller is the last to do something after a change.
    await field.fill('We will recieve the report.');
    await expect(page.getByRole('list', { name: 'Spelling' })).toBeVisible();
    await otherwise.rewritesOrNone();

    expect(askedByPages(host)).toEqual([]);
    expect(trap.caught).toEqual([]);
    const origin = new URL(host.url);
    for (const request of requests) {
      const url = new URL(request.url());
      expect(url.origin, request.url()).toBe(origin.origin);
      expect(url.pathname.slice(origin.pathname.length)).toMatch(stored);
      expect((await request.response())?.fromServiceWorker(), request.url()).toBe(true);
    }
    // The parts behind the dialogs were asked for: an ear that heard nothing would pass anything.
    expect(requests.map((request) => request.url()).join(' ')).toMatch(/DocumentsDialog/u);
    expect(otherwise.errors).toEqual([]);

    // A request of the page to another host does not leave it, and one to its own host would have been noticed.
    await beyond();
    await page.evaluate(() => fetch('nothing-of-this-name').catch(() => undefined));
    expect(trap.caught).toEqual([]);
    expect(askedByPages(host)).toEqual(['GET /some/where/nothing-of-this-name']);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    expect(host.asked).toContain(look);
  } finally {
    await context.close();
    await host.close();
    await trap.close();
  }
});
