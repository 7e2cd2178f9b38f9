import { expect, type Page } from '@playwright/test';
import { order, sabotageEngine, standingOrder } from './engine-faults.ts';
import { hosted as test, noticeOf, OtherwisePage, sample } from './page-object.ts';

/** Each test injects faults and shows the page at work again, with the user's text as it was. */
const short = 'I like your car.';
const field = (page: Page) => page.getByRole('textbox', { name: 'Your text' });
const pill = (page: Page) => page.locator('.pill');
const busy = (page: Page, yes: boolean) => expect(page.locator('#rewrites')).toHaveAttribute('aria-busy', String(yes), { timeout: 60_000 });
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

test('the graphics device is lost, then another one refuses work: a fresh one first, then WASM', async ({ page, host, otherwise }) => {
  // The adapter is software.
  test.setTimeout(240_000);
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
    }, { timeout: 150_000 })
    .toContain('WASM');
  await busy(page, false);
  await otherwise.rewritesOrNone();
  expect(await otherwise.text()).toBe(short);
});

test('the worker is killed while it rests and while it works, then breaks by an error', async ({ page, host, otherwise }) => {
  sabotageEngine(host);
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

test('the download breaks off in the middle of a file, then the server fails: the next try goes on', async ({ page, host, otherwise }) => {
  host.fault = (path) => (path.startsWith('models/tiny/weights') ? { breakAfter: 300_000 } : undefined);
  await otherwise.open();
  await field(page).fill(sample);
  await expect(page.getByRole('heading', { name: 'The model could not be downloaded' })).toBeVisible({ timeout: 60_000 });
  host.fault = (path) => (path.startsWith('models/tiny/weights') ? { status: 503 } : undefined);
  await press(page, 'Try again');
  await expect(page.getByText('The server answered 503')).toBeVisible();
  host.fault = undefined;
  await press(page, 'Try again');
  await otherwise.rewritesOrNone();
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

test('a database that never opens does not hold the page up', async ({ page, otherwise }) => {
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

test('two tabs write into one document: neither text is lost', async ({ page, context, site, otherwise }) => {
  await working(page, otherwise);
  await page.waitForTimeout(600);
  const tab = await context.newPage();
  const other = new OtherwisePage(tab, context, site);
  await other.open();
  await expect.poll(() => other.text()).toBe(sample);
  await Promise.all([field(page).fill('This tab goes on.'), field(tab).fill('The other tab goes on elsewhere.')]);
  await page.waitForTimeout(800);
  expect([await otherwise.text(), await other.text()]).toEqual(['This tab goes on.', 'The other tab goes on elsewhere.']);
  await tab.close();
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe('This tab goes on.');
  await press(page, /^Documents\. Open now/u);
  await press(page, 'Open “The other tab goes on elsewhere.”');
  await expect.poll(() => otherwise.text()).toBe('The other tab goes on elsewhere.');
  expect(other.errors).toEqual([]);
});

test('the clock jumps back twenty years, then forward forty', async ({ page, context, host, otherwise }) => {
  await context.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + Number(new URL(location.href).searchParams.get('years') ?? 0) * 31_557_600_000;
  });
  await working(page, otherwise);
  for (const [years, text] of [[-20, `${sample} Long ago.`], [20, `${sample} Later.`], [0, `${sample} Now.`]] as const) {
    await page.goto(`${host.url}?model=tiny&years=${years}`);
    await expect.poll(() => otherwise.text()).toContain(sample);
    await field(page).fill(text);
    await otherwise.rewritesOrNone();
    await page.waitForTimeout(500);
    await page.reload();
    await expect.poll(() => otherwise.text()).toBe(text);
  }
  await press(page, /^Documents\. Open now/u);
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
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

test('a rewriting is stopped while it reads, samples and compares', async ({ page, host, otherwise }) => {
  sabotageEngine(host);
  await working(page, otherwise);
  for (const stage of ['Reading the sentence', 'Finding other ways', 'Comparing what they mean']) {
    await order(page, { slow: 60 });
    const stopped = page.evaluate((label) => new Promise<void>((resolve) => {
      const observer = new MutationObserver(look);
      function look(): void {
        if (document.querySelector('.run')?.textContent.includes(label) !== true) return;
        observer.disconnect();
        document.querySelector<HTMLButtonElement>('#rewrites > header button')?.click();
        resolve();
      }
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    }), stage);
    await press(page, 'More rewrites');
    await stopped;
    await busy(page, false);
    expect(await page.getByRole('heading', { name: 'That did not work' }).count()).toBe(0);
    await order(page, { slow: 0 });
    await press(page, 'Rewrite');
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

test('the page dies at work twice: the text is there, and it goes on with less until the user says otherwise', async ({
  page,
  context,
  site,
  host,
  otherwise,
}) => {
  sabotageEngine(host);
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

for (const [stage, label] of Object.entries(stages) as [keyof typeof stages, RegExp][]) {
  test(`loading is cancelled at the stage ${stage}, then the engine is killed there: the first waits for the user, the second goes on by itself`, async ({
    page,
    host,
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
    sabotageEngine(host);
    await working(page, otherwise);
    const loading = page.locator('#rewrites .loading');

    let release = await standingOrder(page, { hold: stage }, 1);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByText('WASM', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(loading).toContainText(label);
    await loading.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Loading stopped' })).toBeVisible({ timeout: 1500 });
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

test('the memory is full: the page says so and what helps, and that helps', async ({ page, host, otherwise }) => {
  test.setTimeout(180_000);
  sabotageEngine(host);
  await working(page, otherwise);
  const release = await standingOrder(page, 'fill-memory');
  await order(page, 'fill-memory');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Ban sets').fill('10');
  await page.getByLabel('Samples a set').fill('60');
  await page.keyboard.press('Escape');
  await press(page, 'Rewrite');
  await expect(page.getByRole('heading', { name: 'There is not enough memory' })).toBeVisible({ timeout: 90_000 });
  expect(await otherwise.text()).toBe(sample);
  await release();
  await press(page, 'Draw fewer samples');
  await otherwise.rewritesOrNone();
  await page.getByRole('button', { name: 'Settings' }).click();
  expect(await page.getByLabel('Ban sets').inputValue()).toBe('2');
  expect(await otherwise.text()).toBe(sample);
});

test('the clock jumps back and forth while the page is open', async ({ page, otherwise }) => {
  await page.addInitScript(() => {
    let shift = 0;
    const Real = Date;
    const now = (): number => Real.now() + shift;
    globalThis.Date = new Proxy(Real, {
      construct: (target, parameters) => (parameters.length === 0 ? new target(now()) : Reflect.construct(target, parameters) as Date),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name) as unknown),
    });
    Object.assign(globalThis, { jump: (years: number) => (shift = years * 31_557_600_000) });
  });
  await working(page, otherwise);
  const jump = (years: number) => page.evaluate((by) => (globalThis as unknown as { jump: (years: number) => void }).jump(by), years);
  const texts = [sample];
  for (const years of [-20, 20, -40, 0]) {
    await jump(years);
    expect(await page.evaluate(() => new Date().getFullYear())).toBe(new Date(Date.now() + years * 31_557_600_000).getFullYear());
    const text = `${sample} It is ${years} now.`;
    await field(page).fill(text);
    texts.push(text);
    await more(page, otherwise);
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
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(texts[1]);
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
