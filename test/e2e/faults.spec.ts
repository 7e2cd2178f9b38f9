import { expect, type Page } from '@playwright/test';
import { order, sabotageEngine, standingOrder } from './engine-faults.ts';
import { hosted as test, noticeOf, OtherwisePage, returning as later, sample } from './page-object.ts';

/**
 * Each test injects faults and shows the page at work again, with the user's text as it was; `test` on the first visit,
 * `later` where all is stored.
 */
later.use({ sabotaged: true });
const short = 'I like your car.';
const field = (page: Page) => page.getByRole('textbox', { name: 'Your text' });
const pill = (page: Page) => page.locator('.pill');
const busy = (page: Page, yes: boolean) => expect(page.locator('#rewrites')).toHaveAttribute('aria-busy', String(yes));
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Opens the page and waits for its first rewrites. */
async function working(page: Page, otherwise: OtherwisePage, text = sample): Promise<void> {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await field(page).fill(text);
  await otherwise.rewritesOrNone();
}

/** Asks for other rewrites, which takes a new request, and waits for them. */
async function more(page: Page, otherwise: OtherwisePage): Promise<void> {
  // Watched from before: a quick request is over between two looks.
  const began = page.locator('#rewrites').evaluate((rewrites) => new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (rewrites.getAttribute('aria-busy') !== 'true') return;
      observer.disconnect();
      resolve();
    }).observe(rewrites, { attributeFilter: ['aria-busy'] });
  }));
  await press(page, 'More rewrites');
  await began;
  await busy(page, false);
  await otherwise.rewritesOrNone();
}

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
  await expect(pill(page)).toContainText('WebGPU');
  await busy(page, true);
  const second = page.waitForEvent('worker');
  await order(page, 'lose-device');
  await second;
  // Heard by the second engine once it is at work.
  await expect
    .poll(async () => {
      await order(page, 'invalid-work');
      return pill(page).textContent();
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

test('the disk is full: the model works all the same, the text is told to be unsaved, and is there after a reload', async ({
  page,
  context,
  host,
  otherwise,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin, quotaSize: 1 });
  await working(page, otherwise);
  await expect(noticeOf(page, 'The storage is full')).toBeVisible();
  await more(page, otherwise);
  expect(await otherwise.text()).toBe(sample);
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(sample);
  await expect(noticeOf(page, 'The storage is full')).toBeVisible();
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.url).origin });
  await otherwise.rewritesOrNone();
});

test('a private window: no database, no stores, no service worker', async ({ page, otherwise }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Refused.', 'SecurityError');
    };
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches']) Object.defineProperty(globalThis, name, { get: refuse });
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('Refused.', 'SecurityError'));
  });
  await working(page, otherwise);
  await expect(noticeOf(page, 'This window keeps nothing')).toBeVisible();
  await more(page, otherwise);
  expect(await otherwise.text()).toBe(sample);
});

later('a database that never opens does not hold the page up', async ({ page, otherwise }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await working(page, otherwise);
  await expect(noticeOf(page, 'This window keeps nothing')).toBeVisible();
  expect(await otherwise.text()).toBe(sample);
});

test('the user clears the site’s data: what is open is stored anew', async ({ page, context, host, otherwise }) => {
  await working(page, otherwise);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(host.url).origin, storageTypes: 'all' });
  await field(page).press('End');
  await page.keyboard.type(' Or so.');
  await page.waitForTimeout(700);
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(`${sample} Or so.`);
  await otherwise.rewritesOrNone();
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
  await press(page, 'Settings');
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
    await again.click();
    await otherwise.rewritesOrNone();
    expect(await otherwise.text()).toBe(sample);
  }
});

test('a reload while the model loads and while it works keeps the last keystroke', async ({ page, host, otherwise }) => {
  let answer: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  sabotageEngine(host);
  host.fault = (path) => (path.startsWith('models/tiny/weights') ? { wait } : undefined);
  await otherwise.open();
  await field(page).pressSequentially(sample);
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(sample);
  host.fault = undefined;
  answer();
  await otherwise.rewritesOrNone();
  await order(page, { slow: 300 });
  await press(page, 'More rewrites');
  await busy(page, true);
  await field(page).press('End');
  await page.keyboard.type(' Why?');
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(`${sample} Why?`);
  await otherwise.rewritesOrNone();
});

