import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const preset = (name: string) => page.getByRole('group', { name: 'Style' }).getByRole('button', { name, exact: true });
const cards = (): string[] =>
  [...document.querySelectorAll('#rewrites li h3')].map((title) => (title.textContent ?? '').replace(/^Rewrite \d: /u, ''));

test('a preset that is on sends its options to the engine and says what it does; off, all is as before', async () => {
  const { client } = await mountApp();
  await preset('Very different').click();
  await expect.element(preset('Very different')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ distance: 4, temperature: 1, p: 0.5, diversity: 0.55 });
  await expect.element(page.getByRole('slider', { name: 'How different' })).toHaveAttribute('aria-valuetext', 'Hardly a common word');
  await preset('Keep the structure').click();
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ distance: 0, n: 16 });
  await expect.element(preset('Very different')).toHaveAttribute('aria-pressed', 'false');
  await preset('Keep the structure').click();
  const count = client.requests.length;
  await expect.poll(() => document.querySelector('[aria-pressed=true]')).toBeNull();
  // The plain request was answered before: its rewrites are still there.
  await expect.poll(() => cards().length).toBe(5);
  expect(client.requests.length).toBe(count);
});

test('shorter shows shorter rewrites only, and says how much shorter and how many others there are', async () => {
  const { app } = await mountApp();
  await preset('Shorter').click();
  await expect.poll(() => app.rewriting.result !== undefined && cards().length > 0).toBe(true);
  expect(cards()).toEqual(['The committee put the meeting off a week.']);
  expect(app.rewriting.choose(app.rewriting.result?.rewrites ?? []).left).toBe(7);
  await expect.element(page.getByText('7 good rewrites are not in the style that you chose, and not shown.')).toBeVisible();
  await expect.element(page.getByText(/A quarter less is wanted\. Here: about 8 words\./)).toBeVisible();
  await expect.element(page.getByText(/8 words instead of 10 \(−20%\)/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Alt>}1{/Alt}');
  expect(app.document.text).toBe('The committee put the meeting off a week.');
});

test('plainer bans rare words that have a common substitute, and names them', async () => {
  const { app, client } = await mountApp('The committee decided to postpone the meeting.');
  await preset('Plainer').click();
  await expect.poll(() => client.requests.at(-1)?.options.avoid).toEqual(['postpone']);
  await expect.element(page.getByText('Avoided here: “postpone”.')).toBeVisible();
  app.wishes.set('postpone', 'require');
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ avoid: [], require: ['postpone'] });
});

test('faithful or diverse goes to the engine; in the papers’ modes it is off and says why', async () => {
  const { app, client } = await mountApp();
  await page.getByRole('button', { name: 'For research' }).click();
  const slider = page.getByRole('slider', { name: 'Faithful or diverse' });
  await expect.element(slider).toBeVisible();
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Most faithful');
  await expect.poll(() => client.requests.at(-1)?.options).toMatchObject({ temperature: 0.3, p: 0, free: 5, diversity: 0.1 });
  app.settings.change({ approach: 34 });
  await expect.element(slider).toBeDisabled();
  await expect.element(slider).toHaveAccessibleDescription('Only in our own mode: the papers’ modes have numbers of their own.');
});
