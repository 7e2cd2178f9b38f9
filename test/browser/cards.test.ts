import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtherwiseError } from '../../src/errors.ts';
import { FakeClient } from './fake-client.ts';
import { mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const use = (index: number) => page.getByRole('button', { name: `Use this: rewrite ${index}` });

test('five cards, their changed words marked against the source', async () => {
  await mountApp();
  await expect.element(use(5)).toBeVisible();
  const first = document.querySelector('#rewrites li');
  expect([...(first?.querySelectorAll('button.changed') ?? [])].map((word) => word.textContent)).toEqual(['chose', 'put', 'off']);
  await expect.element(page.getByText('3 of 11 words changed')).toBeVisible();
});

test('using a rewrite replaces the sentence, marks the card, keeps the demands of the original; undo brings it back', async () => {
  const { app } = await mountApp(`First one. ${sample}`);
  app.goTo(1);
  app.wishes.set('gathering', 'avoid');
  await expect.poll(() => app.rewriting.running || app.rewriting.pending).toBe(false);
  await use(1).click();
  expect(app.document.text).toBe('First one. The committee chose to put off the meeting until next week.');
  expect(app.document.source).toBe(sample);
  expect(app.document.wishes.avoid).toEqual(['gathering']);
  await expect.element(page.getByText('In your text')).toBeVisible();
  await use(2).click();
  expect(app.document.text).toContain('It was decided by the committee');
  app.undo();
  app.undo();
  expect(app.document.text).toBe(`First one. ${sample}`);
});

test('a word of a rewrite is banned by a click, and by the keyboard', async () => {
  const { app, client } = await mountApp();
  await expect.element(use(1)).toBeVisible();
  await page.getByRole('button', { name: 'chose, changed: ban it' }).click();
  expect(app.document.wishes.avoid).toEqual(['chose']);
  await expect.poll(() => client.requests.at(-1)?.options.avoid).toEqual(['chose']);
  await expect.poll(() => page.getByRole('heading', { name: /chose/ }).elements().length).toBe(0);
  (document.querySelector('#rewrites li [role=toolbar] button') as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(app.document.wishes.avoid.length).toBe(2);
});

test('scores are shown on demand', async () => {
  await mountApp();
  await page.getByRole('button', { name: 'Details of rewrite 2' }).click();
  await expect.element(page.getByText('Source given rewrite')).toBeVisible();
  expect(document.querySelector('del')?.textContent).toBe('decided');
});

test('an unmet demand is shown with its reason', async () => {
  const { app } = await mountApp();
  app.wishes.set('zebra', 'require');
  await expect.element(page.getByText('“zebra”: not reached within 24 tokens')).toBeVisible();
});

test('the newest request wins, and what the older one answers is not shown', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  client.pause = 200;
  app.wishes.set('chose', 'avoid');
  await expect.poll(() => app.rewriting.running).toBe(true);
  app.wishes.set('decided', 'avoid');
  await expect.poll(() => app.rewriting.running || app.rewriting.pending).toBe(false);
  expect(app.rewriting.result?.constraints).toEqual([{ avoid: ['chose', 'decided'], require: [] }]);
  expect(app.rewriting.failure).toBeUndefined();
});

test('cancel stops a request and nothing is lost', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  await expect.element(use(1)).toBeVisible();
  client.pause = 60_000;
  app.wishes.set('week', 'avoid');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(app.rewriting.running).toBe(false);
  expect(app.document.text).toBe(sample);
});

test('a failure says what to do and can be tried again', async () => {
  const client = new FakeClient();
  client.failNext = new OtherwiseError('out-of-memory', 'The device has too little memory.');
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'There is not enough memory' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(use(1)).toBeVisible();
});

test('markup in a text stays text', async () => {
  await mountApp('<img src=x onerror="document.title=1"> She said <b>no</b> to it.');
  await expect.element(page.getByRole('toolbar', { name: 'Words of the sentence' })).toBeVisible();
  expect(document.querySelector('main img, main b')).toBeNull();
});
