import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, sample, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const offer = page.getByRole('button', { name: 'Split it' });
const field = (): HTMLTextAreaElement => page.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;

const first = 'The committee met on Monday to talk about the new budget of the two schools and of the library in the park';
const second = 'the members who had come from abroad were asked to stay in the city until the vote on the following Monday';
const long = `${first}, and ${second}.`;
const parts = [`${first}.`, `And ${second}.`];

test('a long sentence is quietly offered to be split: one step that undo takes back, the first part in focus', async () => {
  const { app } = await mountApp(`It rained. ${long} It is late.`);
  await expect.element(page.getByRole('heading', { name: 'Sentence 1 of 3' })).toBeVisible();
  expect(offer.elements()).toEqual([]);
  app.goTo(1);
  await expect.element(page.getByText('A long sentence (44 words): shorter ones are rewritten better.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  (offer.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.document.text).toBe(`It rained. ${parts.join(' ')} It is late.`);
  expect(field().value).toBe(app.document.text);
  expect(app.document.sentences.map(({ text }) => text)).toEqual(['It rained.', ...parts, 'It is late.']);
  expect(app.document.current?.text).toBe(parts[0]);
  expect(app.announcement).toEqual({ kind: 'split' });
  await expect.poll(() => offer.elements()).toEqual([]);
  expect(document.activeElement).not.toBe(document.body);
  app.undo();
  expect(app.document.text).toBe(`It rained. ${long} It is late.`);
  expect(app.document.current?.text).toBe(long);
});

test('constraints go to the parts: avoided phrases to each, required ones to the part that has them', async () => {
  const { app } = await mountApp(long);
  app.wishes.set('vote', 'require');
  app.wishes.set('money', 'require');
  app.wishes.set('met', 'avoid');
  await app.split();
  expect(app.document.wishesOf(parts[0] ?? '')).toEqual({ avoid: ['met'], require: ['money'] });
  expect(app.document.wishesOf(parts[1] ?? '')).toEqual({ avoid: ['met'], require: ['vote'] });
});

test('formatting stays on its words when a sentence is split', async () => {
  const { app } = await mountApp('');
  await expect.poll(() => app.exchange.pasted('<b>x</b>', 0, 0)).toBeDefined();
  const html = `<p>${long.replace('new budget', '<b>new budget</b>').replace('from abroad', '<i>from abroad</i>')}</p>`;
  const rich = app.exchange.pasted(html, 0, 0);
  app.type(rich?.text ?? '', 0, rich?.formatting);
  await app.split();
  expect(app.document.text).toBe(parts.join(' '));
  expect(app.exchange.copied(0, app.document.text.length)?.html).toMatch(/<(?:b|strong)>new budget<.*\. And .*<(?:i|em)>from abroad</su);
});

test('a sentence that the engine refuses shows its limit in words, and can be split there', async () => {
  const client = new FakeClient();
  const excess = { words: 44, most: 30 };
  client.failNext = new OtherwiseError('text-too-long', 'Too many tokens.', { excess });
  const { app } = await mountApp(long, client);
  const failure = page.getByRole('group', { name: 'This sentence is too long' });
  await expect.element(failure.getByText('The model takes about 30 words at once; this sentence has 44.')).toBeVisible();
  expect(failure.getByRole('button').elements().map((button) => button.textContent.trim())).toEqual(['Split it']);
  expect(await axeFindings()).toEqual([]);
  await failure.getByRole('button').click();
  await expect.poll(() => app.document.current?.text).toBe(parts[0]);
  await expect.poll(() => client.requests.at(-1)?.text).toBe(parts[0]);
  await expect.poll(() => failure.elements()).toEqual([]);
});

test('one with more characters than the engine reads has no chips, but its limit and the offer before the engine is asked', async () => {
  const { app } = await mountApp('');
  app.settings.change({ automatic: false });
  app.replaceText(Array.from({ length: 90 }, (_, index) => `the committee had met ${index} times`).join(', and '));
  await expect.element(page.getByText('The model takes about 200 words at once; this sentence has 629.')).toBeVisible();
  expect(page.getByRole('toolbar', { name: 'Words of the sentence' }).elements()).toEqual([]);
  await offer.click();
  await expect.poll(() => app.document.sentences.length).toBeGreaterThan(15);
  expect(Math.max(...app.document.sentences.map(({ text }) => text.split(' ').length))).toBeLessThan(40);
  await expect.element(page.getByRole('toolbar', { name: 'Words of the sentence' })).toBeVisible();
});

test('a sentence without a good place to split says so and stays', async () => {
  const list = `${Array.from({ length: 45 }, (_, index) => `apples from garden ${index}`).join(', ')}.`;
  const { app } = await mountApp(list);
  await offer.click();
  await expect.poll(() => app.announcement).toEqual({ kind: 'not-split' });
  expect(app.document.text).toBe(list);
});

test('a sentence of usual length has no offer, nor has one that was replaced', async () => {
  const { app } = await mountApp(`${sample} ${long}`);
  expect(offer.elements()).toEqual([]);
  app.goTo(1);
  await expect.element(offer).toBeVisible();
  app.document.accept('They met.');
  await expect.poll(() => offer.elements()).toEqual([]);
});