later('the page dies at work twice: the text is there, and it goes on with less until the user says otherwise', async ({
  page,
  context,
  site,
  otherwise,
}) => {
  await working(page, otherwise);
  await page.waitForTimeout(600);
  let tab = page;
  for (let death = 0; death < 2; death += 1) {
    await order(tab, { slow: 300 });
    await press(tab, 'More rewrites');
    await busy(tab, true);
    await tab.waitForTimeout(300);
    const crashed = tab.waitForEvent('crash');
    void (await context.newCDPSession(tab)).send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await context.newPage();
    await tab.close();
    tab = next;
    const other = new OtherwisePage(tab, context, site);
    await other.open();
    await expect.poll(() => other.text()).toBe(sample);
    await other.rewritesOrNone();
  }
  await expect(noticeOf(tab, 'The page broke off in the middle of its work')).toBeVisible();
  await press(tab, 'Use full strength again');
  await expect(noticeOf(tab, 'The page broke off in the middle of its work')).toBeHidden();
  await new OtherwisePage(tab, context, site).rewritesOrNone();
});

const stages = { unpack: /Unpacking/u, compile: /Compiling/u, 'self-test': /Checking/u } as const;

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
      let release = await standingOrder(page, { hold: stage }, 1);
      // Another device takes another engine.
      device = device === 'WASM' ? 'Automatic' : 'WASM';
      await press(page, 'Settings');
      await page.getByRole('dialog').getByText(device, { exact: true }).click();
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
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Ban sets').fill('10');
  await page.getByLabel('Samples a set').fill('60');
  await page.keyboard.press('Escape');
  await press(page, 'Rewrite');
  await expect(page.getByRole('heading', { name: 'There is not enough memory' })).toBeVisible();
  expect(await otherwise.text()).toBe(sample);
  await release();
  await press(page, 'Draw fewer samples');
  await otherwise.rewritesOrNone();
  await page.getByRole('button', { name: 'Settings' }).click();
  expect(await page.getByLabel('Ban sets').inputValue()).toBe('2');
  expect(await otherwise.text()).toBe(sample);
});

later('the clock jumps back and forth while the page is open, and from visit to visit', async ({ page, otherwise }) => {
  await page.addInitScript(() => {
    const key = 'test: years';
    const Real = Date;
    const now = (): number => Real.now() + Number(sessionStorage.getItem(key) ?? 0) * 31_557_600_000;
    globalThis.Date = new Proxy(Real, {
      construct: (target, parameters) => (parameters.length === 0 ? new target(now()) : Reflect.construct(target, parameters) as Date),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name) as unknown),
    });
    Object.assign(globalThis, { jump: (years: number) => sessionStorage.setItem(key, String(years)) });
  });
  const jump = (years: number) => page.evaluate((by) => (globalThis as unknown as { jump: (years: number) => void }).jump(by), years);
  const year = () => page.evaluate(() => new Date().getFullYear());
  const yearIn = (years: number) => new Date(Date.now() + years * 31_557_600_000).getFullYear();
  await working(page, otherwise);
  const texts = [sample];
  for (const years of [-20, 20, -40, 0]) {
    await jump(years);
    expect(await year()).toBe(yearIn(years));
    const text = `${sample} It is ${years} now.`;
    await field(page).fill(text);
    texts.push(text);
    await more(page, otherwise);
    // What is written soon after is undone together.
    await page.waitForTimeout(600);
    expect(await otherwise.text()).toBe(text);
  }
  for (const text of texts.slice(0, -1).reverse()) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => otherwise.text()).toBe(text);
  }
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => otherwise.text()).toBe(texts[1]);
  await page.waitForTimeout(600);

  let kept = texts[1] ?? '';
  for (const years of [-20, 20, 0]) {
    await jump(years);
    await page.reload();
    expect(await year()).toBe(yearIn(years));
    await expect.poll(() => otherwise.text()).toBe(kept);
    kept = `${sample} It was ${years} before.`;
    await field(page).fill(kept);
    await page.waitForTimeout(600);
  }
  await otherwise.rewritesOrNone();
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(kept);
  await press(page, /^Documents\. Open now/u);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
});

test('the browser refuses to say how much is stored, and to keep it', async ({ page, otherwise }) => {
  await page.addInitScript(() => {
    for (const name of ['estimate', 'persist', 'persisted'] as const)
      navigator.storage[name] = () => Promise.reject(new TypeError('Refused.'));
  });
  await working(page, otherwise);
  await press(page, 'Settings');
  await press(page, 'Delete stored models');
  await expect(page.getByText('Deleted.')).toBeVisible();
  await page.keyboard.press('Escape');
  await more(page, otherwise);
  expect(await otherwise.text()).toBe(sample);
});
