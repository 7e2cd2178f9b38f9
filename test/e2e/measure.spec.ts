import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { openResearch, returning as test, sample } from './page-object.ts';

test('the Measure pane: numbers from the engine, saved as a file; a rating that outlives the visit', async ({ page, otherwise }) => {
  const texts = await otherwise.openSample();
  expect(texts.length).toBeGreaterThan(0);

  await openResearch(page);
  await page.getByRole('button', { name: 'Measure and rate' }).click();
  await expect(page.getByText('Rewrites of 1 of 1 sentence')).toBeVisible();
  for (const name of ['Meaning', '∩/∪', 'Tree edits', 'Word edits', 'Character edits', '1−BLEU', 'Length ratio']) {
    const cells = page.getByRole('row', { name: new RegExp(`^${name.replace(/[/−]/gu, '.')}`, 'u') }).getByRole('cell');
    await expect(cells).toHaveText(Array.from({ length: texts.length + 1 }, () => /^\d+\.\d+$/u));
  }
  await expect(page.getByRole('img', { name: 'Faithfulness against difference' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the numbers' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n').map((line) => line.split('\t'));
  expect(lines.slice(1).map((fields) => fields[6])).toEqual(texts);
  // An engine that answers without having measured would say the same of every pair.
  const column = (name: string): (string | undefined)[] => lines.slice(1).map((fields) => fields[lines[0]?.indexOf(name) ?? -1]);
  expect(column('character_edits').every((value) => Number(value) > 0)).toBe(true);
  expect(column('overlap').every((value) => Number(value) >= 0 && Number(value) <= 100)).toBe(true);

  await page.getByText('Rate', { exact: true }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Sentence 1 of 1' })).toBeFocused();
  await expect(page.locator('blockquote')).toContainText(sample);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(page.getByText(`1 of ${texts.length + 1} rated`)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.reload();
  await openResearch(page);
  await page.getByRole('button', { name: 'Measure and rate' }).click();
  await page.getByText('Rate', { exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('slider').first()).toHaveAttribute('aria-valuetext', '100 of 100');
});
