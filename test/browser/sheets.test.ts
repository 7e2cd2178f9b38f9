import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { passing } from '../../src/app/platform/database.ts';
import { readSheet } from '../../src/lab/sheets/table.ts';
import { FakeClient } from './fake-client.ts';
import { button, eachAlone, savedFiles } from './measure-pane.ts';
import { forResearch, mountApp, unmountApp } from './mount-app.ts';
import { openSheet, pairSheet, rewriteSheet } from './sheet-files.ts';

eachAlone();

const answersIn = async (file: { text: Promise<string> } | undefined) =>
  readSheet(((await file?.text) ?? '').replace(/\n$/, '').split('\n').map((text, number) => ({ number, text })))
    .rows.map(({ item, answers }) => [item, answers]);

test('a sheet of rewrites has sliders and flags, page by page, and is saved as it was filled in', async () => {
  const files = savedFiles();
  await openSheet('rewrites.tsv', rewriteSheet);
  await expect.element(page.getByRole('heading', { name: '“rewrites”, page 1 of 2' })).toHaveFocus();
  expect(document.querySelector('dialog blockquote')?.textContent).toContain('He went home.');
  const sliders = () => [...document.querySelectorAll<HTMLInputElement>('dialog input[type=range]')];
  expect(sliders().length).toBe(2);
  sliders()[1]?.click();
  const flags = page.getByRole('button', { name: 'Ungrammatical or makes no sense' });
  await flags.first().click();
  await expect.element(flags.first()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('1 of 3 rated')).toBeVisible();
  await button('Next').click();
  await expect.element(page.getByRole('heading', { name: '“rewrites”, page 2 of 2' })).toHaveFocus();
  await button('Save sheet').click();
  expect(files[0]?.name).toBe('rewrites-ratings.tsv');
  expect(await answersIn(files[0])).toEqual([[1, { flagged: '1' }], [2, { rating: '50' }], [3, {}]]);
});

test('a sheet of pairs asks its questions, and is there again after a reload', async () => {
  const files = savedFiles();
  const store = { ...passing(), lasting: true };
  await openSheet('pairs.tsv', pairSheet, store);
  const first = page.getByRole('listitem').filter({ hasText: 'the big dog' });
  await expect.element(first.getByText('The big dog ran.')).toBeVisible();
  await first.getByText('Related', { exact: true }).click();
  await expect.element(page.getByText('1 of 2 rated')).toBeVisible();
  await unmountApp();
  await mountApp('', new FakeClient(), store);
  await forResearch('Measure and rate');
  await page.getByText('Rate', { exact: true }).click();
  await expect.element(page.getByText('1 of 2 rated')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Related', exact: true }).first()).toBeChecked();
  await button('Save sheet').click();
  expect(await answersIn(files[0])).toEqual([[1, { relation: 'related' }], [2, {}]]);
  await button('Discard these ratings').click();
  await button('Discard').click();
  await expect.element(button('Open a sheet')).toBeVisible();
});

test('a file that is no sheet, or has a broken line, is refused with the reason', async () => {
  await openSheet('other.tsv', 'id\ttext\n1\tx\n');
  await expect.element(page.getByText('The file is no sheet of the command “sheet”.')).toBeVisible();
  await unmountApp();
  await openSheet('broken.tsv', `${pairSheet}fragments\t1\t3\ta\tb\tc\td\tperhaps\n`);
  await expect.element(page.getByText('Line 4 of the file is no row of its sheet.')).toBeVisible();
});
