import { expect, type Locator, type Page } from '@playwright/test';
import { type HubServer, startHub } from '../unit/hub/hub-server.ts';
import { openResearch, OtherwisePage, returning, sample, setOffline } from './page-object.ts';

/** The page on a later visit, and a hub on another host that has the models for tests. */
const test = returning.extend<{ hub: HubServer; otherwise: OtherwisePage }>({
  hub: async ({}, use) => {
    const hub = await startHub('test/hub');
    await use(hub);
    await hub.close();
  },
  // The hub is a foreign host: who may be asked is what is tested here.
  otherwise: async ({ page, context, site }, use) => {
    const otherwise = new OtherwisePage(page, context, site);
    await use(otherwise);
    expect(otherwise.errors).toEqual([]);
  },
});

async function openPart(page: Page): Promise<Locator> {
  await openResearch(page);
  return page.getByRole('region', { name: 'Models from a hub' });
}

async function ask(part: Locator, id: string, hub: HubServer): Promise<void> {
  await part.getByLabel('Id or address of a model').fill(id);
  await part.getByLabel('Hub', { exact: true }).fill(hub.url);
  await part.getByRole('button', { name: 'Look up' }).click();
}

/** Tells whether this page can speak to a host. */
const reaches = (page: Page, url: string): Promise<boolean> =>
  page.evaluate(async (address) => fetch(address, { mode: 'no-cors' }).then(() => true, () => false), url);

/** Draws few samples and lets everything through: weights are random. */
async function takeWhatComes(page: Page): Promise<void> {
  await openResearch(page);
  await page.getByLabel('Threshold').fill('20');
  await page.getByLabel('Ban sets').fill('1');
  await page.getByLabel('Samples a set').fill('6');
  await page.keyboard.press('Escape');
}

test('a model of a hub is asked about, loaded, used without a network and deleted; only its engine speaks to the hub', async ({
  page,
  hub,
  otherwise,
}) => {
  await otherwise.open();
  await takeWhatComes(page);
  await otherwise.trySample();
  await otherwise.rewritesOrNone();
  const part = await openPart(page);
  // Nobody was asked so far, and the page itself can ask nobody.
  expect(await reaches(page, `${hub.url}api/models/shapes/merged/revision/main`)).toBe(false);
  expect(hub.asked).toEqual([]);

  await ask(part, 'shapes/merged', hub);
  await expect(part.getByText('Licence: apache-2.0. Languages: en.')).toBeVisible();
  const exports = part.getByRole('combobox', { name: 'Export' }).locator('option');
  await expect(exports).toHaveText([/^q8, \d+ kB$/u, /^fp32, \d+ kB$/u, /^fp16, \d+ kB$/u]);
  expect(hub.asked.every((path) => path.startsWith('/api/models/') || path.endsWith('/config.json'))).toBe(true);

  // A broken export: the reason, what to choose, and the bundled model answers on.
  await part.getByRole('button', { name: /^Load it/u }).click();
  await expect(part.getByRole('alert')).toContainText('Choose fp32 instead');
  await expect(page.locator('.pill')).toHaveAttribute('data-status', 'ready');
  await expect(page.locator('.pill')).toContainText('tiny');
  expect(await otherwise.text()).toBe(sample);

  await part.getByRole('combobox', { name: 'Export' }).selectOption('fp32');
  await part.getByRole('button', { name: /^Load it/u }).click();
  await expect(page.locator('.pill')).toContainText('shapes/merged');
  await expect(part.getByRole('listitem')).toContainText(/shapes\/merged.*apache-2\.0.*answers now/u);
  expect(await reaches(page, hub.url)).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More rewrites' }).click();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);

  // It is stored: the next visit needs neither the hub nor a network.
  const asked = hub.asked.length;
  await setOffline(page, true);
  await page.reload();
  await expect(page.locator('.pill')).toContainText('shapes/merged');
  await page.getByRole('button', { name: 'More rewrites' }).click();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
  await setOffline(page, false);
  expect(hub.asked.length).toBe(asked);

  const again = await openPart(page);
  await again.getByRole('button', { name: 'Delete shapes/merged' }).click();
  await expect(again.getByRole('listitem')).toHaveCount(0);
  await expect(page.locator('.pill')).toContainText('tiny');
});

test('a hub that refuses or sends damaged files is told, and the bundled model answers on', async ({ page, hub, otherwise }) => {
  await otherwise.open();
  await takeWhatComes(page);
  await otherwise.trySample();
  const part = await openPart(page);
  hub.faults.set('api', { status: 401 });
  await ask(part, 'shapes/causal', hub);
  await expect(part.getByRole('alert')).toContainText('private and gated');
  hub.faults.set('api', 'html');
  await ask(part, 'shapes/causal', hub);
  await expect(part.getByRole('alert')).toContainText('web page');
  hub.faults.delete('api');
  await ask(part, 'neither nor', hub);
  await expect(part.getByRole('alert')).toContainText('owner/name');
  await ask(part, 'shapes/causal', hub);
  hub.faults.set('onnx/model.onnx', 'wrong-byte');
  await part.getByRole('button', { name: /^Load it/u }).click();
  await expect(part.getByRole('alert')).toContainText('another hash');
  await expect(page.locator('.pill')).toContainText('tiny');
  hub.faults.clear();
  await part.getByRole('button', { name: /^Load it/u }).click();
  await expect(page.locator('.pill')).toContainText('shapes/causal');
  await part.getByRole('button', { name: 'Delete shapes/causal' }).click();
  await expect(page.locator('.pill')).toContainText('tiny');
});

test('a model of a folder is stored and answers; no host is asked', async ({ page, hub, otherwise }) => {
  await otherwise.open();
  await takeWhatComes(page);
  await otherwise.trySample();
  const part = await openPart(page);
  await part.locator('input[type=file]').setInputFiles('test/hub/shapes/split');
  await expect(page.locator('.pill')).toContainText('split');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More rewrites' }).click();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
  expect(hub.asked).toEqual([]);
  expect(otherwise.foreign).toEqual([]);
});

test('a pair of translators of a hub rewrites, also without a network', async ({ page, hub, otherwise }) => {
  await otherwise.open();
  await takeWhatComes(page);
  await otherwise.trySample();
  const part = await openPart(page);
  await ask(part, 'pair:otherwise/tiny-en-cs,otherwise/tiny-cs-en', hub);
  await expect(part.getByText('Licence: apache-2.0. Languages: en, cs.')).toBeVisible();
  await part.getByRole('button', { name: /^Load it/u }).click();
  await expect(page.locator('.pill')).toContainText('pair:otherwise/tiny-en-cs,otherwise/tiny-cs-en');
  await setOffline(page, true);
  await page.reload();
  await expect(page.locator('.pill')).toContainText('pair:otherwise/tiny-en-cs,otherwise/tiny-cs-en');
  await page.getByRole('button', { name: 'More rewrites' }).click();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);
  await setOffline(page, false);
});
