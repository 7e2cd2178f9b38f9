import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { openStaticHost, type StaticHost } from './static-host.ts';

export const sample = 'The committee decided to postpone the meeting until next week.';

/** A notice over the page; what it says is read out too, by the status line. */
export const noticeOf = (page: Page, text: string): Locator => page.getByRole('complementary', { name: 'Notices' }).getByText(text);

/** What the page says of itself, for polling; undefined while it is being loaded anew, when there is nobody to ask. */
export function asked<T>(page: Page, question: () => T): Promise<T | undefined> {
  return page.evaluate(question).catch((cause: unknown) => {
    if (cause instanceof Error && /context was destroyed|navigation/iu.test(cause.message)) return undefined;
    throw cause;
  });
}

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

  /** Opens the page and lets it rewrite the sample. @returns the rewrites' texts */
  async openSample(): Promise<string[]> {
    await this.open();
    await this.lowerTheBar();
    await this.trySample();
    return this.rewrites();
  }

  /** Lets the tiny model's rewrites through: few of them are good. */
  async lowerTheBar(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Settings' }).click();
    await this.#page.getByLabel('Threshold').fill('20');
    await this.#page.keyboard.press('Escape');
  }

  /** Lets everything through and draws few samples: quick, where the rewrites themselves do not matter. */
  async takeWhatComes(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Settings' }).click();
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
    await expect(this.#page.getByRole('button', { name: 'More rewrites' })).toBeVisible({ timeout: 90_000 });
    return (await this.#page.locator('#rewrites li h3').allTextContents()).map((title) => title.replace(/^Rewrite \d+: /u, ''));
  }

  /** Waits until a decoding has ended, whatever came of it. */
  async rewritesOrNone(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'More rewrites' })).toBeVisible({ timeout: 90_000 });
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
  site: async ({ baseURL }, use) => use(baseURL ?? ''),
  otherwise: async ({ page, context, site }, use) => {
    const otherwise = new OtherwisePage(page, context, site);
    await use(otherwise);
    expect(otherwise.errors).toEqual([]);
    expect(otherwise.foreign).toEqual([]);
  },
});

/** The same on a plain static host under a sub-path, whose answers the test may change. */
export const hosted = test.extend<{ host: StaticHost }>({
  host: async ({}, use) => {
    const host = await openStaticHost('dist');
    await use(host);
    await host.close();
  },
  site: async ({ host }, use) => use(host.url),
});

/**
 * Cuts the network off, or connects it again. A page that is loaded while it is cut off is not told so by the emulation
 * any more (`navigator.onLine` stays true in Chromium
 * 150), so it is told here, as the system would tell it.
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
