import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { noticeOf, returning as test, setOffline } from './page-object.ts';
import { stepStored } from './stored.ts';

const sentences = [
  'The committee decided to postpone the meeting.',
  'Several members had asked for more time.',
  'The report was long and hard to read.',
  'She was surprised by the answer.',
];

test('a text is rewritten whole, reviewed by keyboard alone, saved, and all of it is there after a reload', async ({ page, otherwise }) => {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await page.getByRole('textbox', { name: 'Your text' }).fill(sentences.join(' '));
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByText(/^\d of 4 sentences rewritten/u)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rewrite all 4 sentences' })).toBeVisible({ timeout: 120_000 });
  expect(await otherwise.text()).toBe(sentences.join(' '));

  const review = page.getByRole('dialog', { name: 'Review and export' });
  const rows = review.getByRole('group', { name: /^Sentence/u });
  await page.getByRole('button', { name: 'Review and export' }).click();
  await expect(rows.first()).toBeVisible();
  const offered = await rows.count();
  expect(offered).toBeGreaterThan(1);
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  const first = await rows.first().locator('.after span[lang]').innerText();
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await expect(rows.nth(1)).toContainText('Stays as it is.');
  expect(await otherwise.text()).toContain(first);
  const [saved] = await Promise.all([page.waitForEvent('download'), review.getByRole('button', { name: 'Save as .txt' }).click()]);
  const text = await readFile(await saved.path(), 'utf8');
  expect(text).toBe(await otherwise.text());

  await stepStored(page, text);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue(text);
  await page.getByRole('button', { name: 'Review and export' }).click();
  await expect(rows).toHaveCount(offered);
  await expect(rows.first().locator('.after span[lang]')).toHaveText(first);
  await expect(rows.nth(1)).toContainText('Stays as it is.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'Your text' })).toHaveValue(sentences.join(' '));
});

/** Tells whether the text of the first card is in sight from its beginning: so many lines of it, or all where it has fewer. */
const isSeen = (page: Page, lines: number): Promise<boolean> =>
  page.locator('#rewrites li .words').first().evaluate((words, least) => {
    const { top, height } = words.getBoundingClientRect();
    return top >= 0 && top + Math.min(height, least * Number.parseFloat(getComputedStyle(words).lineHeight)) <= innerHeight;
  }, lines);

// Whoever is offline has a notice over the text. How long the tiny model's rewrite is depends on the machine.
for (const { width, height, lines, offline } of [
  { width: 390, height: 844, lines: 4, offline: false },
  { width: 390, height: 844, lines: 3, offline: true },
  { width: 320, height: 640, lines: 2, offline: false },
  { width: 320, height: 640, lines: 1, offline: true },
])
  test(`at ${width} pixels${offline ? ', offline' : ''}, an e-mail, its chips and the first rewrite are in sight without a sheet`, async ({
    page,
    otherwise,
  }) => {
    await page.setViewportSize({ width, height });
    await otherwise.open();
    await otherwise.takeWhatComes();
    await page.getByRole('textbox', { name: 'Your text' }).fill(['Hi Jonas,', sentences.join(' '), 'Best,\nMarta'].join('\n\n'));
    await page.keyboard.press('Control+Home');
    // The browser tells the page where the caret is only after the key.
    await expect(page.getByText('Left as it is: a greeting')).toBeVisible();
    await page.keyboard.press('Alt+ArrowDown');
    await otherwise.rewritesOrNone();
    await setOffline(page, offline);
    await expect(noticeOf(page, 'You are offline')).toBeVisible({ visible: offline });
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await expect(page.locator('.editor')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.mirror .focused')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Rewrite all 4 sentences' })).toBeInViewport({ ratio: 1 });
    await expect(otherwise.chip('committee', 'free')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Words & style' })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isSeen(page, lines)).toBe(true);
  });

test('on a phone text, chips and the first rewrite are in sight; style and slider are one tap away', async ({ page, otherwise }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await otherwise.open();
  await otherwise.takeWhatComes();
  await otherwise.trySample();
  await otherwise.rewritesOrNone();
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  await expect(page.getByRole('textbox', { name: 'Your text' })).toBeInViewport({ ratio: 0.9 });
  await expect(otherwise.chip('committee', 'free')).toBeInViewport();
  await expect(page.locator('#rewrites li').first()).toBeInViewport({ ratio: 0.9 });
  await otherwise.chip('committee', 'free').click();
  await expect(otherwise.chip('committee', 'avoided')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'How different' });
  await expect(slider).toBeHidden();
  await page.getByRole('button', { name: 'Words & style' }).click();
  await expect(slider).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(slider).toBeHidden();
});
