import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { asked, hosted, sample } from './page-object.ts';
import { stored } from './stored.ts';

interface WebManifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly launch_handler: { readonly client_mode: readonly string[] };
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly screenshots: readonly { readonly src: string; readonly sizes: string; readonly form_factor: string }[];
}

/** A profile of its own: Chromium installs nothing from the windows that tests usually get. */
const test = hosted.extend({
  context: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'otherwise-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath,
      args: chromiumArguments,
      serviceWorkers: 'allow',
    });
    await use(context);
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
});

/** The size at which a picture of the host is drawn, as the page gets it. */
const sizeOf = (page: Page, url: string): Promise<string> =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, url);

const saved = async (page: Page, button: string): Promise<{ name: string; content: string }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
};

test('the whole way: first load, fit to install, the host gone for good, reload, rewrite with a ban and a demand, use, export', async ({
  page,
  host,
  otherwise,
}) => {
  await otherwise.openSample();
  await expect.poll(() => asked(page, () => navigator.serviceWorker.controller?.state)).toBe('activated');

  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${host.url}manifest.webmanifest`, []]);
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as WebManifest;
  expect(manifest).toMatchObject({
    id: './',
    name: 'Otherwise',
    short_name: 'Otherwise',
    start_url: './',
    scope: './',
    display: 'standalone',
  });
  expect(manifest.launch_handler.client_mode).toContain('navigate-existing');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    'any any',
  ]);
  expect(manifest.screenshots.map((shot) => shot.form_factor).sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await sizeOf(page, new URL(src, url).href);
    if (sizes === 'any') expect(size, src).toMatch(/^[1-9]\d*x[1-9]\d*$/u);
    else expect(size, src).toBe(sizes);
  }

  await stored(page, sample);
  await host.close();
  await expect(fetch(host.url)).rejects.toThrow();
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(sample);
  await otherwise.rewrites();
  await otherwise.chip('postpone', 'free').focus();
  await page.keyboard.press('-');
  await otherwise.chip('committee', 'free').focus();
  await page.keyboard.press('+');
  await expect(otherwise.chip('postpone', 'avoided')).toBeVisible();
  await expect(otherwise.chip('committee', 'required')).toBeVisible();
  const fits = (text: string): boolean => /\bcommittee\b/iu.test(text) && !/\bpostpon/iu.test(text);
  await expect
    .poll(
      async () => {
        const texts = await otherwise.rewrites();
        return texts.length > 0 && texts.every(fits);
      },
    )
    .toBe(true);
  const [first = ''] = await otherwise.rewrites();
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  await expect.poll(() => otherwise.text()).toBe(first);

  await page.getByRole('button', { name: 'Review and export' }).click();
  await expect(page.getByText('1 of 1 sentence replaced')).toBeVisible();
  const text = await saved(page, 'Save as .txt');
  expect(text.name).toMatch(/\.txt$/u);
  expect(text.content).toBe(first);
  const file = await saved(page, 'Save session file');
  expect(file.name).toMatch(/\.otherwise$/u);
  expect(JSON.parse(file.content)).toMatchObject({
    format: 'otherwise-session',
    text: first,
    sources: { [first]: sample },
    demands: { [sample]: { avoid: ['postpone'], require: ['committee'] } },
  });
});
