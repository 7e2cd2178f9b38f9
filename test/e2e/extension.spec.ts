import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { field } from './at-work.ts';
import { ExtensionBrowser } from './extension-browser.ts';
import { extensionPages } from './extension-pages.ts';
import { noticeOf, openResearch, OtherwisePage, sample } from './page-object.ts';

/** The addresses that Chromium itself asks its makers for in a new profile and about pages with forms, extension or not. */
const ownBusiness = /^CONNECT [\w.-]+\.(?:google|googleapis|gvt1)\.com:443$/u;

/** The extension asks no host for anything, whatever a test does: only the test's own pages are loaded. */
const test = base.extend<{ browserWithPanel: ExtensionBrowser }>({
  browserWithPanel: async ({}, use) => {
    const browser = await ExtensionBrowser.launch(extensionPages);
    await use(browser);
    const asked = browser.asked.filter((request) => !ownBusiness.test(request));
    const pages = [...extensionPages.keys(), 'favicon.ico'].map((path) => `GET ${browser.address(path)}`);
    await browser.close();
    expect(asked.filter((request) => !pages.includes(request.replace('//localhost:', '//127.0.0.1:')))).toEqual([]);
    expect(browser.loaded.filter((url) => !/^(?:chrome-extension|blob|data):/u.test(url))).toEqual([]);
    expect(browser.loaded.length).toBeGreaterThan(0);
  },
});

/** Clicks the extension's button on a page. @returns the panel and what the page object knows of it */
async function openPanel(browser: ExtensionBrowser, page: Page): Promise<{ panel: Page; app: OtherwisePage }> {
  const panel = await browser.panel(page.url());
  return { panel, app: new OtherwisePage(panel, panel.context(), panel.url()) };
}

/** Lets the engine rewrite what is in the panel and uses its first rewrite. @returns the panel's text then */
async function useRewrite(panel: Page, app: OtherwisePage): Promise<string> {
  const [first = ''] = await app.rewrites();
  expect(first).not.toBe('');
  await panel.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  await expect.poll(() => app.text()).toContain(first);
  expect(first).not.toBe(sample);
  return app.text();
}

/** Asks for so many samples that a decoding takes its time, and lets them through. */
async function takeLong(panel: Page): Promise<void> {
  await openResearch(panel);
  await panel.getByLabel('Threshold').fill('20');
  await panel.getByLabel('Ban sets').fill('10');
  await panel.getByLabel('Samples a set').fill('40');
  await panel.keyboard.press('Escape');
}

/** Writes a text into the panel and closes that, as its button does, as soon as the text is being rewritten. */
async function closeAtWork(panel: Page, text: string): Promise<void> {
  const closed = panel.waitForEvent('close');
  const began = panel.locator('#rewrites').evaluate(async (rewrites) => {
    const { chrome } = globalThis as unknown as {
      chrome: { windows: { getCurrent(): Promise<{ id: number }> }; sidePanel: { close(panel: { windowId: number }): Promise<void> } };
    };
    const { id } = await chrome.windows.getCurrent();
    await new Promise<void>((resolve) => {
      // Watched from before: a quick request is over between two looks.
      new MutationObserver((_, observer) => {
        if (rewrites.getAttribute('aria-busy') !== 'true') return;
        observer.disconnect();
        resolve();
      }).observe(rewrites, { attributeFilter: ['aria-busy'] });
    });
    setTimeout(() => void chrome.sidePanel.close({ windowId: id }));
  });
  await field(panel).fill(text);
  await began;
  await closed;
}

const press = (panel: Page, name: string) => panel.getByRole('button', { name, exact: true }).click();
const said = (panel: Page, text: string) => expect(panel.getByRole('region', { name: 'The page beside' }).getByText(text)).toBeVisible();

/** Selects a part of a field. */
const selectIn = (page: Page, id: string, text: string) =>
  page.locator(`#${id}`).evaluate((element, wanted) => {
    const area = element as HTMLTextAreaElement;
    area.focus();
    area.setSelectionRange(area.value.indexOf(wanted), area.value.indexOf(wanted) + wanted.length);
  }, text);

