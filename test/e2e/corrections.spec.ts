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

test('a list of words in the settings bears on the rewrites of the engine, and each card says how many words are outside', async ({
  page, otherwise,
}) => {
  await otherwise.openSample();
  await page.getByRole('button', { name: 'Settings' }).click();
  const part = page.getByRole('region', { name: 'Vocabulary' });
  await part.getByText('Paste a list').click();
  await part.getByRole('textbox').fill('the committee decide to delay a meeting until next week');
  await part.getByRole('button', { name: 'Use these words' }).click();
  await expect(part).toContainText('9 words read.');
  await page.keyboard.press('Escape');
  await expect(page.locator('#rewrites')).toContainText(/outside your list|all words in your list/u);
  const texts = await otherwise.rewrites();
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).not.toMatch(/\bpostpon/iu);
});
