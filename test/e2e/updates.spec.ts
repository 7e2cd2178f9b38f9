import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { order, sabotageEngine } from './engine-faults.ts';
import { replaceByNextBuild } from './next-build.ts';
import { hosted, noticeOf, openResearch, OtherwisePage, sample } from './page-object.ts';

hosted(
  'build B, every file of it renamed, waits to be asked; the document, its choices and the model outlive it',
  async ({ page, host, otherwise }) => {
    const build = (): Promise<string | null> => page.locator('html').getAttribute('data-build');
    const [taken] = await otherwise.openSample();
    await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
    await expect.poll(() => otherwise.text()).toBe(taken);
    await replaceByNextBuild(host, join(import.meta.dirname, '../../dist'));

    // Old files are gone from the host: until it is asked the page goes on with those it has stored.
    await page.reload();
    await expect(noticeOf(page, 'A new version is ready.')).toBeVisible();
    expect(await build()).toBeNull();
    await expect.poll(() => otherwise.text()).toBe(taken);
    await openResearch(page);
    await page.getByRole('button', { name: 'Measure and rate' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');

    host.served.length = 0;
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(build).toBe('B');
    await expect(noticeOf(page, 'A new version is ready.')).toBeHidden();
    await expect.poll(() => otherwise.text()).toBe(taken);
    await page.getByRole('button', { name: 'Restore the original' }).click();
    await expect.poll(() => otherwise.text()).toBe(sample);
    await otherwise.rewrites();
    expect(host.served.filter((path) => path.startsWith('models/') && path.endsWith('.bin'))).toEqual([]);
  },
);

hosted(
  'build B taken in the middle of Rewrite all: what is finished is offered, and the rest is rewritten when asked again',
  async ({ page, host, otherwise }) => {
    const subjects = ['committee', 'council', 'board', 'team', 'school', 'company', 'museum', 'library', 'ministry', 'club'];
    const text = subjects.map((subject) => `The ${subject} decided to postpone the meeting until next week.`).join(' ');
    const progress = page.getByText(/^\d+ of 10 sentences rewritten/u);
    const finished = async (): Promise<number> => Number.parseInt((await progress.textContent()) ?? '', 10);
    const rows = page.getByRole('dialog', { name: 'Review and export' }).getByRole('group', { name: /^Sentence/u });
    sabotageEngine(host);
    await otherwise.open();
    await otherwise.lowerTheBar();
    await page.getByRole('textbox', { name: 'Your text' }).fill(text);
    await otherwise.rewrites();
    await replaceByNextBuild(host, join(import.meta.dirname, '../../dist'));
    await page.reload();
    await expect(noticeOf(page, 'A new version is ready.')).toBeVisible();
    await otherwise.rewrites();
    await order(page, { slow: 50 });
    await page.getByRole('button', { name: 'Rewrite all 10 sentences' }).click();
    await expect.poll(finished).toBeGreaterThan(3);
    const before = await finished();
    expect(before).toBeLessThan(10);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-build').catch(() => null)).toBe('B');
    await expect.poll(() => otherwise.text()).toBe(text);

    await page.getByRole('button', { name: 'Review and export' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(before);
    expect(await rows.count()).toBeLessThan(10);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Rewrite all 10 sentences' }).click();
    await expect.poll(finished).toBeGreaterThanOrEqual(before);
    await expect(page.getByRole('button', { name: 'Rewrite all 10 sentences' })).toBeVisible({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Review and export' }).click();
    await expect(rows).toHaveCount(10);
    expect(await otherwise.text()).toBe(text);
  },
);

hosted(
  'one tab takes build B: the other one says so, goes on with its text, and reloads only when asked',
  async ({ page, context, host, site, otherwise }) => {
    const build = (tab: Page): Promise<string | null> => tab.locator('html').getAttribute('data-build');
    await otherwise.open();
    await otherwise.takeWhatComes();
    await otherwise.trySample();
    await otherwise.rewritesOrNone();
    const tab = await context.newPage();
    const other = new OtherwisePage(tab, context, site);
    await other.open();
    await expect.poll(() => other.text()).toBe(sample);
    await other.rewritesOrNone();
    await replaceByNextBuild(host, join(import.meta.dirname, '../../dist'));
    await page.reload();
    await expect(noticeOf(page, 'A new version is ready.')).toBeVisible();
    await expect(noticeOf(tab, 'A new version is ready.')).toBeVisible();

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => build(page)).toBe('B');
    await expect(noticeOf(tab, 'Another tab switched to a new version.')).toBeVisible();
    await expect(noticeOf(tab, 'A new version is ready.')).toBeHidden();
    // The host no longer has the parts of build A that this tab never fetched. The tab says so, and the parts it has still work.
    await tab.getByRole('button', { name: 'For research' }).click();
    await expect(tab.getByRole('status').filter({ hasText: 'That part of the page could not be fetched.' })).toBeVisible();
    await tab.getByRole('textbox', { name: 'Your text' }).fill('I like your car. It is red.');
    await other.rewritesOrNone();
    // The change came before all this: a tab that took it by itself would be of build B by now.
    expect(await build(tab)).toBeNull();

    await tab.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => build(tab)).toBe('B');
    await expect.poll(() => other.text()).toBe('I like your car. It is red.');
    await openResearch(tab);
    await tab.getByRole('button', { name: 'Measure and rate' }).click();
    await expect(tab.getByRole('dialog')).toBeVisible();
    await expect(noticeOf(tab, 'a new version')).toHaveCount(0);
    expect(other.errors).toEqual([]);
  },
);

hosted(
  'build B takes over without waiting for a file of the model that does not arrive',
  async ({ page, host, otherwise }) => {
    await otherwise.openIsolated();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) if (name.startsWith('otherwise-files')) await caches.delete(name);
    });
    await replaceByNextBuild(host, join(import.meta.dirname, '../../dist'));
    let arrives = (): void => undefined;
    const wait = new Promise<void>((resolve) => (arrives = resolve));
    host.fault = (path) => (path === 'models/tiny/weights.00.bin' ? { wait } : undefined);
    host.served.length = 0;
    await page.reload();
    await expect(noticeOf(page, 'A new version is ready.')).toBeVisible();
    await expect.poll(() => host.served).toContain('models/tiny/weights.00.bin');

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-build')).toBe('B');
    arrives();
    await otherwise.takeWhatComes();
    await otherwise.trySample();
    await otherwise.rewritesOrNone();
  },
);
