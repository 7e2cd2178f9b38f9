import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const menu = page.getByRole('menu');
const word = (name: string) => page.getByRole('button', { name, exact: true });
const keep = menu.getByRole('menuitemcheckbox', { name: 'Keep “put off” for “postpone”' });
const settings = (): Promise<void> => page.getByRole('button', { name: 'Settings' }).click();
const list = page.getByRole('list', { name: 'Your phrases' });
const items = (): string[] => list.getByRole('listitem').elements().map((item) => item.textContent.replace(/\s+/gu, ' ').trim());

async function openFile(text: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const field = (): HTMLInputElement | null => document.querySelector('input[type=file][accept^=".tsv"]');
  await expect.poll(field).not.toBeNull();
  const input = field() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], 'phrases.tsv', { type: 'text/tab-separated-values' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a phrase and its counterpart are kept from the menu of a word, and let go again', async () => {
  const { app } = await mountApp();
  await word('put, changed').click();
  await expect.element(keep).toHaveAttribute('aria-checked', 'false');
  expect(await axeFindings()).toEqual([]);
  await keep.click();
  expect(app.wishes.phrases.list).toEqual([{ phrase: 'postpone', instead: 'put off', used: 0 }]);
  await word('put, changed').click();
  await expect.element(keep).toHaveAttribute('aria-checked', 'true');
  await keep.click();
  expect(app.wishes.phrases.list).toEqual([]);
});

test('a word that both sides share has no counterpart to keep', async () => {
  await mountApp();
  await word('committee').first().click();
  await expect.element(menu.getByRole('menuitemcheckbox', { name: 'Avoid here' })).toBeVisible();
  expect(menu.getByRole('menuitemcheckbox', { name: /for “/ }).elements()).toEqual([]);
});

test('a stored phrase is offered first for its word, and counts how often it was used', async () => {
  const { app } = await mountApp();
  app.wishes.phrases.toggle({ phrase: 'postpone', instead: 'shelve for now' });
  await page.getByRole('button', { name: 'postpone: free', exact: true }).click();
  const offered = page.getByRole('button', { name: /^Avoid “postpone” and require “/ });
  await expect.element(offered.first()).toHaveTextContent('shelve for now');
  await offered.first().click();
  expect(app.document.wishes).toEqual({ avoid: ['postpone'], require: ['shelve for now'] });
  expect(app.wishes.phrases.list).toEqual([{ phrase: 'postpone', instead: 'shelve for now', used: 1 }]);
  // What is not on the list counts nowhere.
  app.wishes.swap('meeting', 'session');
  expect(app.wishes.phrases.list).toHaveLength(1);
});

test('the settings show the list with the count of uses, and drop an entry', async () => {
  const { app } = await mountApp();
  await settings();
  expect(list.elements()).toEqual([]);
  app.wishes.phrases.toggle({ phrase: 'postpone', instead: 'put off' });
  app.wishes.phrases.toggle({ phrase: 'meet', instead: 'see' });
  app.wishes.phrases.use({ phrase: 'Postpone', instead: 'put off' });
  await expect.poll(items).toEqual(['postpone → put off used 1 time', 'meet → see not used yet']);
  expect(await axeFindings()).toEqual([]);
  await list.getByRole('button', { name: 'Take “put off” for “postpone” off the list' }).click();
  await expect.poll(items).toEqual(['meet → see not used yet']);
});

test('a list that was saved is read again, and added to what is there', async () => {
  const { app } = await mountApp();
  await settings();
  const saved = new Promise<Blob>((resolve) => {
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      URL.createObjectURL = createObjectURL;
      resolve(blob);
      return createObjectURL(blob);
    };
  });
  app.wishes.phrases.toggle({ phrase: 'postpone', instead: 'put off' });
  app.wishes.phrases.use({ phrase: 'postpone', instead: 'put off' });
  await page.getByRole('region', { name: 'Your phrases' }).getByRole('button', { name: 'Save as a file' }).click();
  const text = await (await saved).text();
  app.wishes.phrases.toggle({ phrase: 'postpone', instead: 'put off' });
  app.wishes.phrases.toggle({ phrase: 'meet', instead: 'see' });
  await openFile(text);
  await expect.poll(() => app.wishes.phrases.list).toEqual([
    { phrase: 'meet', instead: 'see', used: 0 }, { phrase: 'postpone', instead: 'put off', used: 1 },
  ]);
});

test('lines that are no phrases are named and left out, and a file that is no list changes nothing', async () => {
  const { app } = await mountApp();
  await settings();
  const region = page.getByRole('region', { name: 'Your phrases' });
  await openFile('buy\tpurchase\n\nonly one\nsell\tvend\tmany\n🙂\tשלום\t3\r\n');
  await expect.element(region).toHaveTextContent('2 phrases read. No phrase and tab and phrase in lines 3 and 4: left out.');
  const kept = [{ phrase: 'buy', instead: 'purchase', used: 0 }, { phrase: '🙂', instead: 'שלום', used: 3 }];
  expect(app.wishes.phrases.list).toEqual(kept);
  await openFile('nothing here\n');
  await expect.element(region).toHaveTextContent('The file has no line of a phrase');
  await openFile(new Uint8Array([0xff, 0x00, 0xc3]));
  await expect.element(region).toHaveTextContent('The file is not a text file in UTF-8.');
  await openFile('x\ty\n'.repeat(300_000));
  await expect.element(region).toHaveTextContent('The file is too large');
  expect(app.wishes.phrases.list).toEqual(kept);
});

test('the list outlives the page and a reset of the settings, without what is none of it', async () => {
  const phrases = [{ phrase: 'buy', instead: 'purchase', used: -4 }, { phrase: 1 }, 'x'];
  const values = new Map<string, unknown>([['settings', { phrases }]]);
  const store: PageStore = {
    ...passing(), lasting: true,
    values: {
      get: (name: string) => Promise.resolve(values.get(name)),
      set: (name: string, value: unknown) => { values.set(name, value); return Promise.resolve(); },
    },
  };
  const { app } = await mountApp(undefined, undefined, store);
  expect(app.wishes.phrases.list).toEqual([{ phrase: 'buy', instead: 'purchase', used: 0 }]);
  app.wishes.phrases.use({ phrase: 'buy', instead: 'purchase' });
  app.settings.reset();
  expect(values.get('settings')).toMatchObject({ phrases: [{ phrase: 'buy', instead: 'purchase', used: 1 }] });
});
