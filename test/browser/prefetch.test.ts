import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeClient, gate } from './fake-client.ts';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(async () => {
  vi.useRealTimers();
  await unmountApp();
});

const text = 'The first one is here. The second one came. A third one is there. Then a fourth one. And a fifth.';
const asked = (client: FakeClient): string[] => client.requests.map((request) => request.text);

test('while the user reads, the next sentences and the one before are decoded, one at a time; coming to them costs nothing', async () => {
  const { app, client } = await mountApp(text);
  app.goTo(1);
  await expect
    .poll(() => asked(client))
    .toEqual(['The second one came.', 'A third one is there.', 'Then a fourth one.', 'The first one is here.', 'And a fifth.']);
  app.goTo(2);
  expect(app.rewriting.result?.rewrites.length).toBe(5);
  // The neighbour that is decoded last: were others decoded again, they would come before it.
  app.replaceText(`${text} And a sixth.`);
  app.goTo(2);
  await expect.poll(() => asked(client).slice(5)).toEqual(['And a sixth.']);
});

test('what is decoded ahead goes on while the user types, and the sentence in focus never waits for it', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(text, client);
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  client.pause = 60_000;
  await expect.poll(() => asked(client).at(-1)).toBe('The second one came.');
  expect(app.rewriting.running).toBe(false);
  const before = client.cancels;
  app.type(`${text} More.`, 3);
  expect(client.cancels).toBe(before);
  client.pause = 0;
  app.wishes.set('first', 'avoid');
  await expect.poll(() => app.rewriting.result?.constraints).toEqual([{ avoid: ['first'], require: [] }]);
});

test('a sentence that is being decoded ahead is not decoded twice when the user comes to it', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(text, client);
  await expect.element(page.getByRole('button', { name: 'Use this: rewrite 1' })).toBeVisible();
  const second = gate();
  client.mayAnswer = (request) => (request === 2 ? second.opened : undefined);
  await expect.poll(() => asked(client).at(-1)).toBe('The second one came.');
  // Straight to the session: a step of the page's own halts what is decoded ahead.
  const request = { ...app.rewriting.request, text: 'The second one came.' };
  const done = app.rewriting.session.run(request);
  expect(app.rewriting.session.running?.text).toBe('The second one came.');
  expect(app.rewriting.session.view.stage).toBe('sample');
  second.open();
  await done;
  expect(app.rewriting.session.result(request)?.rewrites.length).toBe(5);
  expect(asked(client).filter((sentence) => sentence === 'The second one came.').length).toBe(1);
});

test('nothing is decoded ahead when the setting is off', async () => {
  const toFake = ['setTimeout', 'clearTimeout', 'requestIdleCallback', 'cancelIdleCallback'] as const;
  // The time goes on by itself, and in leaps.
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
  const { app, client } = await mountApp(text);
  app.settings.change({ ahead: false });
  await expect.poll(() => app.rewriting.result?.rewrites.length).toBe(5);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked(client)).toEqual(['The first one is here.']);
  // The same time brings the others where they are due.
  app.settings.change({ ahead: true });
  app.rewriting.prepare();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked(client).length).toBe(4);
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
