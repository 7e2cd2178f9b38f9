import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OtherwiseError } from '../../src/core/errors.ts';
import { passing, type PageStore } from '../../src/app/platform/database.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import type { Offer } from '../../src/app/state/review/review.ts';
import { FakeClient, gate } from './fake-client.ts';
import { axeFindings, mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

const sentences = ['The first one is here.', 'The second one came.', 'A third one is there.', 'Then a fourth one.', 'And a fifth.'];
const text = sentences.join(' ');
const asked = (client: FakeClient): string[] => client.requests.map((request) => request.text);
const button = (name: string | RegExp): ReturnType<typeof page.getByRole> => page.getByRole('button', { name });

/** The page with nothing decoded by itself, and an engine that is sure of no rewrite. */
async function mountQuiet(client = new FakeClient()): Promise<{ app: AppState; client: FakeClient }> {
  client.right = (index) => 0.7 - 0.05 * index;
  const mounted = await mountApp('', client);
  mounted.app.settings.change({ automatic: false });
  mounted.app.replaceText(text);
  return mounted;
}

/** Holds each answer until it is let go. */
class HoldingClient extends FakeClient {
  /** The functions that let the answers go, in the order in which they were asked for. */
  readonly held: (() => void)[] = [];

  override async rewrite(...given: Parameters<FakeClient['rewrite']>): ReturnType<FakeClient['rewrite']> {
    await new Promise<void>((resolve, reject) => {
      this.held.push(resolve);
      given[2]?.signal?.addEventListener('abort', () => { reject(new OtherwiseError('aborted', 'Stopped.')); }, { once: true });
    });
    return super.rewrite(...given);
  }
}

async function allDone(app: AppState): Promise<void> {
  await expect.poll(() => app.rewriting.queue.total).toBe(0);
}

test('one button rewrites every sentence once, the one in focus first; what may change the meaning waits in the review', async () => {
  const { app, client } = await mountQuiet();
  app.goTo(2);
  await button('Rewrite all 5 sentences').click();
  await allDone(app);
  expect(asked(client)).toEqual([2, 3, 4, 0, 1].map((at) => sentences[at]));
  expect(app.document.text).toBe(text);
  await expect.poll(() => app.review.outcome).toMatchObject({ replaced: 0, offered: 5 });
  expect(app.review.offers().map(({ standing }) => standing)).toEqual(Array(5).fill('offered'));
  await button('Review 5 suggestions').click();
  await expect.element(page.getByText('0 of 5 sentences replaced')).toBeVisible();
});

test('the page shows progress and the time that is left; after a cancel the finished sentences stay', async () => {
  const client = new HoldingClient();
  const { app } = await mountQuiet(client);
  app.review.rewriteAll();
  await expect.element(page.getByText('0 of 5 sentences rewritten')).toBeVisible();
  for (const at of [0, 1]) {
    await expect.poll(() => client.held.length).toBe(at + 1);
    client.held[at]?.();
  }
  await expect.element(page.getByText(/2 of 5 sentences rewritten · about \d+ (?:s|min) left/u)).toBeVisible();
  await expect.poll(() => client.held.length).toBe(3);
  await button('Cancel').click();
  expect(app.rewriting.queue.total).toBe(0);
  await expect.element(button('Rewrite all 5 sentences')).toBeVisible();
  expect(app.review.offers().filter(({ standing }) => standing === 'offered').length).toBe(2);
  // The rest is not rewritten before what is asked for next, nor after it.
  for (const [at, count] of [[4, 4], [3, 5]] as const) {
    app.goTo(at);
    const rewritten = app.rewriting.rewrite();
    await expect.poll(() => client.held.length).toBe(count);
    client.held.at(-1)?.();
    await rewritten;
  }
  expect(asked(client)).toEqual([0, 1, 4, 3].map((at) => sentences[at]));
});

test('one paragraph of several is rewritten alone', async () => {
  const { app, client } = await mountQuiet();
  await expect.element(button('Rewrite all 5 sentences')).toBeVisible();
  expect(button(/^Only this paragraph/u).elements()).toEqual([]);
  app.replaceText(`${sentences.slice(0, 2).join(' ')}\n\n${sentences.slice(2).join(' ')}`);
  app.goTo(3);
  await button('Only this paragraph (3)').click();
  await allDone(app);
  expect(asked(client)).toEqual([3, 4, 2].map((at) => sentences[at]));
});

test('the queue goes on around what the user asks for; what was interrupted is begun again, and nothing else', async () => {
  const client = new FakeClient();
  const second = gate();
  client.mayAnswer = (request) => (request === 2 ? second.opened : undefined);
  const { app } = await mountQuiet(client);
  app.review.rewriteAll();
  await expect.poll(() => asked(client).length).toBe(2);
  app.goTo(3);
  await app.rewriting.rewrite();
  expect(app.rewriting.result?.text).toBe(sentences[3]);
  second.open();
  await allDone(app);
  const times = sentences.map((sentence) => asked(client).filter((one) => one === sentence).length);
  // The second one was interrupted and begun again.
  expect(times).toEqual([1, 2, 1, 1, 1]);
});

test('only the marked sentences are rewritten where some are marked', async () => {
  const { app, client } = await mountQuiet();
  const field = document.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(text.indexOf('second'), text.indexOf('third'));
  await button('Rewrite the 2 marked sentences').click();
  await allDone(app);
  expect(asked(client)).toEqual([sentences[1], sentences[2]]);
});

test('a sentence that fails is passed over; two in a row end the queue and are told', async () => {
  const client = new FakeClient();
  const { app } = await mountQuiet(client);
  client.failNext = new OtherwiseError('text-too-long', 'Too long.');
  app.review.rewriteAll();
  await allDone(app);
  expect(asked(client).length).toBe(5);
  expect(app.review.offers().map(({ standing }) => standing)).toEqual(['same', ...Array(4).fill('offered')]);
  const rewrite = client.rewrite.bind(client);
  client.rewrite = (...given) => {
    client.failNext = new OtherwiseError('out-of-memory', 'No more memory.');
    return rewrite(...given);
  };
  app.replaceText('Now another one. And one more. And the last one.');
  app.review.rewriteAll();
  await allDone(app);
  expect(asked(client).length).toBe(7);
  expect(app.announcement).toMatchObject({ kind: 'failed', failure: { code: 'out-of-memory' } });
});

test('lines without letters and sentences that are too long cost the others nothing', async () => {
  const { app, client } = await mountQuiet();
  app.replaceText(`2019\n\n2020\n\n${text}`);
  client.failNext = new OtherwiseError('text-too-long', 'Too long.');
  app.review.rewriteAll();
  await allDone(app);
  expect(asked(client)).toEqual(sentences);
  await expect.poll(() => app.review.outcome).toMatchObject({ replaced: 0, offered: 4 });
  app.review.rewriteAll();
  await allDone(app);
  expect(asked(client)).toEqual([...sentences, sentences[0]]);
});

test('undo brings back what was before and leaves in the review what was asked since; another document’s end stops nothing', async () => {
  const client = new FakeClient();
  const { app } = await mountQuiet(client);
  app.vary({ distance: 3 });
  const answering = gate();
  client.mayAnswer = () => answering.opened;
  app.review.rewriteAll();
  app.undo();
  await app.desk.saveNow();
  await app.desk.removeDocument('another one');
  expect(app.rewriting.queue.total).toBe(5);
  answering.open();
  await allDone(app);
  expect(app.review.offers().map(({ standing }) => standing)).toEqual(Array(5).fill('offered'));
});

test('the queue waits for a model that is not there yet', async () => {
  const { app, client } = await mountQuiet();
  app.engine.status = 'stopped';
  app.review.rewriteAll();
  await expect.element(page.getByText('0 of 5 sentences rewritten · waiting for the model')).toBeVisible();
  expect(asked(client)).toEqual([]);
  await app.load();
  await allDone(app);
  expect(asked(client).length).toBe(5);
});

test('the keyboard alone uses, changes, leaves and takes back rewrites in the review', async () => {
  const { app } = await mountQuiet();
  app.review.rewriteAll();
  await allDone(app);
  await button('Review and export').click();
  await expect.element(page.getByText('0 of 5 sentences replaced · 5 suggestions to review')).toBeVisible();
  const [first, second] = app.review.offers();
  await userEvent.keyboard('j{Enter}');
  await expect.poll(() => app.document.sentences[0]?.text).toBe(first?.offers[0]?.text);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Sentence 2');
  await userEvent.keyboard('n');
  await expect.poll(() => app.review.offers()[1]?.offers[0]?.text).toBe(second?.offers[1]?.text);
  await userEvent.keyboard('x');
  await expect.poll(() => app.review.offers()[1]?.standing).toBe('left');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Sentence 3');
  await userEvent.keyboard('kk');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Sentence 1');
  await userEvent.keyboard('x');
  await expect.poll(() => app.document.text).toBe(text);
  expect(await axeFindings()).toEqual([]);
  app.undo();
  expect(app.document.sentences[0]?.text).toBe(first?.offers[0]?.text);
});

test('the offers of the review and the sentences left as they are outlive a reload', async () => {
  const store: PageStore = { ...passing(), lasting: true };
  const client = new FakeClient();
  client.right = () => 0.7;
  const { app } = await mountApp('', client, store);
  app.settings.change({ automatic: false });
  app.replaceText(text);
  app.review.rewriteAll();
  await allDone(app);
  app.review.leave(app.review.offers()[1] as Offer);
  await app.desk.saveNow();
  const before = app.review.offers();
  expect(before.map(({ standing }) => standing)).toEqual(['offered', 'left', 'offered', 'offered', 'offered']);
  const { app: again } = await mountApp('', new FakeClient(), store);
  expect(again.review.offers()).toEqual(before);
});

test('a text of 2,000 sentences is reviewed a hundred rows at a time', async () => {
  const { app } = await mountQuiet();
  app.replaceText(Array.from({ length: 2000 }, (_, at) => `This is sentence number ${at}.`).join(' '));
  app.review.rewriteAll();
  await expect.poll(() => app.rewriting.queue.total, { timeout: 150_000 }).toBe(0);
  await button('Review and export').click();
  await expect.element(page.getByText('0 of 2,000 sentences replaced · 2,000 suggestions to review')).toBeVisible();
  expect(document.querySelectorAll('[data-row]').length).toBe(100);
  await button('Show 100 more').click();
  expect(document.querySelectorAll('[data-row]').length).toBe(200);
});

test('all rewrites of all sentences are saved as a table', async () => {
  const { app } = await mountQuiet();
  app.review.rewriteAll();
  await allDone(app);
  await button('Review and export').click();
  await expect.element(button('Save all rewrites (.tsv)')).toBeVisible();
  const made = app.review.made();
  expect(made.map(({ source }) => source)).toEqual(sentences);
  expect(made.every(({ rewrites }) => rewrites.length === 5)).toBe(true);
});
