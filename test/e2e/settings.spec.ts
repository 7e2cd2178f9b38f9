import { expect, type Page } from '@playwright/test';
import { hosted as test, noticeOf, openResearch, ready, sample, setOffline, withoutModel } from './page-object.ts';
import type { StaticHost } from './static-host.ts';
import { settingsStored, stored, storedFiles } from './stored.ts';

test('what is stored is shown with the quota, deleted, and loaded again without leaving the page', async ({ page, host, otherwise }) => {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await otherwise.trySample();
  await otherwise.rewritesOrNone();
  await page.reload();
  await otherwise.rewritesOrNone();
  await page.getByRole('button', { name: 'Settings' }).click();
  const part = page.getByRole('region', { name: 'Storage' });
  await expect(part.getByText(/^[\d.,]+ [kMG]?B used of [\d.,]+ [kMGT]?B that the browser allows\./u)).toBeVisible();
  // The runtime (13.5 MB), the table of meanings (7 MB) and the tiny model.
  const size = part.getByText(/^Models and what runs them take \d+(?:\.\d+)? MB\.$/u);
  await expect(size).toBeVisible();
  const megabytes = Number(/take ([\d.]+) MB/u.exec((await size.textContent()) ?? '')?.[1]);
  expect(megabytes).toBeGreaterThan(15);
  expect(megabytes).toBeLessThan(40);
  expect((await storedFiles(page)).some((path) => path.endsWith('models/tiny/weights.00.bin'))).toBe(true);

  await part.getByRole('button', { name: 'Delete stored models' }).click();
  await expect(part.getByText('Deleted.')).toBeVisible();
  await expect(part.getByText('No model is stored.')).toBeVisible();
  expect(await storedFiles(page)).toEqual([]);

  host.served.length = 0;
  await part.getByRole('button', { name: 'Load again' }).click();
  await expect(size).toBeVisible();
  await ready(page);
  expect(host.served).toEqual(
    expect.arrayContaining(['models/tiny/weights.00.bin', 'models/meaning/words.bin', 'ort/ort-wasm-simd-threaded.wasm']),
  );
  expect((await storedFiles(page)).some((path) => path.endsWith('models/tiny/weights.00.bin'))).toBe(true);
  await page.keyboard.press('Escape');
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(sample);
});

test('settings outlive a reload', async ({ page, otherwise }) => {
  await withoutModel(page);
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  const dialog = page.getByRole('dialog');
  await openResearch(page);
  await dialog.getByLabel('Seed').fill('7');
  await dialog.getByLabel('Threshold').fill('9.5');
  await dialog.getByLabel('Ban sets').fill('3');
  await dialog.getByLabel('Samples a set').fill('4');
  await page.keyboard.press('Escape');
  const open = () => page.getByRole('button', { name: /^(?:Settings|Einstellungen)$/u }).click();
  await open();
  await dialog.getByText('Dark', { exact: true }).click();
  await dialog.getByLabel('Prepare the sentences nearby while I read').uncheck();
  await dialog.getByLabel('Avoid all forms').uncheck();
  await dialog.getByText('Deutsch', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('slider', { name: 'Wie verschieden' }).press('End');
  await settingsStored(page, { distance: 4 });
  // A page that has just got its service worker loads itself once more.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Wie verschieden' })).toHaveValue('4');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Für die Forschung' }).click();
  await expect(dialog.getByLabel('Startwert')).toHaveValue('7');
  await expect(dialog.getByLabel('Schwelle')).toHaveValue('9.5');
  await expect(dialog.getByLabel('Verbotslisten')).toHaveValue('3');
  await expect(dialog.getByLabel('Stichproben je Liste')).toHaveValue('4');
  await page.keyboard.press('Escape');
  await open();
  await expect(dialog.getByLabel('Benachbarte Sätze vorbereiten')).not.toBeChecked();
  await expect(dialog.getByLabel('Mit einem Wort alle seine Formen vermeiden')).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Dunkel' })).toBeChecked();
});

test('offline before the model is stored: the page is there, says what is missing, and goes on once it is connected', async ({
  page,
  host,
  otherwise,
}) => {
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await ready(page);
  await page.reload();
  await ready(page);
  await page.evaluate(() => caches.delete('otherwise-files-1'));
  await stored(page, sample);
  await setOffline(page, true);
  await page.reload();
  await expect(noticeOf(page, 'You are offline and the model is not stored yet. Connect once to load it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The model could not be downloaded' })).toBeVisible();
  await expect.poll(() => otherwise.text()).toBe(sample);
  await setOffline(page, false);
  await expect(noticeOf(page, 'You are offline')).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await otherwise.rewritesOrNone();
  expect(host.served).toContain('models/tiny/weights.00.bin');
  expect(await otherwise.text()).toBe(sample);
});

/** What no visitor has asked for yet. */
const fetched = ({ served }: StaticHost): string[] =>
  served.filter((path) => /^(?:ort|models)\/.*\.(?:bin|wasm|onnx|tsv)$|^models\/tiny\/tokenizer\.json$/u.test(path));

/**
 * Lets everything come that the page does after a time, however long, and then asks for a file where the model is, which there is not: what
 * was asked for before has reached the host by then.
 */
async function later(page: Page): Promise<void> {
  await page.clock.runFor('10:00');
  expect(await page.evaluate(async () => (await fetch('models/tiny/nothing.bin')).status)).toBe(404);
}

test('save-data is on: nothing of the model is fetched before the user says so, and nothing is asked on the next visit', async ({
  page,
  host,
  otherwise,
}) => {
  await withoutModel(page);
  await page.clock.install();
  await otherwise.open();
  await otherwise.takeWhatComes();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await expect(page.getByRole('heading', { name: 'Load the model?' })).toBeVisible();
  await later(page);
  expect(fetched(host)).toEqual([]);
  await page.getByRole('button', { name: 'Load the model' }).click();
  await otherwise.rewritesOrNone();
  expect(fetched(host)).toContain('models/tiny/weights.00.bin');
  await page.reload();
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(sample);
});

test('the line is cellular: nothing of the model is fetched before the user says so', async ({ page, host, otherwise }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: false, type: 'cellular' }) });
  });
  await page.clock.install();
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await expect(page.getByRole('heading', { name: 'Load the model?' })).toBeVisible();
  await later(page);
  expect(fetched(host)).toEqual([]);
});
