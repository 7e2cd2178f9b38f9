import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { OtherwisePage, returning as test, sample } from './page-object.ts';
import { rewrittenIn, stored } from './stored.ts';

/** A paragraph of six sentences that no other paragraph has. */
const paragraph = (number: number): string[] => [
  `Paragraph ${number} begins here.`,
  ...['council', 'board', 'team', 'school', 'club'].map(
    (who) => `The ${who} decided to postpone meeting ${number} until next week, and nobody was surprised by that.`,
  ),
];

test('an article of 10,000 words: the first sentence is decoded first, then its neighbours, and what is typed stands there', async ({
  page,
  otherwise,
}) => {
  await otherwise.open();
  await otherwise.lowerTheBar();
  const paragraphs = Array.from({ length: 125 }, (_, i) => paragraph(i + 1));
  const article = paragraphs.map((sentences) => sentences.join(' ')).join('\n\n');
  await page.evaluate((text) => {
    const area = document.querySelector('textarea');
    if (area === null) throw new Error('There is no field.');
    // What a paste does: the browser inserts, then tells.
    area.value = text;
    area.setSelectionRange(text.length, text.length);
    area.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
  }, article);
  await expect(page.getByRole('heading', { name: 'Sentence 1 of 750' })).toBeVisible();
  expect((await otherwise.rewrites()).length).toBeGreaterThan(0);

  // In the middle.
  await page.evaluate(() => {
    const area = document.querySelector('textarea');
    area?.setSelectionRange(30_000, 30_000);
    area?.focus();
  });
  await page.keyboard.type(' quickly');
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue(/ quickly/u);

  // A neighbour is decoded while nobody does anything: whoever comes to it finds it there, and nothing has to be waited for.
  await otherwise.rewrites();
  await page.locator('#rewrites').evaluate((rewrites) => {
    Object.assign(globalThis, { waits: 0 });
    new MutationObserver(() => {
      if (rewrites.getAttribute('aria-busy') === 'true') (globalThis as unknown as { waits: number }).waits += 1;
    }).observe(rewrites, { attributeFilter: ['aria-busy'] });
  });
  const place = page.getByRole('heading', { name: /^Sentence \d+ of 750$/u });
  const focus = Number(/\d+/u.exec((await place.textContent()) ?? '')?.[0]);
  for (const next of [focus, focus + 1]) {
    await expect.poll(() => rewrittenIn(page)).toContain(paragraphs.flat()[next]);
    await page.keyboard.press('Alt+ArrowDown');
    await expect(place).toHaveText(`Sentence ${next + 1} of 750`);
    await otherwise.rewrites();
  }
  expect(await page.evaluate(() => (globalThis as unknown as { waits: number }).waits)).toBe(0);
});

test('documents: several of them, across a reload, out to a file and in again', async ({ page, otherwise }) => {
  await otherwise.openSample();
  await otherwise.chip('postpone', 'free').click();
  await expect(otherwise.chip('postpone', 'avoided')).toBeVisible();
  await otherwise.rewrites();
  await page.getByRole('button', { name: 'Use this: rewrite 1' }).click();
  const rewritten = await otherwise.text();
  expect(rewritten).not.toBe(sample);

  await page.getByRole('button', { name: 'Review and export' }).click();
  await expect(page.getByText('1 of 1 sentence replaced')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save session file' }).click()]);
  expect(file.suggestedFilename()).toMatch(/\.otherwise$/u);
  const path = await file.path();
  const [plain] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as .txt' }).click()]);
  expect(await readFile(await plain.path(), 'utf8')).toBe(rewritten);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Documents/u }).click();
  await page.getByRole('button', { name: 'New document' }).click();
  await expect.poll(() => otherwise.text()).toBe('');
  await page.getByRole('textbox', { name: 'Your text' }).fill('A second text. It has two sentences.');
  await stored(page, 'A second text. It has two sentences.');
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe('A second text. It has two sentences.');

  await page.getByRole('button', { name: /^Documents/u }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open a file' }).click();
  await (await choosing).setFiles({ name: 'mine.otherwise', mimeType: 'application/octet-stream', buffer: await readFile(path) });
  await expect.poll(() => otherwise.text()).toBe(rewritten);
  await expect(otherwise.chip('postpone', 'avoided')).toBeVisible();
  await page.getByRole('button', { name: /^Documents/u }).click();
  await expect(page.getByRole('list', { name: 'Your documents' }).getByRole('listitem')).toHaveCount(3);
});

test('a link opens its document and nothing of it is sent anywhere', async ({ page, context, site, otherwise }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sample);
  await page.getByRole('button', { name: 'Review and export' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog').getByText('The link is on the clipboard.')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  const other = await context.newPage();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(request.url()));
  await other.goto(`${site}?model=tiny${link.hash}`);
  await expect.poll(() => other.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe(sample);
  await expect.poll(() => new URL(other.url()).hash).toBe('');
  expect(asked.filter((url) => url.includes(link.hash.slice(9)))).toEqual([]);
});

test('two tabs with one document: each shows what the other wrote, and nothing is lost when both write at once', async ({
  page,
  context,
  site,
  otherwise,
}) => {
  await otherwise.open();
  await page.getByRole('textbox', { name: 'Your text' }).fill('Both tabs begin here.');
  await stored(page, 'Both tabs begin here.');
  const second = await context.newPage();
  const two = new OtherwisePage(second, context, site);
  await two.open();
  await expect.poll(() => two.text()).toBe('Both tabs begin here.');
  await page.getByRole('textbox', { name: 'Your text' }).fill('The first tab goes on.');
  await expect.poll(() => two.text()).toBe('The first tab goes on.');

  // Both write before either has stored anything: the time after which they store stands still meanwhile.
  for (const tab of [page, second]) {
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 60_000);
  }
  await page.getByRole('textbox', { name: 'Your text' }).fill('The first tab, again.');
  await second.getByRole('textbox', { name: 'Your text' }).fill('The second tab, at once.');
  await Promise.all([page.clock.resume(), second.clock.resume()]);
  await stored(page, 'The first tab, again.', 'The second tab, at once.');
  // Each has heard of the other when both are in its list.
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: /^Documents/u }).click();
    const list = tab.getByRole('list', { name: 'Your documents' });
    await expect(list.getByText('The first tab, again.')).toBeVisible();
    await expect(list.getByText('The second tab, at once.')).toBeVisible();
  }
  expect([await otherwise.text(), await two.text()]).toEqual(['The first tab, again.', 'The second tab, at once.']);
  await second.close();
  await page.reload();
  await expect.poll(() => otherwise.text()).toBe('The first tab, again.');
  await page.getByRole('button', { name: /^Documents/u }).click();
  await page.getByRole('button', { name: 'Open “The second tab, at once.”' }).click();
  await expect.poll(() => otherwise.text()).toBe('The second tab, at once.');
  expect(two.errors).toEqual([]);
});
