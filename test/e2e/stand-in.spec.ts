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
  // The drafts of the small one give way by themselves.
  await otherwise.rewrites();
  await expect(page.getByText('Quick draft: better ones are coming')).toBeHidden({ timeout: 120_000 });

  // The next visit has the whole one from the beginning, and what it made.
  await page.reload();
  await otherwise.rewrites();
  await expect(name).toHaveText('base', { timeout: 120_000 });
});
