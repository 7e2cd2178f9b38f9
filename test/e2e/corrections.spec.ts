import { expect } from '@playwright/test';
import { controlled, ready, returning as test, setOffline } from './page-object.ts';

const slips = 'She recieved the the parcel.';

test('the style that corrects alone gives each correction with its reason, and goes on doing so offline', async ({ page, otherwise }) => {
  await otherwise.open();
  await ready(page);
  await controlled(page);
  const fetched: string[] = [];
  page.context().on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.getByRole('textbox', { name: 'Your text' }).fill(slips);
  // Nobody who does not ask for it loads the proofreader.
  expect(fetched.filter((path) => path.includes('proofreader'))).toEqual([]);
  await page.getByRole('button', { name: 'Just mend it', exact: true }).click();
  const list = page.getByRole('list', { name: 'Corrections' });
  await expect(list).toContainText('recieved → received');
  await expect(list.getByRole('listitem').first()).toContainText(/\w+.*[.?]$/u);
  expect(fetched.some((path) => path.endsWith('proofreader/harper_wasm_slim_bg.wasm'))).toBe(true);
  await setOffline(page, true);
  await page.reload();
  await ready(page);
  await page.getByRole('textbox', { name: 'Your text' }).fill('He beleived the story.');
  await expect(list).toContainText(/beleived → believe/u);
  await setOffline(page, false);
});
