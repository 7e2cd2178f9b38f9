import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passing } from '../../src/app/platform/database.ts';
import { FakeClient } from './fake-client.ts';
import { axeFindings, mountApp, mountClosed, sample, unmountApp } from './mount-app.ts';

beforeEach(() => sessionStorage.clear());
afterEach(unmountApp);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const opener = () => button(/^Documents\. Open now/u);

test('documents are made, opened, named, deleted and brought back by keyboard and by mouse', async () => {
  const { app } = await mountApp(sample);
  await app.desk.saveNow();
  await expect.element(opener()).toHaveAccessibleName('Documents. Open now: The committee decided to postpone the meeting…');
  (opener().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await button('New document').click();
  expect(app.document.text).toBe('');
  await expect.poll(() => document.activeElement).toBe(opener().element());
  app.replaceText('Another text, of another day.');
  await app.desk.saveNow();

  await opener().click();
  await button('Rename “Another text, of another day.”').click();
  await userEvent.keyboard('Days{Enter}');
  await expect.element(button('Open “Days”')).toBeVisible();
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Rename “Days”');
  await button('Rename “Days”').click();
  await userEvent.keyboard('no{Escape}');
  await expect.element(button('Open “Days”')).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  await button('Open “The committee decided to postpone the meeting…”').click();
  expect(app.document.text).toBe(sample);
  await opener().click();
  await button('Delete “Days”').click();
  await expect.element(page.getByRole('dialog').getByText('“Days” was deleted.')).toBeVisible();
  expect(app.desk.library.entries.length).toBe(1);
  await expect.poll(() => document.activeElement?.textContent).toBe('Undo');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => app.document.text).toBe('Another text, of another day.');
  expect(app.desk.library.entries.length).toBe(2);
});

test('before the store is read the list does not say that it is empty', async () => {
  const store = { ...passing(), lasting: true };
  const { app } = await mountApp(sample, new FakeClient(), store);
  await app.desk.saveNow();
  const { app: next } = await mountClosed();
  await page.getByRole('button', { name: /^Documents/u }).click();
  await expect.element(page.getByText('Reading your documents …')).toBeVisible();
  expect(document.querySelector('dialog')?.textContent).not.toContain('Nothing is stored yet');
  await next.open(store);
  await expect.element(button('Open “The committee decided to postpone the meeting…”')).toBeVisible();
  expect(document.querySelector('dialog')?.textContent).not.toContain('Reading your documents');
});

test('undo goes back in the open document only', async () => {
  const { app } = await mountApp(sample);
  await app.desk.saveNow();
  const { id } = app.desk.library.current;
  await app.desk.beginDocument();
  app.replaceText('One.');
  app.replaceText('Two.');
  app.undo();
  expect(app.document.text).toBe('One.');
  await app.desk.openDocument(id);
  app.undo();
  expect(app.document.text).toBe('');
  app.redo();
  expect(app.document.text).toBe(sample);
});

test('a text from elsewhere never takes the place of what is there', async () => {
  const { app } = await mountApp(sample);
  await app.receive('Shared with us.');
  expect(app.document.text).toBe('Shared with us.');
  expect(app.desk.library.entries.map((entry) => entry.opening)).toEqual([sample]);
});

test('a sentence of a document that was put away is not decoded to its end', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  client.pause = 60_000;
  app.wishes.set('week', 'avoid');
  await expect.poll(() => app.rewriting.running).toBe(true);
  const before = client.cancels;
  await app.desk.beginDocument();
  expect([client.cancels, app.rewriting.session.running]).toEqual([before + 1, undefined]);
});
