import { expect } from '@playwright/test';
import { hosted as test } from './page-object.ts';

test('on the first visit the small model answers until the whole one is there, and the user sees which one did', async ({
  page,
  host,
  otherwise,
}) => {
  await page.goto(host.url);
  await otherwise.takeWhatComes();
  await otherwise.trySample();
  const name = page.locator('.pill .name');
  await expect(name).toHaveText('small', { timeout: 120_000 });
  await otherwise.rewritesOrNone();
  await expect(name).toHaveText('base', { timeout: 300_000 });
  await expect(page.getByText('Better rewrites are available.')).toBeVisible();
  await page.getByRole('button', { name: 'Make them now' }).click();
  await expect(page.getByText('another one answers now')).toBeHidden();
  await otherwise.rewrites();

  // The next visit has the whole one from the beginning, and what it made.
  await page.reload();
  await otherwise.rewrites();
  await expect(name).toHaveText('base', { timeout: 120_000 });
});
