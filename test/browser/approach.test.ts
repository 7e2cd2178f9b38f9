import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { passing } from '../../src/app/platform/database.ts';
import { systems } from '../../src/app/state/settings/approach.ts';
import * as de from '../../src/app/ui/messages/de/research.ts';
import * as en from '../../src/app/ui/messages/en/research.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const radio = (name: string | RegExp) => page.getByRole('radio', { name, exact: typeof name === 'string' });
const asked = (client: FakeClient) => expect.poll(() => client.requests.at(-1)?.options);

test('the three modes go to the engine under their names; a system is found by words and by its number', async () => {
  const { app, client } = await mountApp();
  await asked(client).toMatchObject({ mode: 'otherwise' });
  await page.getByRole('button', { name: 'For research' }).click();
  await page.getByText('ParaBank 2', { exact: true }).click();
  await asked(client).toMatchObject({ mode: 'parabank2', n: 5 });
  await page.getByText('ParaBank', { exact: true }).click();
  await asked(client).toMatchObject({ mode: 'parabank', system: 28 });
  const search = page.getByRole('searchbox');
  await search.fill('zebra');
  await expect.element(page.getByText('No system is like that.')).toBeVisible();
  await search.fill('three words BEGINNING');
  expect(page.getByRole('radiogroup', { name: 'Systems of ParaBank' }).getByRole('radio').elements().length).toBe(1);
  await radio(/^34: Begins with other words/u).click();
  await asked(client).toMatchObject({ mode: 'parabank', system: 34 });
  await search.fill('7');
  await expect.element(radio('7: Avoids the rarest, second rarest, and third rarest words')).toBeVisible();
  expect(radio(/^(?:17|27|37):/u).elements()).toEqual([]);
  expect(app.settings.values.approach).toBe(34);
});

test('every approach has an example: what it asks of the sentence in focus, by the user’s seed', async () => {
  const { app } = await mountApp();
  await page.getByRole('button', { name: 'For research' }).click();
  await expect.element(page.getByText(/^For your sentence, for example: Without “\w+”/u)).toBeVisible();
  await page.getByText('ParaBank 2', { exact: true }).click();
  const told = (): string => page.getByText(/^For your sentence, for example:/u).element().textContent;
  const first = told();
  app.settings.change({ seed: 8 });
  await expect.poll(told).not.toBe(first);
  await page.getByText('ParaBank', { exact: true }).click();
  const described = (number: number): string => {
    const { ariaDescribedByElements } = radio(new RegExp(`^${number}:`, 'u')).element() as HTMLInputElement;
    return ariaDescribedByElements?.[0]?.textContent ?? '';
  };
  await expect.poll(() => described(1)).toBe('For your sentence: Without “postpone”');
  expect(described(28)).toBe('For your sentence: Nothing avoided');
  expect(described(33)).toBe('For your sentence: word 1 not “The”, word 2 not “committee”');
  expect(described(35)).toMatch(/^For your sentence: Without “\w+”; with “\w+”$/u);
  expect(systems.filter(({ number }) => described(number) === '')).toEqual([]);
  expect(await axeFindings()).toEqual([]);
  app.replaceText('Why?');
  await expect.poll(() => described(1)).toBe('Your sentence has no such words.');
  app.replaceText('');
  await expect.poll(() => page.getByText('For your sentence').elements()).toEqual([]);
});

test('examples wait for the model, so that nothing is fetched before the user lets it come', async () => {
  const { app } = await mountApp();
  app.engine.status = 'stopped';
  await page.getByRole('button', { name: 'For research' }).click();
  await expect.element(page.getByText('Our own: five rewrites')).toBeVisible();
  expect(app.words.loaded).toBe(false);
  await app.load();
  await expect.element(page.getByText('For your sentence, for example:')).toBeVisible();
});

test.each([
  ['parabank2', 'otherwise'],
  [7, 7],
  [99, 'otherwise'],
])('settings of an earlier version: system %s is %s', async (system, approach) => {
  const store = { ...passing(), lasting: true };
  await store.values.set('settings', { system, distance: 3 });
  const { app } = await mountApp(sample, new FakeClient(), store);
  expect(app.settings.values).toMatchObject({ approach, distance: 3 });
});

describe.each([['English', en.approach], ['German', de.approach]])('in %s', (_, { system: words }) => {
  test('each of the 37 systems has a sentence of its own', () => {
    const sentences = systems.map(({ system }) => words(system));
    expect(new Set(sentences).size).toBe(37);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^.]{12,100}$/u);
    expect(sentences.join()).not.toMatch(/undefined|  /u);
  });
});
