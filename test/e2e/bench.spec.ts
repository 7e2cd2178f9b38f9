import { expect } from '@playwright/test';
import { COLUMNS } from '../../src/app/bench/table.ts';
import { asked, hosted, test } from './page-object.ts';

test('the page that measures has one button and a table to copy, also where the app is installed', async ({ page, context, otherwise }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await otherwise.open();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(new URL('bench.html?model=tiny&device=wasm', page.url()).href);
  await expect(page.getByRole('heading', { name: 'How fast is this machine?' })).toBeVisible();
  expect(await page.getByRole('button').count()).toBe(1);
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByRole('status')).toHaveText('Done.');
  await page.getByRole('button', { name: 'Copy the table' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied.');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n').map((line) => line.split('\t'));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual(COLUMNS);
  const row = Object.fromEntries(COLUMNS.map((column, i) => [column, lines[1]?.[i]]));
  expect(row).toMatchObject({ model: 'tiny', device: 'wasm', sentences: '5', failure: '' });
  for (const column of COLUMNS.filter((name) => /\bs\b|^rows$/u.test(name))) expect(Number(row[column]), column).toBeGreaterThan(0);
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByRole('button', { name: 'Copy the table' })).toBeHidden();
});

test('an address that asks the page that measures for an unknown device is refused in words', async ({ page, site }) => {
  await page.goto(`${site}bench.html?model=tiny&device=gpu`);
  await expect(page.getByRole('status')).toContainText('“device=gpu”, which is unknown');
  await expect(page.getByRole('button', { name: 'Measure' })).toBeDisabled();
});

hosted('the page that measures is isolated on a host without headers, also when the app was never opened', async ({ page, host }) => {
  await page.goto(`${host.url}bench.html?model=tiny&device=wasm`);
  await expect.poll(() => asked(page, () => globalThis.crossOriginIsolated)).toBe(true);
  await expect(page.getByRole('button', { name: 'Measure' })).toBeEnabled();
  await expect(page.getByRole('status')).toBeEmpty();
});

hosted('the page that measures says that it has one thread where there is no service worker', async ({ page, host }) => {
  host.fault = (path) => (path === 'service-worker.js' ? { status: 404 } : undefined);
  await page.goto(`${host.url}bench.html?model=tiny&device=wasm`);
  await expect(page.getByRole('status')).toContainText('only one thread');
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  await expect(page.getByRole('button', { name: 'Measure' })).toBeEnabled();
});
