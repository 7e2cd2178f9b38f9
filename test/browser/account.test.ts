import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const use = (index: number) => page.getByRole('button', { name: `Use this: rewrite ${index}` });
const field = () => page.getByRole('textbox', { name: 'Check your own version' });
const mine = 'In ten weeks the committee will meet instead.';

test('the page says on demand what became of every sample', async () => {
  await mountApp();
  await page.getByText('How these were made').click();
  await expect
    .element(page.getByText(/^40 sampled:/u))
    .toHaveTextContent('18 good enough, 5 came twice, 3 the same as the original, 1 never ended, 2 with something avoided');
  await expect.element(page.getByText(/^40 sampled:/u)).toHaveTextContent('1 dropped: changes a number, 2 dropped: changes a ‘not’');
});

test('a line under a short list says why there are not more rewrites', async () => {
  const { app } = await mountApp();
  app.wishes.set('committee', 'avoid');
  await expect
    .element(page.getByText('Only three: the others that were found are much like these, or less surely right.'))
    .toBeVisible();
});

test('the account names the random bans that were drawn, and the opening that a system bans', async () => {
  const { app } = await mountApp();
  app.wishes.set('gathering', 'avoid');
  app.wishes.set('week', 'require');
  await page.getByText('How these were made').click();
  await expect.element(page.getByText('They were asked for in 1 set:')).toBeVisible();
  await expect.element(page.getByText('Without “gathering”; with “week”')).toBeVisible();
  app.vary({ approach: 33 });
  await expect.poll(() => app.rewriting.running || app.rewriting.pending).toBe(false);
  await page.getByText('How these were made').click();
  await expect.element(page.getByText('Without “gathering”; word 1 not “The”, word 2 not “committee”; with “week”')).toBeVisible();
});

test('a rewrite of the user is scored beside ours, with the same figures, and can be used', async () => {
  const { app } = await mountApp();
  await field().fill(mine);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(use(6)).toBeVisible();
  await expect.element(page.getByText(/^Yours ·/u)).toBeVisible();
  await expect.element(field()).toHaveValue('');
  await page.getByRole('button', { name: 'Details of rewrite 6' }).click();
  for (const figure of ['1.25', '1.50', '2.75', '40 %', '60 %', '61 of 100'])
    await expect.element(page.getByText(figure, { exact: true })).toBeVisible();
  await use(6).click();
  expect(app.document.text).toBe(mine);
  expect(app.document.source).toBe(sample);
});

test('a rewrite of the user stays with its sentence', async () => {
  const { app } = await mountApp(`${sample} Another one.`);
  await field().fill(`  ${mine.replace(' ', '  ')} `);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => app.rewriting.own.map(({ text }) => text)).toEqual([mine]);
  app.goTo(1);
  expect(app.rewriting.own).toEqual([]);
  app.goTo(0);
  expect(app.rewriting.own.length).toBe(1);
});

test('a rewrite that can’t be scored stays in its field, and the page says why', async () => {
  const client = new FakeClient();
  client.failScore = new OtherwiseError('nothing-to-rewrite', 'There are no letters.');
  const { app } = await mountApp(sample, client);
  await field().fill('123');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => document.querySelector('.failed')?.textContent).toContain('.');
  await expect.element(field()).toHaveValue('123');
  expect(app.rewriting.own).toEqual([]);
});
