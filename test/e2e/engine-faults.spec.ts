import { expect, type Page } from '@playwright/test';
import { busy, field, more, press, working } from './at-work.ts';
import { order, sabotageEngine, standingOrder } from './engine-faults.ts';
import { forgetUnpacked, hosted as test, openResearch, returning as later, sample } from './page-object.ts';

/**
 * Faults of the engine: each test injects them and shows the page at work again, with the user's
 * text as it was; `test` on the first visit, `later` where all is stored.
 */
later.use({ sabotaged: true });
const short = 'I like your car.';
/** Gives what the page tells of the engine when the pill is pressed. */
const engine = (page: Page) => page.locator('.pill + [popover]');

/** Stops the next request as soon as the page says that it is at this stage. @returns whether it ever was */
const stopAt = (page: Page, stage: string): Promise<boolean> => page.evaluate((label) => new Promise((resolve) => {
  const rewrites = document.querySelector('#rewrites');
  let began = false;
  const observer = new MutationObserver(() => {
    const running = rewrites?.getAttribute('aria-busy') === 'true';
    const there = running && document.querySelector('.run')?.textContent.includes(label) === true;
    if (there) rewrites?.querySelector<HTMLButtonElement>(':scope > header button')?.click();
    if (there || (began && !running)) {
      observer.disconnect();
      resolve(there);
    }
    began ||= running;
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}), stage);

test('the graphics device is lost, then another one refuses work: a fresh one first, then WASM', async ({ page, host, otherwise }) => {
  sabotageEngine(host, true);
  await otherwise.open();
  await otherwise.takeWhatComes();
  await field(page).fill(short);
  await expect(engine(page)).toContainText('WebGPU');
  await busy(page, true);
  const second = page.waitForEvent('worker');
  await order(page, 'lose-device');
  await second;
  // Heard by the second engine once it is at work.
  await expect
    .poll(async () => {
      await order(page, 'invalid-work');
      return engine(page).textContent();
    })
    .toContain('WASM');
  await busy(page, false);
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(short);
});

later('the worker is killed while it rests and while it works, then breaks by an error', async ({ page, otherwise }) => {
  await working(page, otherwise);
  await order(page, 'die');
  await more(page, otherwise);
  for (const harm of ['die', 'throw'] as const) {
    await order(page, { slow: 200 });
    await press(page, 'More rewrites');
    await busy(page, true);
    await order(page, harm);
    await busy(page, false);
    await otherwise.rewritesOrNone();
  }
  expect(await otherwise.text()).toBe(sample);
});

test('loading is stopped and taken up again', async ({ page, host, otherwise }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  host.fault = (path) => (path.startsWith('models/tiny/weights') ? { wait } : undefined);
  await otherwise.open();
  await field(page).fill(sample);
  await page.locator('#rewrites').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Loading stopped' })).toBeVisible();
  host.fault = undefined;
  answer();
  await press(page, 'Load the model');
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(sample);
});

later('a rewriting is stopped while it reads, samples and compares', async ({ page, otherwise }) => {
  await working(page, otherwise);
  // Enough of them that comparing takes several steps.
  await openResearch(page);
  await page.getByLabel('Samples a set').fill('24');
  await page.keyboard.press('Escape');
  await otherwise.rewritesOrNone();
  const again = page.getByRole('button', { name: 'Rewrite', exact: true });
  for (const stage of ['Reading the sentence', 'Finding other ways', 'Comparing what they mean']) {
    await order(page, { slow: 150 });
    // Another request where one never gets so far or is over too soon.
    await expect(async () => {
      const stopped = stopAt(page, stage);
      await press(page, 'More rewrites');
      expect(await stopped).toBe(true);
      await busy(page, false);
      await expect(again).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await page.getByRole('heading', { name: 'That did not work' }).count()).toBe(0);
    await order(page, { slow: 0 });
    // Pressed again where the page was still settling.
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 5000 });
      await otherwise.rewritesOrNone();
      await expect(again).toBeHidden({ timeout: 5000 });
    }).toPass();
    expect(await otherwise.text()).toBe(sample);
  }
});

const stages = { unpack: /1 of 3/u, compile: /2 of 3/u, 'self-test': /3 of 3/u } as const;

later('loading is cancelled at each of its stages, then killed there: the first waits for the user, the second does not', async ({
  page,
  otherwise,
}) => {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Object.assign(globalThis, { workers });
    globalThis.Worker = class extends Worker {
      constructor(...all: ConstructorParameters<typeof Worker>) {
        super(...all);
        workers.push(this);
      }
    };
  });
  await working(page, otherwise);
  const loading = page.locator('#rewrites .loading');
  let device = 'Automatic';
  for (const [stage, label] of Object.entries(stages) as [keyof typeof stages, RegExp][]) {
    await later.step(stage, async () => {
      await forgetUnpacked(page);
      let release = await standingOrder(page, { hold: stage }, 1);
      // Another device takes another engine.
      device = device === 'WASM' ? 'Automatic' : 'WASM';
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('group', { name: 'Device' }).getByText(device, { exact: true }).click();
      await page.keyboard.press('Escape');
      await expect(loading).toContainText(label);
      await loading.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('heading', { name: 'Loading stopped' })).toBeVisible();
      await release();

      release = await standingOrder(page, { hold: stage }, 1);
      await press(page, 'Load the model');
      await expect(loading).toContainText(label);
      await page.evaluate(() => (globalThis as unknown as { workers: Worker[] }).workers.at(-1)?.terminate());
      await otherwise.rewritesOrNone();
      await release();
      await more(page, otherwise);
      expect(await otherwise.text()).toBe(sample);
    });
  }
});

later('the memory is full: the page says so and what helps, and that helps', async ({ page, otherwise }) => {
  await working(page, otherwise);
  const release = await standingOrder(page, 'fill-memory');
  await order(page, 'fill-memory');
  await openResearch(page);
  await page.getByLabel('Ban sets').fill('10');
  await page.getByLabel('Samples a set').fill('60');
  await page.keyboard.press('Escape');
  // The page decodes by itself under the new settings.
  await expect(page.getByRole('heading', { name: 'There is not enough memory' })).toBeVisible();
  expect(await otherwise.text()).toBe(sample);
  await release();
  await press(page, 'Draw fewer samples');
  await otherwise.rewritesOrNone();
  await openResearch(page);
  expect(await page.getByLabel('Ban sets').inputValue()).toBe('2');
  expect(await otherwise.text()).toBe(sample);
});
