import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FakeClient } from './fake-client.ts';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const text = 'The first one is here. The second one came. A third one is there. Then a fourth one. And a fifth.';
const asked = (client: FakeClient): string[] => client.requests.map((request) => request.text);

test('while the user reads, the next sentences and the one before are decoded, one at a time; coming to them costs nothing', async () => {
  const { app, client } = await mountApp(text);
  app.goTo(1);
  await expect
    .poll(() => asked(client), { timeout: 8000 })
    .toEqual(['The second one came.', 'A third one is there.', 'Then a fourth one.', 'The first one is here.', 'And a fifth.']);
  app.goTo(2);
  expect(app.rewriting.result?.rewrites.length).toBe(5);
  await new Promise((resolve) => {
    setTimeout(resolve, 400);
  });
  expect(asked(client).length).toBe(5);
});

test('what is decoded ahead goes on while the user types, and the sentence in focus never waits for it', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(text, client);
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  client.pause = 60_000;
  await expect.poll(() => asked(client).at(-1), { timeout: 5000 }).toBe('The second one came.');
  expect(app.rewriting.running).toBe(false);
  const before = client.cancels;
  app.type(`${text} More.`, 3);
  expect(client.cancels).toBe(before);
  client.pause = 0;
  app.wishes.set('first', 'avoid');
  await expect.poll(() => app.rewriting.result?.constraints, { timeout: 3000 }).toEqual([{ avoid: ['first'], require: [] }]);
});

test('a sentence that is being decoded ahead is not decoded twice when the user comes to it', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(text, client);
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  client.pause = 1500;
  await expect.poll(() => asked(client).at(-1), { timeout: 5000 }).toBe('The second one came.');
  // Straight to the session: a step of the page's own halts what is decoded ahead.
  const request = { ...app.rewriting.request, text: 'The second one came.' };
  const done = app.rewriting.session.run(request);
  expect(app.rewriting.session.running?.text).toBe('The second one came.');
  expect(app.rewriting.session.view.stage).toBe('sample');
  await done;
  expect(app.rewriting.session.result(request)?.rewrites.length).toBe(5);
  expect(asked(client).filter((sentence) => sentence === 'The second one came.').length).toBe(1);
});

test('nothing is decoded ahead when the setting is off', async () => {
  const { app, client } = await mountApp(text);
  app.settings.change({ ahead: false });
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await new Promise((resolve) => {
    setTimeout(resolve, 1500);
  });
  expect(asked(client)).toEqual(['The first one is here.']);
});

test('an article that is pasted into the empty field is read from its beginning', async () => {
  const { app } = await mountApp('');
  const field = document.querySelector('textarea');
  field?.focus();
  if (field) field.value = text;
  field?.setSelectionRange(text.length, text.length);
  field?.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
  expect(app.document.sentences.length).toBe(5);
  expect(app.document.focus).toBe(0);
  expect(field?.selectionStart).toBe(0);
});
