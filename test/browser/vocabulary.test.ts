import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const settings = (): Promise<void> => page.getByRole('button', { name: 'Settings' }).click();
const region = page.getByRole('region', { name: 'Vocabulary' });
const use = region.getByRole('checkbox');
const cards = page.getByRole('list', { name: 'Other rewrites, from close to bold' });

async function openFile(text: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const field = (): HTMLInputElement | null => document.querySelector('input[data-vocabulary]');
  await expect.poll(field).not.toBeNull();
  const input = field() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(new File([text], 'words.txt', { type: 'text/plain' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function paste(text: string): Promise<void> {
  await region.getByText('Paste a list').click();
  await region.getByRole('textbox').fill(text);
  await region.getByRole('button', { name: 'Use these words' }).click();
}

/** A store that keeps its values in a map. */
const storeOf = (values: Map<string, unknown>): PageStore => ({
  ...passing(), lasting: true,
  values: {
    get: (name: string) => Promise.resolve(values.get(name)),
    set: (name: string, value: unknown) => { values.set(name, value); return Promise.resolve(); },
  },
});

test('the words of a file go to the engine with every sentence, and no longer when the list is switched off', async () => {
  const { client } = await mountApp();
  expect(client.requests.at(-1)?.options.vocabulary).toBeUndefined();
  await settings();
  await openFile('\ufeffThe\r\ncommittee\n\nto\nput off\n1234\nweek\nTHE\n');
  await expect.element(region).toHaveTextContent('6 words read. 1 line without a word left out.');
  await expect.element(use).toBeChecked();
  const words = ['the', 'committee', 'to', 'put', 'off', 'week'];
  await expect.poll(() => client.requests.at(-1)?.options.vocabulary).toEqual(words);
  expect(await axeFindings()).toEqual([]);
  const asked = client.requests.length;
  await use.click();
  await expect.element(use).not.toBeChecked();
  await use.click();
  await use.click();
  // Both results are there already: nothing is asked for twice.
  expect(client.requests.slice(asked).filter(({ options }) => options.vocabulary !== undefined)).toEqual([]);
});

test('each card says what share of its words is outside the list', async () => {
  const { client, app } = await mountApp();
  await expect.element(cards).not.toHaveTextContent('your list');
  client.said = { outside: 0.125 };
  await settings();
  await paste('committee week meeting');
  await expect.element(region).toHaveTextContent('3 words read.');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(cards).toHaveTextContent('13 % of the words outside your list');
  client.said = { outside: 0 };
  app.rewriting.another();
  await expect.element(cards).toHaveTextContent('all words in your list');
});

test('a file that is no list is refused with the reason, and the list stays as it was', async () => {
  const { app } = await mountApp();
  await settings();
  const wrong: (readonly [string | Uint8Array<ArrayBuffer>, string])[] = [
    ['', 'There is no word in it.'], ['  \n\n', 'There is no word in it.'], ['12\n3.5\n—\n', 'There is no word in it.'],
    [new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 1]), 'This is not a text file.'],
    [Array.from({ length: 20_001 }, (_, n) => [...String(n)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')).join('\n'),
      'It has more than 20,000 words.'],
    ['word\n'.repeat(500_000), 'The file is too large'],
  ];
  for (const [content, message] of wrong) {
    await openFile(content);
    await expect.element(region).toHaveTextContent(message);
    expect(region.getByRole('checkbox').elements()).toEqual([]);
  }
  await paste('one\ntwo');
  await expect.element(region).toHaveTextContent('2 words read.');
  await openFile('99');
  await expect.element(region).toHaveTextContent('There is no word in it. Give one word a line. Your list is as it was.');
  expect(app.settings.values.vocabulary.words).toEqual(['one', 'two']);
});

test('the list is kept with the settings; a reset switches it off, and it is deleted by its button alone', async () => {
  const values = new Map<string, unknown>();
  const { app } = await mountApp(undefined, undefined, storeOf(values));
  await settings();
  await paste('one\ntwo');
  await expect.element(use).toBeChecked();
  expect(values.get('settings')).toMatchObject({ vocabulary: { words: ['one', 'two'], on: true } });
  await unmountApp();
  const { app: again, client } = await mountApp(undefined, undefined, storeOf(values));
  expect(again.settings.values.vocabulary).toEqual(app.settings.values.vocabulary);
  await expect.poll(() => client.requests.at(-1)?.options.vocabulary).toEqual(['one', 'two']);
  again.settings.reset();
  expect(again.settings.values.vocabulary).toMatchObject({ words: ['one', 'two'], on: false });
  await settings();
  await region.getByRole('button', { name: 'Delete the list' }).click();
  await expect.element(region).toHaveTextContent('The list is deleted.');
  expect(again.settings.values.vocabulary.words).toEqual([]);
});

test('a list in the settings that is none is dropped, and nothing else with it', async () => {
  const values = new Map<string, unknown>([['settings', { vocabulary: { words: [7], on: true }, bolder: true }]]);
  const { app } = await mountApp(undefined, undefined, storeOf(values));
  expect(app.settings.values).toMatchObject({ bolder: true, vocabulary: { words: [], on: false } });
});
