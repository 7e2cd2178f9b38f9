import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';

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

test('a conflict is told once, with a button for each way to solve it; a form of an avoided word is allowed alone', async () => {
  const { app, client } = await mountApp();
  client.unmet = [{ phrase: 'put off', reason: 'conflicts with a ban' }];
  app.wishes.set('put off', 'require');
  app.wishes.set('off', 'avoid');
  await page.getByRole('button', { name: 'Allow “off” again' }).click();
  expect(app.document.wishes).toEqual({ avoid: [], require: ['put off'] });
  app.wishes.set('off', 'avoid');
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  expect(page.getByText('Not met').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Do not require “put off”' }).click();
  expect(app.document.wishes).toEqual({ avoid: ['off'], require: [] });
  app.wishes.clear();
  await app.words.load();
  app.wishes.set('postpone', 'require');
  app.wishes.set('postponed', 'avoid');
  await page.getByRole('button', { name: 'Allow “postpone” again' }).click();
  expect(app.conflicts).toEqual([]);
  expect(app.document.wishes).toMatchObject({ avoid: ['postponed'], require: ['postpone'] });
});

test('the focus goes from a solved conflict to the next one, and from the last one to the rewrites', async () => {
  const { app } = await mountApp();
  app.wishes.set('put off', 'require');
  app.wishes.set('off', 'avoid');
  app.wishes.set('call off', 'require');
  await page.getByRole('button', { name: 'Do not require “put off”' }).click();
  await expect.element(page.getByRole('button', { name: 'Allow “off” again' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('region', { name: 'Rewrites' })).toHaveFocus();
  expect(app.conflicts).toEqual([]);
});

test('what is unmet for the same cause is told in one line', async () => {
  const client = new FakeClient();
  const reason = 'no acceptable rewrite avoids it';
  client.unmet = [{ phrase: 'postpone', reason }, { phrase: 'meeting', reason }, { phrase: 'x', reason: 'markup lost' }];
  await mountApp(sample, client);
  await expect.element(page.getByText('“postpone” and “meeting”: no good rewrite does without')).toBeVisible();
  expect(document.querySelectorAll('#rewrites .unmet li').length).toBe(2);
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
  client.pause = 60_000;
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
  client.pause = 60_000;
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
  client.pause = 60_000;
  app.wishes.set('week', 'avoid');
  await expect.poll(() => document.querySelector('#rewrites ol.stale')).not.toBeNull();
  app.wishes.set('week', 'neutral');
  app.vary({ distance: 3 });
  await expect.poll(() => document.querySelector('#rewrites ol.stale')).not.toBeNull();
  expect(app.rewriting.held).toEqual([]);
  client.pause = 0;
});
