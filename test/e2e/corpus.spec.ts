import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { order, standingOrder } from './engine-faults.ts';
import { openResearch, returning as test } from './page-object.ts';

test.use({ sabotaged: true });

/** So that the page can be left in the middle, however quick the machine is. */
const SLOW = { slow: 20 };

const subjects = ['The committee', 'A member', 'The teacher', 'My neighbour', 'The old man', 'Her sister'];
const actions = ['decided to postpone the meeting.', 'was surprised by the answer.'];
const sentences = subjects.flatMap((subject) => actions.map((action) => `${subject} ${action}`));
const table = ['name\tsentence', ...sentences.map((sentence, at) => `s${at}\t${sentence}`), 'broken', ''].join('\n');

const pane = (page: Page) => page.getByRole('dialog', { name: 'Many sentences' });
const done = async (page: Page): Promise<number> =>
  Number(/^(\d+) of/u.exec(await pane(page).getByText(/^\d+ of 12 rows done/u).innerText())?.[1]);

/** Lets a file fall on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file = '', content = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], file));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

/** Begins with the file and with what stands there by itself. */
async function begin(page: Page): Promise<void> {
  await drop(page, 'sentences.tsv', table);
  await pane(page).getByRole('button', { name: 'Begin', exact: true }).click();
}

async function save(page: Page, form: string): Promise<string> {
  await expect(pane(page).getByText('12 of 12 rows done')).toBeVisible();
  const [saved] = await Promise.all([page.waitForEvent('download'), pane(page).getByRole('button', { name: `Save as .${form}` }).click()]);
  return readFile(await saved.path(), 'utf8');
}

test('a file is rewritten; the page is reloaded in the middle twice, and what is saved is the same to the byte', async ({
  page, otherwise,
}) => {
  await otherwise.open();
  await otherwise.takeWhatComes();
  await order(page, SLOW);
  await begin(page);
  const reached: number[] = [];
  for (const least of [2, 6]) {
    await expect.poll(() => done(page), { intervals: [50] }).toBeGreaterThanOrEqual(least);
    reached.push(await done(page));
    await page.reload();
    // Whether its engine begins now or has begun.
    await standingOrder(page, SLOW);
    await order(page, SLOW);
    await openResearch(page);
    await page.getByRole('button', { name: 'Work on many sentences' }).click();
    await expect.poll(() => done(page)).toBeGreaterThanOrEqual(least);
  }
  const interrupted = [await save(page, 'jsonl'), await save(page, 'tsv')];
  expect(reached.every((rows) => rows < 12)).toBe(true);
  interface Entry { id: string; source: string; rewrites: unknown[] }
  const entries = interrupted[0]?.trimEnd().split('\n').map((line) => JSON.parse(line) as Entry) ?? [];
  expect(entries.map(({ id, source }) => [id, source])).toEqual(sentences.map((sentence, at) => [`s${at}`, sentence]));
  expect(entries.flatMap(({ rewrites }) => rewrites).length).toBeGreaterThan(12);

  await pane(page).getByRole('button', { name: 'All files' }).click();
  await order(page, { slow: 0 });
  await begin(page);
  expect([await save(page, 'jsonl'), await save(page, 'tsv')]).toEqual(interrupted);
  expect(await otherwise.text()).toBe('');
});

/** Puts a finished corpus of so many rows with one rewrite each where the page keeps its own. */
async function seed(page: Page, rows: number): Promise<void> {
  await page.evaluate(async (total) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('otherwise-corpora', 1);
      request.onupgradeneeded = () => ['corpora', 'rows', 'outputs'].forEach((name) => request.result.createObjectStore(name));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('refused'));
    });
    const words = 'the committee decided to postpone a meeting until next week because nobody had read this report'.split(' ');
    const text = (at: number): string => Array.from({ length: 12 }, (_, n) => words[(at * 7 + n * 5) % words.length]).join(' ');
    const transaction = database.transaction(['corpora', 'rows', 'outputs'], 'readwrite');
    transaction.objectStore('corpora').put({
      id: 'many', name: 'many.txt', created: 1, total, skipped: { count: 0, first: [] }, systems: ['otherwise'], filters: {}, n: 1, seed: 0,
      distance: 2, budget: { sets: 1, samples: 1 }, model: 'tiny', modelHash: 'x', going: false,
    }, 'many');
    const all = Array.from({ length: total }, (_, at) => ({ line: at + 1, text: `Row ${at}: ${text(at)}.` }));
    for (let at = 0; at < total; at += 1000) transaction.objectStore('rows').put(all.slice(at, at + 1000), ['many', at / 1000]);
    for (const [row, { line, text: source }] of all.entries()) {
      const [forward, backward] = [((row * 7919) % 400) / 100, ((row * 104729) % 400) / 100];
      const rewrite = {
        text: `${text(row + 3)}.`, forward, backward, score: forward + backward, right: (row % 97) / 97, distance: (row % 89) / 89,
        overlap: row % 100, meaning: (row * 31) % 100, crossEntropy: forward, systems: [{ system: 'otherwise', rank: 1 }],
      };
      const entry = { line, source, rewrites: [rewrite], dropped: {}, model: 'x', seed: 0 };
      transaction.objectStore('outputs').put({ row, entry }, ['many', row]);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, rows);
}

test('a hundred thousand rows: only those in sight are in the page while they are scrolled, and memory is for them alone', async ({
  page, context, otherwise,
}) => {
  await otherwise.open();
  await seed(page, 100_000);
  await page.reload();
  const session = await context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
  };
  await session.send('Performance.enable');
  await openResearch(page);
  await page.getByRole('button', { name: 'Work on many sentences' }).click();
  const before = await heap();
  await pane(page).getByRole('button', { name: 'Open “many.txt”' }).click();
  await expect(pane(page).getByText('100,000 rewrites', { exact: true })).toBeVisible();
  const after = await heap();

  const grid = pane(page).getByRole('grid');
  await grid.hover();
  for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, turn % 10 === 9 ? 400_000 : 700);
  await grid.focus();
  for (const key of ['End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(grid.getByRole('row', { selected: false }).first()).toBeVisible();
  const rendered = await grid.getByRole('row').count();
  expect(rendered).toBeLessThan(60);
  expect(after - before).toBeLessThan(200);

  await pane(page).getByRole('button', { name: 'Score' }).click();
  await expect(pane(page).getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.getByRole('row').nth(1).getByRole('gridcell').nth(3)).toHaveText('0.00');
});
