import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CorpusEntry } from '../../src/lab/corpus/entry.ts';
import { chosen, drop, finished, forgetCorpora, tableFile } from './corpus-pane.ts';
import { savedFiles } from './measure-pane.ts';
import { forResearch, mountApp, unmountApp } from './mount-app.ts';

beforeEach(forgetCorpora);
afterEach(async () => {
  await unmountApp();
  vi.restoreAllMocks();
});

const dialog = page.getByRole('dialog', { name: 'Many sentences' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const grid = () => page.getByRole('grid', { name: 'Rewrites' });
const rows = (): string[] => grid().getByRole('row').elements().slice(1).map((row) => row.querySelector('.pair span')?.textContent ?? '');
const lines = (): string[] =>
  grid().getByRole('row').elements().slice(1).map((row) => row.querySelector('.line')?.textContent.trim() ?? '');

test('the pane opens from the entry for research, and is empty at first', async () => {
  await mountApp('');
  await forResearch('Work on many sentences');
  await expect.element(dialog).toBeVisible();
  await expect.element(button('Open a file')).toBeVisible();
});

test('of a dropped table the pane guesses the columns, shows the rows as it reads them, and names a broken line', async () => {
  const { app } = await chosen();
  expect(app.document.text).toBe('');
  await expect.element(page.getByLabelText('The first line names the columns')).toBeChecked();
  const [sentences, names] = [page.getByLabelText('Sentences are in'), page.getByLabelText('ID column')];
  expect((sentences.element() as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('sentence');
  expect((names.element() as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('id');
  const sample = page.getByRole('table', { name: 'The first rows, as they are read' });
  await expect.element(sample.getByRole('row', { name: '2 first The first sentence is here.' })).toBeVisible();
  await expect.element(sample.getByRole('row', { name: '4 other columns than the rest' })).toBeVisible();
  await sentences.selectOptions('id');
  await expect.element(sample.getByRole('row', { name: '2 first', exact: true })).toBeVisible();
});

test('without a header the columns have numbers, and the first line is a row', async () => {
  await chosen(new File(['A first sentence of some length.\t1\nThe second one.\t2\n'], 'plain.tsv'));
  await expect.element(page.getByLabelText('The first line names the columns')).not.toBeChecked();
  expect([...(page.getByLabelText('Sentences are in').element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'column 1', 'column 2',
  ]);
  await expect.element(page.getByRole('row', { name: '1 A first sentence of some length.' })).toBeVisible();
});

test('a file becomes a table of results, its skipped lines are named, and the document stays as it was', async () => {
  const { app, client } = await finished();
  expect(new Set(client.requests.map(({ text }) => text))).toEqual(
    new Set(['The first sentence is here.', 'Another sentence came.', 'The third one is there.']),
  );
  await expect.element(page.getByText('3 of 3 rows done · 15 rewrites')).toBeVisible();
  await page.getByText('1 line gave nothing').click();
  await expect.element(page.getByText('Line 4: other columns than the rest')).toBeVisible();
  expect(lines().slice(0, 6)).toEqual([...Array(5).fill('first'), 'second']);
  expect(app.document.text).toBe('');
  expect(app.rewriting.session.kept).toEqual([]);
});

test('the table is sorted by a figure both ways, filtered by limits and words, and shown whole again', async () => {
  await finished();
  await button('Score').click();
  await expect.poll(() => lines().slice(0, 3)).toEqual(['first', 'second', 'third']);
  await expect.element(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending');
  await button(/^Score/u).click();
  await expect.element(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => rows()[0]).toBe('The committee resolved to push the session back to next week.');

  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabelText('Score, at most').fill('1');
  await expect.element(page.getByText('3 of 15 rewrites')).toBeVisible();
  await page.getByLabelText('Search in sentences and rewrites').fill('another sentence');
  await expect.element(page.getByText('1 of 15 rewrites')).toBeVisible();
  expect(lines()).toEqual(['second']);
  await page.getByLabelText('Search in sentences and rewrites').fill('no such words');
  await expect.element(page.getByText('No rewrite is like that.')).toBeVisible();
  await button('Show all').click();
  await expect.element(page.getByText('15 rewrites', { exact: true })).toBeVisible();
});

test('the keyboard alone leads through the rows, into one with its phrases, on to the next and back', async () => {
  await finished();
  (grid().element() as HTMLElement).focus();
  const active = (): string | null | undefined =>
    document.getElementById(grid().element().getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-rowindex');
  expect(active()).toBe('2');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(active).toBe('4');
  await userEvent.keyboard('{End}');
  await expect.poll(active).toBe('16');
  await userEvent.keyboard('{Home}{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Line 2, rewrite 1' })).toHaveFocus();
  await expect.element(page.getByText('Otherwise, its no. 1')).toBeVisible();
  await button('Next row').click();
  await expect.element(page.getByRole('heading', { name: 'Line 2, rewrite 2' })).toBeVisible();
  await button('Back to the table').click();
  await expect.element(grid()).toHaveFocus();
  expect(page.getByRole('heading', { name: /^Line 2/u }).elements()).toEqual([]);
});

test('the filtered rows are saved as JSON lines and as a table', async () => {
  const { corpus } = await finished();
  const saved = savedFiles();
  if (corpus.current) corpus.current.filter = { ranges: { score: { most: 1.2 } }, words: 'another' };
  await expect.element(page.getByText('2 of 15 rewrites')).toBeVisible();
  await button('Save as .jsonl').click();
  await button('Save as .tsv').click();
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['sentences-rewrites.jsonl', 'sentences-rewrites.tsv']);
  const [jsonl = '', tsv = ''] = await Promise.all(saved.map(({ text }) => text));
  const entries = jsonl.trimEnd().split('\n').map((line) => JSON.parse(line) as CorpusEntry);
  expect(entries.map(({ id, rewrites, model }) => [id, rewrites.map(({ score }) => score), model])).toEqual([
    ['second', [0.9, 1.1], '3fa1c09be27d'],
  ]);
  expect(tsv.trimEnd().split('\n').length).toBe(3);
});

test('statistics by system and by length have plots, here and in the Measure pane, and are saved', async () => {
  const { app } = await finished();
  await page.getByText('Statistics', { exact: true }).click();
  const all = page.getByRole('table', { name: 'The rewrites of each system' }).getByRole('row', { name: /^All systems/u });
  await expect.element(all.getByRole('cell').first()).toHaveTextContent('15');
  await expect.element(page.getByText('3 sentences of 4.3 words on average.')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Score' })).toBeVisible();
  await page.getByLabelText('By words of the sentence:').selectOptions('Number of rewrites');
  const byLength = page
    .getByRole('table', { name: 'Number of rewrites, by words of the sentence' })
    .getByRole('row', { name: /^All systems/u });
  await expect.poll(() => byLength.getByRole('cell').elements().map(({ textContent }) => textContent)).toEqual(['15', '0', '0', '0']);
  const saved = savedFiles();
  await button('Save as .json').click();
  expect(JSON.parse((await saved[0]?.text) ?? '')).toMatchObject({
    without: 0, systems: [{ system: null, n: 15 }, { system: 'otherwise', n: 15 }],
  });

  await userEvent.keyboard('{Escape}');
  await forResearch('Measure and rate');
  await page.getByText('Many sentences', { exact: true }).last().click();
  const measure = page.getByRole('dialog', { name: 'Measure' });
  await expect.element(measure.getByRole('table', { name: 'The rewrites of each system' })).toBeVisible();
  expect(app.document.text).toBe('');
});

test('a file that is dropped on the open pane goes there, and is no document', async () => {
  const { app, corpus } = await finished();
  drop(new File(['One sentence.\nTwo sentences.\n'], 'another.txt'));
  await expect.element(page.getByRole('heading', { name: 'How to read “another.txt”' })).toBeVisible();
  expect(app.document.text).toBe('');
  await button('Back').click();
  expect(corpus.current?.job.name).toBe('sentences.tsv');
  await expect.element(grid()).toBeVisible();
});

test.each([
  ['a picture', new File([new Uint8Array([137, 80, 78, 71, 0, 255, 254, 10, 0, 1])], 'a.txt'), 'It is not a text file in UTF-8.'],
  ['an empty file', new File([' \n\n'], 'b.txt'), 'There is no text in it.'],
])('%s is refused in plain words, and what is open stays', async (_, file, words) => {
  const { corpus } = await finished();
  drop(file);
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
  expect(corpus.current?.job.name).toBe('sentences.tsv');
});

test('another language keeps what is open', async () => {
  const { app } = await finished();
  app.settings.change({ language: 'de' });
  await expect.element(page.getByRole('dialog', { name: 'Viele Sätze' })).toBeVisible();
  await expect.element(page.getByText('3 von 3 Zeilen fertig · 15 Umformulierungen')).toBeVisible();
  app.settings.change({ language: 'en' });
  await expect.element(dialog).toBeVisible();
});

test('earlier files are listed, opened again and deleted after a question', async () => {
  await finished();
  await button('All files').click();
  await button('Open “sentences.tsv”').click();
  await expect.element(page.getByText('3 of 3 rows done · 15 rewrites')).toBeVisible();
  await button('All files').click();
  await button('Delete “sentences.tsv” and its rewrites').click();
  await button('Delete').click();
  await expect.element(button('Open “sentences.tsv”')).not.toBeInTheDocument();
  await expect.element(button('Open a file')).toHaveFocus();
});

test('the page’s own files still open as documents', async () => {
  const { app } = await mountApp('');
  drop(new File(['A text.'], 'a.txt'));
  await expect.poll(() => app.document.text).toBe('A text.');
  drop(tableFile());
  await expect.element(dialog).toBeVisible();
  expect(app.document.text).toBe('A text.');
});
