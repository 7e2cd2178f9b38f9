import { expect } from '@playwright/test';
import { busy, field, more, press, working } from './at-work.ts';
import { order, sabotageEngine } from './engine-faults.ts';
import { hosted as test, noticeOf, OtherwisePage, returning as later, sample } from './page-object.ts';
import { stored } from './stored.ts';

/**
 * Faults of what the browser keeps: each test injects them and shows the page at work again, with the user's
 * text as it was; `test` on the first visit, `later` where all is stored.
 */
later.use({ sabotaged: true });

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

test('the disk is full while all is rewritten: told once, all is offered, and with room again the text is stored', async ({
  page,
  context,
  host,
  otherwise,
}) => {
  const text = ['The committee', 'The council', 'The board'].map((who) => `${who} decided to postpone the meeting.`).join(' ');
  const full = noticeOf(page, 'The storage is full');
  const rows = page.getByRole('dialog').getByRole('group', { name: /^Sentence/u });
  const session = await context.newCDPSession(page);
  const { origin } = new URL(host.url);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await otherwise.open();
  await otherwise.takeWhatComes();
  // An alert is read out whenever it comes.
  const told = await page.getByRole('complementary', { name: 'Notices' }).evaluateHandle((notices) => {
    const alerts: string[] = [];
    const isAlert = (node: Node): node is Element => node instanceof Element && node.matches('[role=alert]');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) alerts.push(...[...addedNodes].filter(isAlert).map(({ textContent }) => textContent));
    }).observe(notices, { childList: true, subtree: true });
    return alerts;
  });
  await field(page).fill(text);
  await press(page, 'Rewrite all 3 sentences');
  await expect(full).toBeVisible();
  await press(page, 'Review and export');
  await expect(rows).toHaveCount(3);
  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => otherwise.text()).not.toBe(text);
  await page.keyboard.press('Escape');
  await more(page, otherwise);
  await expect(full).toHaveCount(1);
  expect(await told.jsonValue()).toEqual([expect.stringContaining('The storage is full')]);

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await field(page).press('ControlOrMeta+End');
  await page.keyboard.type(' And so it was.');
  await expect(full).toBeHidden();
  const written = await otherwise.text();
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(written);
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
  await stored(page, `${sample} Or so.`);
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(`${sample} Or so.`);
  await otherwise.rewritesOrNone();
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
  await page.keyboard.type(' But nobody knew why.');
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe(`${sample} But nobody knew why.`);
  await otherwise.rewritesOrNone();
});

later('the page dies at work twice: the text is there, and it goes on with less until the user says otherwise', async ({
  page,
  context,
  site,
  otherwise,
}) => {
  await working(page, otherwise);
  await stored(page, sample);
  let tab = page;
  for (let death = 0; death < 2; death += 1) {
    await order(tab, { slow: 300 });
    await press(tab, 'More rewrites');
    await busy(tab, true);
    await expect.poll(() => tab.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('otherwise-at-work-')))).toBe(true);
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
    const written = await page.evaluate(() => performance.now());
    texts.push(text);
    await more(page, otherwise);
    await stored(page, text);
    // The page undoes texts together that were written within a second by this clock.
    await page.waitForFunction((at) => performance.now() - at > 1000, written);
    expect(await otherwise.text()).toBe(text);
  }
  for (const text of texts.slice(0, -1).reverse()) {
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => otherwise.text()).toBe(text);
  }
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => otherwise.text()).toBe(texts[1]);

  let kept = texts[1] ?? '';
  await stored(page, kept);
  for (const years of [-20, 20, 0]) {
    await jump(years);
    await page.reload();
    expect(await year()).toBe(yearIn(years));
    await expect.poll(() => otherwise.text()).toBe(kept);
    kept = `${sample} It was ${years} before.`;
    await field(page).fill(kept);
    await stored(page, kept);
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
