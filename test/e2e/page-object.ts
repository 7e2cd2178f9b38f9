import process from 'node:process';
import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { sabotageEngine } from './engine-faults.ts';
import { openStaticHost, type StaticHost } from './static-host.ts';

export const sample = 'The committee decided to postpone the meeting until next week.';

/** A notice over the page; what it says is read out too, by the status line. */
export const noticeOf = (page: Page, text: string): Locator => page.getByRole('complementary', { name: 'Notices' }).getByText(text);

/** An answer of the page, for polling; undefined where the page was loaded anew meanwhile, when there is nobody to ask. */
export const unlessReloaded = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((cause: unknown) => {
    if (cause instanceof Error && /context was destroyed|navigation/iu.test(cause.message)) return undefined;
    throw cause;
  });

/** Asks the page about itself, for polling; undefined while it is being loaded anew. */
export const asked = <T>(page: Page, question: () => T): Promise<T | undefined> => unlessReloaded(page.evaluate(question));

/** Deletes the weights that were kept unpacked, so that the stored files are read and unpacked again. */
export const forgetUnpacked = (page: Page): Promise<unknown> => page.evaluate(() => caches.delete('otherwise-files-unpacked-1'));

/** The page as a user meets it, with the tiny model, which is quick and not clever. */
export class OtherwisePage {
  readonly foreign: string[] = [];
  readonly errors: string[] = [];
  readonly #page: Page;
  readonly #site: string;

  /** `site`: where the page is served. */
  constructor(page: Page, context: BrowserContext, site: string) {
    this.#page = page;
    this.#site = site;
    const { origin } = new URL(site);
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
        this.foreign.push(request.url());
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  async open(): Promise<void> {
    await this.#page.goto(`${this.#site}?model=tiny`);
  }

  /** Opens the page on a host without isolation headers until it has several threads: from its second visit on. */
  async openIsolated(): Promise<void> {
    await expect(async () => {
      await this.open();
      expect(await this.#page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
    }).toPass({ intervals: [3000] });
  }

  /** Opens the page and lets it rewrite the sample. @returns the rewrites' texts */
  async openSample(): Promise<string[]> {
    await this.open();
    await this.lowerTheBar();
    await this.trySample();
    return this.rewrites();
  }

  /** Lets the tiny model's rewrites through: few of them are good. */
  async lowerTheBar(): Promise<void> {
    await openResearch(this.#page);
    await this.#page.getByLabel('Threshold').fill('20');
    await this.#page.keyboard.press('Escape');
  }

  /** Lets everything through and draws few samples: quick, where the rewrites themselves do not matter. */
  async takeWhatComes(): Promise<void> {
    await openResearch(this.#page);
    await this.#page.getByLabel('Threshold').fill('20');
    await this.#page.getByLabel('Ban sets').fill('1');
    await this.#page.getByLabel('Samples a set').fill('2');
    await this.#page.keyboard.press('Escape');
  }

  async trySample(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Try it with a sample sentence' }).click();
  }

  /** Waits until a decoding has ended with rewrites. @returns their texts */
  async rewrites(): Promise<string[]> {
    await expect(this.#page.locator('#rewrites')).toHaveAttribute('aria-busy', 'false');
    await this.rewritesOrNone();
    return (await this.#page.locator('#rewrites li h3').allTextContents()).map((title) => title.replace(/^Rewrite \d+: /u, ''));
  }

  /** Waits until a decoding has ended, whatever came of it. */
  async rewritesOrNone(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'More rewrites' })).toBeVisible();
  }

  chip(word: string, state: string): Locator {
    return this.#page
      .getByRole('toolbar', { name: 'Words of the sentence' })
      .getByRole('button', { name: `${word}: ${state}`, exact: true });
  }

  text(): Promise<string> {
    return this.#page.getByRole('textbox', { name: 'Your text' }).inputValue();
  }
}

/** A test of the built page as the preview serves it. Whatever it does, the page throws nothing and asks no other origin for anything. */
export const test = base.extend<{ site: string; otherwise: OtherwisePage }>({
  site: async ({}, use) => use(process.env['OTHERWISE_SITE'] ?? ''),
  otherwise: async ({ page, context, site }, use) => {
    const otherwise = new OtherwisePage(page, context, site);
    await use(otherwise);
    expect(otherwise.errors).toEqual([]);
    expect(otherwise.foreign).toEqual([]);
  },
});

/** The same on a plain static host under a sub-path, whose answers the test may change, and on the first visit. */
export const hosted = test.extend<{ host: StaticHost }>({
  host: async ({}, use) => {
    const host = await openStaticHost('dist');
    await use(host);
    await host.close();
  },
  site: async ({ host }, use) => use(host.url),
});

/** A host and a profile that was there before: the page and its model are stored. */
interface Home {
  readonly host: StaticHost;
  readonly context: BrowserContext;
}

/**
 * The same on a later visit, which is quick: the page's program and the tiny model are stored, texts and settings are
 * not. Tests of one worker share the profile; whoever harms what is stored needs a first visit.
 */
export const returning = test.extend<object, { readonly sabotaged: boolean; readonly home: Home }>({
  /** Tells whether the engine does what `order` says. */
  sabotaged: [false, { scope: 'worker', option: true }],
  home: [async ({ browser, sabotaged }, use) => {
    const host = await openStaticHost('dist');
    if (sabotaged) sabotageEngine(host);
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'allow' });
    const page = await context.newPage();
    // The first visit may go on without the service worker; the second one stores everything.
    for (const visit of [() => page.goto(`${host.url}?model=tiny`), () => page.reload()]) {
      await visit();
      await ready(page);
    }
    await page.close();
    await use({ host, context });
    await context.close();
    await host.close();
  }, { scope: 'worker' }],
  site: async ({ home }, use) => use(home.host.url),
  context: async ({ home: { host, context } }, use) => {
    await use(context);
    for (const page of context.pages()) await page.close();
    await forget(context, new URL(host.url).origin);
  },
});

/** Takes what a user leaves behind out of a profile: texts, settings, marks. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
  await page.close();
}

/** Opens what is for research: samples, the papers’ modes, models of a hub. */
export async function openResearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'For research' }).click();
  await expect(page.getByLabel('Threshold')).toBeVisible();
}

/** Waits until the model is loaded. */
export const ready = (page: Page): Promise<void> => expect(page.locator('.pill')).toHaveAttribute('data-status', 'ready');

/** Waits until the service worker answers for the page. */
export const controlled = (page: Page): Promise<void> =>
  expect.poll(() => asked(page, () => navigator.serviceWorker.controller !== null)).toBe(true);

/** A page that loads no model by itself, as on a metered line: for tests that need none. */
export async function withoutModel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { configurable: true, get: () => ({ saveData: true }) });
  });
}

/**
 * Cuts the network off, or connects it again. A page that is loaded while it is cut off is not told so by the emulation
 * any more (`navigator.onLine` stays true in Chromium 150), so it is told here, as the system would tell it.
 */
export async function setOffline(page: Page, offline: boolean): Promise<void> {
  const tell = (state?: boolean): void => {
    const key = 'test: offline';
    if (state !== undefined) sessionStorage.setItem(key, String(state));
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => sessionStorage.getItem(key) !== 'true' });
    if (state !== undefined) dispatchEvent(new Event(state ? 'offline' : 'online'));
  };
  await page.context().setOffline(offline);
  await page.addInitScript(tell);
  await page.evaluate(tell, offline);
}
