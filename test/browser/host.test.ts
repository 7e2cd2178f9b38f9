import { mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import { AppState } from '../../src/app/state/app.svelte.ts';
import { HostState, type Host, type NotPicked, type Picked, type PutBack } from '../../src/app/state/host.svelte.ts';
import App from '../../src/app/ui/App.svelte';
import { FakeClient } from './fake-client.ts';
import { axeFindings, sample } from './mount-app.ts';

/** A browser around the panel: says what it is told to say, and remembers what it was given. */
class FakeHost implements Host {
  readonly given: string[] = [];
  selected: Picked | NotPicked = { title: 'A form', text: sample, takes: 'kept' };
  answer: PutBack = 'kept';
  call = (): void => undefined;

  pick(): Promise<Picked | NotPicked> {
    return Promise.resolve(this.selected);
  }

  putBack(text: string): Promise<PutBack> {
    this.given.push(text);
    return Promise.resolve(this.answer);
  }

  onCall(listener: () => void): void {
    this.call = listener;
  }
}

let mounted: Record<string, unknown> | undefined;
const close = async (): Promise<void> => {
  vi.useRealTimers();
  if (mounted) await unmount(mounted);
  mounted = undefined;
};
afterEach(close);

/** The panel as `src/app/open-app.ts` opens it. */
async function openPanel(host = new FakeHost(), store: PageStore = { ...passing(), lasting: true }) {
  await page.viewport(360, 700);
  const app = new AppState(new FakeClient(), 'base', () => performance.now());
  const state = new HostState(host, app);
  mounted = mount(App, { target: document.body, props: { app, host: state } });
  await app.open(store);
  await state.pick();
  return { app, host, state, store };
}

const bar = () => page.getByRole('region', { name: 'The page beside' });
const putBack = () => bar().getByRole('button', { name: 'Put back' });

test('the selected text comes with its page’s title, and goes back once it is another one', async () => {
  const { app, host } = await openPanel();
  expect(app.document.text).toBe(sample);
  await expect.element(bar().getByText('From “A form”')).toBeVisible();
  await expect.element(putBack()).toBeDisabled();
  app.replaceText('It can wait.');
  await putBack().click();
  expect(host.given).toEqual(['It can wait.']);
  await expect.element(bar().getByText('The text is back on its page.')).toBeVisible();
  await expect.element(putBack()).toBeDisabled();
  app.replaceText('It can wait until then.');
  await expect.element(putBack()).toBeEnabled();
  await expect.element(bar().getByText('The text is back on its page.')).not.toBeInTheDocument();
  expect(await axeFindings()).toEqual([]);
});

test('a page with soft hyphens and zero-width spaces gives its words, and may have them back', async () => {
  const host = new FakeHost();
  host.selected = { title: 'News', text: 'It can\u200b wait un\u00adtil then.', takes: 'kept' };
  const { app, state } = await openPanel(host);
  expect(app.document.text).toBe('It can wait until then.');
  await expect.element(putBack()).toBeDisabled();
  const { id } = app.desk.library.current;
  await state.pick();
  expect(app.desk.library.current.id).toBe(id);
});

test.each([
  ['changed', 'The place on the page has changed'],
  ['long', 'The field on the page has room for less text'],
  ['gone', 'The page was left or loaded again'],
] as const)('%s is announced, and the text stays', async (answer, words) => {
  const { app, host } = await openPanel();
  host.answer = answer;
  app.replaceText('It can wait.');
  await putBack().click();
  await expect.element(bar().getByText(words)).toBeVisible();
  await expect.element(page.getByRole('status').getByText(words)).toBeInTheDocument();
  expect(app.document.text).toBe('It can wait.');
  await expect.element(putBack()).toBeEnabled();
});

test('text of a page that nobody can edit is copied or shown there, and a field that takes none is said to', async () => {
  const host = new FakeHost();
  host.selected = { title: '', text: sample, takes: 'shown' };
  const { app } = await openPanel(host);
  await expect.element(bar().getByText('From the page beside')).toBeVisible();
  await expect.element(bar().getByText('This text can’t be edited on its page')).toBeVisible();
  await expect.element(bar().getByRole('button', { name: 'Copy text' })).toBeVisible();
  host.answer = 'shown';
  app.replaceText('It can wait.');
  await bar().getByRole('button', { name: 'Show there' }).click();
  await expect.element(bar().getByText('nothing is saved there')).toBeVisible();
  host.selected = { title: '', text: 'Fixed.', takes: 'none' };
  host.call();
  await expect.element(bar().getByText('This field takes no text')).toBeVisible();
  await expect.element(bar().getByRole('button', { name: 'Show there' })).not.toBeInTheDocument();
});

test('a line says that nothing was selected or the page can’t be read, and the last text stays', async () => {
  const host = new FakeHost();
  host.selected = 'nothing';
  const { app, state } = await openPanel(host);
  await expect.element(bar().getByText('Nothing is selected.')).toBeVisible();
  await expect.element(putBack()).not.toBeInTheDocument();
  app.replaceText('My own text.');
  host.selected = 'closed';
  await state.pick();
  await expect.element(bar().getByText('This page can’t be read.')).toBeVisible();
  expect(app.document.text).toBe('My own text.');
});

test('each selection is a document of its own, and another document has no place on the page', async () => {
  const { app, host, state } = await openPanel();
  const first = app.desk.library.current.id;
  host.selected = { title: 'Another', text: 'Another text.', takes: 'kept' };
  host.call();
  await expect.poll(() => app.document.text).toBe('Another text.');
  expect(app.desk.library.entries.length).toBe(1);
  expect(state.picked?.title).toBe('Another');
  await app.desk.openDocument(first);
  expect(state.picked).toBeUndefined();
  await expect.element(putBack()).not.toBeInTheDocument();
});

test('the panel saves at once when the focus leaves it: it is closed without a word', async () => {
  const { app } = await openPanel();
  await app.desk.saveNow();
  const before = app.desk.library.current.revision;
  // The time after which it saves by itself never comes.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  app.replaceText('It can wait.');
  dispatchEvent(new Event('blur'));
  await expect.poll(() => app.desk.library.current.revision).toBe(before + 1);
});

test('the panel opened again on the same selection shows what was made of it', async () => {
  const { app, host, store } = await openPanel();
  app.replaceText('It can wait.');
  await app.desk.saveNow();
  await close();
  const again = await openPanel(host, store);
  expect(again.app.document.text).toBe('It can wait.');
  expect(again.app.desk.library.entries.length).toBe(1);
  await putBack().click();
  expect(host.given).toEqual(['It can wait.']);
});
