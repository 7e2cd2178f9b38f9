import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPageStore, passing, type PageStore } from '../../src/app/platform/database.ts';
import type { ParaphraseResult } from '../../src/core/protocol.ts';
import type { AppState } from '../../src/app/state/app.svelte.ts';
import { SessionState } from '../../src/app/state/rewrites/session.svelte.ts';
import { FakeClient, gate } from './fake-client.ts';
import { mountApp, mountClosed, sample, unmountApp } from './mount-app.ts';
import { settled } from './page-states.ts';

afterEach(unmountApp);

const lasting = (): PageStore => ({ ...passing(), lasting: true });
const use = page.getByRole('button', { name: 'Use this: rewrite 1' });

/** A first visit that made rewrites of the sample. */
async function visited(store: PageStore): Promise<void> {
  const { app } = await mountApp(sample, new FakeClient(), store);
  await expect.element(use).toBeVisible();
  await app.desk.saveNow();
}

/** Opens another visit, whose model is not there yet. */
async function again(store: PageStore): Promise<{ app: AppState; client: FakeClient; load: () => Promise<void> }> {
  const client = new FakeClient();
  const loading = gate();
  client.mayLoad = loading.opened;
  const { app } = await mountClosed(client);
  await app.open(store);
  const loaded = app.load();
  return {
    app, client,
    load: () => {
      loading.open();
      return loaded;
    },
  };
}

test('rewrites of the last visit are shown before the model is loaded, and are not made again', async () => {
  const store = lasting();
  await visited(store);
  const { app, client, load } = await again(store);
  await expect.element(use).toBeVisible();
  expect(app.engine.status).toBe('loading');
  await load();
  await settled(app);
  expect(client.requests).toEqual([]);
  await expect.element(use).toBeVisible();
});

test('another device with another budget shows them too, another model makes its own', async () => {
  const store = lasting();
  await visited(store);
  const client = new FakeClient();
  client.info = { ...client.info, budget: { sets: 2, samples: 5, free: 1 } };
  const { app } = await mountApp('', client, store);
  await expect.element(use).toBeVisible();
  await settled(app);
  expect(client.requests).toEqual([]);
  const other = new FakeClient();
  other.info = { ...other.info, modelHash: '000000000000' };
  await mountApp('', other, store);
  await expect.poll(() => other.requests.length).toBe(1);
});

test('a result that is damaged is made again, and a store that takes none costs nothing but time', async () => {
  const store = lasting();
  const { cache } = store;
  const damaged: PageStore = {
    ...store,
    cache: {
      ...cache,
      of: async (...key) => (await cache.of(...key)).map((kept) => ({ ...(kept as object), result: { rewrites: [{ text: 5 }] } })),
    },
  };
  await visited(damaged);
  const { client } = await mountApp('', new FakeClient(), damaged);
  await expect.poll(() => client.requests.length).toBe(1);
  const refuse = (): Promise<never> => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const refusing: PageStore = { ...store, cache: { get: refuse, of: refuse, put: refuse } };
  const { app } = await mountApp('', new FakeClient(), refusing);
  await expect.element(use).toBeVisible();
  expect(app.announcement?.kind).not.toBe('failed');
});

test('in the browser’s own database they go with the document that is deleted, and the oldest when there are too many', async () => {
  const name = `test-results-${Math.random()}`;
  const store = await openPageStore(name, 50);
  await visited(store);
  const { app } = await again(store);
  await expect.element(use).toBeVisible();
  const { id } = app.desk.library.current;
  expect((await store.cache.of(id, 'result ')).length).toBe(1);
  await app.desk.removeDocument(id);
  expect(await store.cache.of(id, '')).toEqual([]);
  for (let at = 0; at <= 50; at += 1) await store.cache.put(`key ${at}`, { document: 'd', at, value: at });
  const left = await Promise.all([0, 4, 5, 50].map((at) => store.cache.get(`key ${at}`)));
  expect(left).toEqual([undefined, undefined, 5, 50]);
  indexedDB.deleteDatabase(name);
});

test('what one model made is a draft until another that takes its place has answered', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  await expect.element(use).toBeVisible();
  app.settings.change({ ahead: false });
  const second = gate();
  client.mayAnswer = (request) => (request === 2 ? second.opened : undefined);
  client.restarted({ ...client.info, model: 'large', modelHash: '111111111111' });
  await expect.element(page.getByText('Quick draft: better ones are coming')).toBeVisible();
  expect(use.elements().length).toBe(1);
  second.open();
  await expect.poll(() => page.getByText('Quick draft: better ones are coming').elements()).toEqual([]);
  await expect.element(use).toBeVisible();
  expect(client.requests.length).toBe(2);
});

test('rewrites are called a draft as long as a better model is on its way and will be asked without a click', async () => {
  const client = new FakeClient();
  client.info = { ...client.info, model: 'small', following: 'base' };
  const { app } = await mountApp(sample, client);
  await expect.element(use).toBeVisible();
  await expect.element(page.getByText('Quick draft: better ones are coming')).toBeVisible();
  app.settings.change({ automatic: false });
  await expect.poll(() => page.getByText('Quick draft: better ones are coming').elements()).toEqual([]);
  app.settings.change({ automatic: true });
  await expect.element(page.getByText('Quick draft: better ones are coming')).toBeVisible();
  client.restarted({ ...client.info, following: undefined });
  await expect.poll(() => page.getByText('Quick draft: better ones are coming').elements()).toEqual([]);
  expect(use.elements().length).toBe(1);
});

test('where nothing is rewritten by itself, what one model made stays when another takes its place, and can be made anew', async () => {
  const client = new FakeClient();
  const { app } = await mountApp(sample, client);
  await expect.element(use).toBeVisible();
  app.settings.change({ automatic: false });
  client.restarted({ ...client.info, model: 'large', modelHash: '111111111111' });
  expect(app.announcement).toEqual({ kind: 'other-model' });
  await page.getByRole('button', { name: 'Make them now' }).click();
  await expect.poll(() => client.requests.length).toBe(2);
  await expect.poll(() => page.getByRole('button', { name: 'Make them now' }).elements()).toEqual([]);
});

test('where one model found nothing to show, another that takes its place is asked at once', async () => {
  const client = new FakeClient();
  client.right = () => 0.01;
  await mountApp(sample, client);
  await expect.element(page.getByRole('heading', { name: 'No safe rewrite found' })).toBeVisible();
  client.right = () => 0.9;
  client.restarted({ ...client.info, model: 'large', modelHash: '111111111111' });
  await expect.element(use).toBeVisible();
  expect(client.requests.length).toBe(2);
  expect(page.getByRole('button', { name: 'Make them now' }).elements()).toEqual([]);
});

test('what was made in this visit is newer than what is brought back, whatever was asked', async () => {
  const session = new SessionState(new FakeClient(), () => 0);
  await session.run({ text: sample, options: { distance: 2 } });
  const made = session.latestFor(sample);
  const request = { text: sample, options: { distance: 4 } };
  session.recall([{ request, result: { ...(made as ParaphraseResult), seed: 5 }, took: 1, model: 'x' }]);
  expect(session.latestFor(sample)).toBe(made);
  expect(session.result(request)?.seed).toBe(5);
});
