import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const chip = (name: string) => page.getByRole('toolbar', { name: 'Words of the sentence' }).getByRole('button', { name, exact: true });

test('a chip cycles free, avoided, required and says so in its name', async () => {
  const { app } = await mountApp();
  await chip('postpone: free').click();
  await expect.element(chip('postpone: avoided')).toBeVisible();
  expect(app.document.wishes).toEqual({ avoid: ['postpone'], require: [] });
  await chip('postpone: avoided').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['postpone'] });
  await chip('postpone: required').click();
  expect(app.document.wishes).toEqual({ avoid: [], require: [] });
});

test('the toolbar is one stop of Tab; arrows move, Space cycles, minus, plus and 0 set', async () => {
  const { app } = await mountApp();
  await chip('The: free').click();
  expect(document.querySelectorAll('[role=toolbar][aria-label="Words of the sentence"] button[tabindex="0"]').length).toBe(1);
  await userEvent.keyboard('0{ArrowRight}{ArrowRight}-');
  expect(app.document.wishes).toEqual({ avoid: ['decided'], require: [] });
  await userEvent.keyboard('{End}+');
  expect(app.document.wishes).toEqual({ avoid: ['decided'], require: ['week'] });
  await userEvent.keyboard('{ArrowRight} ');
  expect(app.document.wishes.avoid).toEqual(['decided', 'The']);
  await userEvent.keyboard('{ArrowLeft}0');
  expect(app.document.wishes.require).toEqual([]);
});

test('a change of a chip sends the demands to the engine; undo takes them back', async () => {
  const { app, client } = await mountApp();
  await chip('meeting: free').click();
  await expect.poll(() => client.requests.at(-1)?.options.avoid).toEqual(['meeting']);
  app.undo();
  await expect.element(chip('meeting: free')).toBeVisible();
  app.redo();
  await expect.element(chip('meeting: avoided')).toBeVisible();
});

test('free phrases are added, changed and removed; a demand that holds a ban is called a conflict', async () => {
  const { app } = await mountApp();
  await page.getByLabelText('Other words or phrases').fill('put off');
  await page.getByRole('button', { name: 'Require', exact: true }).click();
  expect(app.document.wishes.require).toEqual(['put off']);
  await page.getByLabelText('Other words or phrases').fill('off');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('“put off” is required but holds “off”, which is avoided.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove “off”' }).click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['put off'] });
});

test('demands belong to their sentence and follow it when it is edited', async () => {
  const { app } = await mountApp('The cat sat down. The dog ran off.');
  app.goTo(1);
  app.wishes.set('dog', 'avoid');
  app.goTo(0);
  expect(app.document.wishes.avoid).toEqual([]);
  app.type('The cat sat down. The dog ran far off.', 30);
  expect(app.document.wishes.avoid).toEqual(['dog']);
});

test('a chip shows at once what still holds; only that, until the new rewrites are there', async () => {
  const { app, client } = await mountApp();
  const cards = (): string[] => [...document.querySelectorAll('#rewrites ol.stack > li')].map((card) => card.textContent);
  await expect.poll(() => cards().length).toBe(5);
  client.pause = 2000;
  app.wishes.set('meeting', 'avoid');
  flushSync();
  // Before anything was asked of the engine.
  expect(client.requests.length).toBe(1);
  expect(cards().length).toBe(2);
  expect(app.rewriting.held.map(({ text }) => text).filter((text) => text.includes('meeting'))).toEqual([]);
  expect(document.querySelector('#rewrites ol.stale')).toBeNull();
  await expect.poll(() => client.requests.length).toBe(2);
  expect(cards().length).toBe(2);
  client.pause = 0;
});

test('what still holds is looked for in all that was made of the sentence, not only in what came last', async () => {
  const { app, client } = await mountApp();
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  const whole = app.rewriting.result?.rewrites.map(({ text }) => text) ?? [];
  app.wishes.set('meeting', 'avoid');
  await expect.poll(() => client.requests.length).toBe(2);
  await expect.poll(() => app.rewriting.result).toBeDefined();
  app.wishes.set('meeting', 'neutral');
  client.pause = 2000;
  app.wishes.set('delay', 'avoid');
  flushSync();
  const held = app.rewriting.held.map(({ text }) => text);
  expect(held).toEqual(expect.arrayContaining(whole.filter((text) => !text.includes('delay'))));
  expect(held.filter((text) => text.includes('meeting'))).not.toEqual([]);
  expect(held.filter((text) => text.includes('delay'))).toEqual([]);
  expect(new Set(held).size).toBe(held.length);
  client.pause = 0;
});

test('what was made before is only dimmed where nothing of it holds, or something else than a chip was changed', async () => {
  const { app, client } = await mountApp();
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  client.pause = 2000;
  app.wishes.set('week', 'avoid');
  await expect.poll(() => document.querySelector('#rewrites ol.stale')).not.toBeNull();
  app.wishes.set('week', 'neutral');
  app.vary({ distance: 3 });
  await expect.poll(() => document.querySelector('#rewrites ol.stale')).not.toBeNull();
  expect(app.rewriting.held).toEqual([]);
  client.pause = 0;
});