test('textarea: a click on the button opens its selection in the side panel; it is rewritten there and put back as if typed', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('form.html');
  await selectIn(page, 'field', sample);
  const { panel, app } = await openPanel(browser, page);
  await expect.poll(() => app.text()).toBe(sample);
  await said(panel, 'From “A form”');
  await expect(panel.locator('.card').first()).toContainText('2 threads');
  await app.lowerTheBar();
  const text = await useRewrite(panel, app);
  await press(panel, 'Put back');
  await said(panel, 'The text is back on its page.');
  const whole = `Dear all,\n\n${text} Thank you.`;
  await expect(page.locator('#field')).toHaveValue(whole);
  await expect(page.locator('#model')).toHaveText(`insertText: ${whole}`);
  const caret = await page.locator('#field').evaluate((element) => (element as HTMLTextAreaElement).selectionEnd);
  expect(caret).toBe(whole.length - ' Thank you.'.length);

  // Another try goes to the same place; the page's own undo takes back one after the other.
  await field(panel).fill('It can wait.');
  await press(panel, 'Put back');
  await expect(page.locator('#field')).toHaveValue('Dear all,\n\nIt can wait. Thank you.');
  await page.locator('#field').press('Control+z');
  await expect(page.locator('#field')).toHaveValue(whole);
  await page.locator('#field').press('Control+z');
  await expect(page.locator('#field')).toHaveValue(`Dear all,\n\n${sample} Thank you.`);
  expect(app.errors).toEqual([]);
});

test('contenteditable: of three selected paragraphs one is rewritten in the panel and put back; the others stay as they are', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('mail.html');
  await page.locator('#editor').focus();
  await page.keyboard.press('Control+a');
  const { panel, app } = await openPanel(browser, page);
  await expect.poll(() => app.text()).toBe(`Dear all,\n\n${sample}\n\nSee the plan for details.`);
  await field(panel).press('Control+Home');
  for (const key of ['ArrowDown', 'ArrowDown']) await field(panel).press(key);
  await app.lowerTheBar();
  // Of the greeting there are short ones only.
  await expect.poll(async () => (await app.rewrites())[0]?.length).toBeGreaterThan(30);
  const text = await useRewrite(panel, app);
  await press(panel, 'Put back');
  await said(panel, 'The text is back on its page.');
  const rewritten = text.split('\n\n')[1] ?? '';
  await expect(page.locator('#news')).toHaveText(rewritten);
  await expect(page.locator('#editor p')).toHaveText(['Dear all,', rewritten, 'See the plan for details.']);
  await expect(page.locator('#editor b')).toHaveText('all');
  await expect(page.locator('#editor a')).toHaveText('the plan');
  await expect(page.locator('#model')).toContainText('insertText: ');
  await page.locator('#editor').press('Control+z');
  await expect(page.locator('#news')).toHaveText(sample);
  expect(app.errors).toEqual([]);
});

test('plain paragraph: its selection is rewritten in the panel; the page shows the rewrite, and says that it is not saved', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('article.html');
  await page.locator('#news').selectText();
  const { panel, app } = await openPanel(browser, page);
  await expect.poll(() => app.text()).toBe(sample);
  await expect(panel.getByRole('button', { name: 'Put back' })).toHaveCount(0);
  await app.lowerTheBar();
  const text = await useRewrite(panel, app);
  await press(panel, 'Show there');
  await said(panel, 'The page shows it until it is loaded again; nothing is saved there.');
  await expect(page.locator('article p')).toHaveText(['It rained all day.', text, 'Nobody objected.']);
  await page.reload();
  await expect(page.locator('#news')).toHaveText(sample);
  expect(app.errors).toEqual([]);
});

test('of several frames that one counts which the user is in, and text is put back there', async ({ browserWithPanel: browser }) => {
  const page = await browser.open('framed.html');
  await page.locator('#above').selectText();
  const editor = page.frameLocator('#editor').locator('body');
  await editor.click();
  await page.keyboard.press('Control+a');
  const { panel, app } = await openPanel(browser, page);
  await expect.poll(() => app.text()).toBe(sample);
  await field(panel).fill('It can wait.');
  await press(panel, 'Put back');
  await expect(editor.locator('p')).toHaveText('It can wait.');
  // Frames of other origins are none of the extension's business.
  await page.frameLocator('#strange').locator('#before').click({ clickCount: 3 });
  await browser.click(page.url());
  await said(panel, 'Nothing is selected.');
  await page.locator('#above').click({ clickCount: 3 });
  await browser.click(page.url());
  await expect.poll(() => app.text()).toBe('Text above the editor.');
});

test('nothing is lost: nothing selected, the browser’s own page, a place that changed, a field that is full, a page that was left', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('form.html');
  const { panel, app } = await openPanel(browser, page);
  await said(panel, 'Nothing is selected.');
  expect(await app.text()).toBe('');

  await selectIn(page, 'field', sample);
  await browser.click(page.url());
  await expect.poll(() => app.text()).toBe(sample);
  await page.locator('#field').fill('Something else.');
  await field(panel).fill('It can wait.');
  await press(panel, 'Put back');
  await said(panel, 'The place on the page has changed');
  await expect(page.locator('#field')).toHaveValue('Something else.');

  await selectIn(page, 'subject', 'meeting');
  await browser.click(page.url());
  await expect.poll(() => app.text()).toBe('meeting');
  await field(panel).fill(`${sample} ${sample}`);
  await press(panel, 'Put back');
  await said(panel, 'The field on the page has room for less text.');
  await expect(page.locator('#subject')).toHaveValue('Our meeting');
  await field(panel).fill('talk\nof today');
  await press(panel, 'Put back');
  await expect(page.locator('#subject')).toHaveValue('Our talk of today');

  await page.reload();
  await field(panel).fill('It can wait until we talk.');
  await press(panel, 'Put back');
  await said(panel, 'The page was left or loaded again.');
  await page.goto('chrome://version');
  await press(panel, 'Put back');
  await said(panel, 'The page was left or loaded again.');
  await browser.click(page.url());
  await said(panel, 'This page can’t be read.');
  expect(await app.text()).toBe('It can wait until we talk.');
  expect(app.errors).toEqual([]);
});

test('the panel closed while decoding: its workers end with it, and opened again it has its text and what was made of it', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('form.html');
  await selectIn(page, 'field', sample);
  let { panel, app } = await openPanel(browser, page);
  await takeLong(panel);
  // More often than a page may die at work before the next one spares itself: closing is no death.
  for (const text of ['Nobody in the committee objected to the new plan.', 'The report was read by everybody.', 'It may rain tomorrow.']) {
    await app.rewritesOrNone();
    await closeAtWork(panel, text);
    await expect.poll(() => browser.panelParts()).toEqual([]);
    expect(app.errors).toEqual([]);

    ({ panel, app } = await openPanel(browser, page));
    await expect.poll(() => app.text()).toBe(text);
    await said(panel, 'From “A form”');
  }
  await expect(noticeOf(panel, 'The page broke off')).toHaveCount(0);
  const text = await useRewrite(panel, app);
  await press(panel, 'Put back');
  await expect(page.locator('#field')).toHaveValue(`Dear all,\n\n${text} Thank you.`);
  expect(app.errors).toEqual([]);
});

test('the extension is updated while its panel is open: the text is there again, and goes back to its place', async ({
  browserWithPanel: browser,
}) => {
  const page = await browser.open('form.html');
  await selectIn(page, 'field', sample);
  let { panel, app } = await openPanel(browser, page);
  await expect.poll(() => app.text()).toBe(sample);
  await field(panel).fill('It can wait.');
  // Stored: the panel saves when the focus leaves it.
  await panel.evaluate(() => { window.dispatchEvent(new Event('blur')); });
  await app.rewritesOrNone();
  const closed = panel.waitForEvent('close');
  await browser.update();
  await closed;

  await selectIn(page, 'field', sample);
  ({ panel, app } = await openPanel(browser, page));
  await expect.poll(() => app.text()).toBe('It can wait.');
  await press(panel, 'Put back');
  await said(panel, 'The text is back on its page.');
  await expect(page.locator('#field')).toHaveValue('Dear all,\n\nIt can wait. Thank you.');
  expect(app.errors).toEqual([]);
});

test('the packages hold all their code: no script, import, worker or style of them names a host', async () => {
  for (const folder of ['dist-extension/chromium', 'dist-extension/firefox']) {
    const files = (await readdir(folder, { recursive: true })).filter((path) => /\.(?:m?js|html|css)$/u.test(path));
    expect(files).toEqual(expect.arrayContaining(['background.js', 'index.html', 'page.js']));
    expect(files.some((path) => path.includes('service-worker'))).toBe(false);
    for (const path of files) {
      const code = await readFile(join(folder, path), 'utf8');
      const loaded = /(?:\b(?:import|importScripts|fetch|Worker|URL)\s*\(?|\bfrom|\b(?:src|href)=|url\()\s*["'`]?(?:https?:)?\/\/[\w.-]/giu;
      expect({ path, loaded: code.match(loaded) }).toEqual({ path, loaded: null });
    }
  }
});
