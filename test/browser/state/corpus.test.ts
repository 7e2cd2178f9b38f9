import { afterEach, beforeEach, expect, test } from 'vitest';
import { OtherwiseError } from '../../../src/core/errors.ts';
import { openCorpusStore, type CorpusStore } from '../../../src/app/platform/corpus-store.ts';
import { passing } from '../../../src/app/platform/database.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { AppState } from '../../../src/app/state/app.svelte.ts';
import { CorpusState } from '../../../src/app/state/corpus/corpus.svelte.ts';
import type { OpenCorpus } from '../../../src/app/state/corpus/open-corpus.svelte.ts';
import type { JobChoice } from '../../../src/app/state/corpus/job.ts';
import { FakeClient, gate } from '../fake-client.ts';

const names: string[] = [];
let store = '';
beforeEach(() => {
  store = `corpora-${Math.random()}`;
  names.push(store);
});
afterEach(() => {
  for (const name of names.splice(0)) indexedDB.deleteDatabase(name);
});

const choice: JobChoice = { systems: ['otherwise', 17], filters: {}, n: 3, seed: 4, distance: 2 };
const plain = { kind: 'txt', header: false, columns: { text: 1 } } as const;
const numbered = (count: number): File =>
  new File([Array.from({ length: count }, (_, at) => `This is sentence ${at}.\n`).join('')], 'numbered.txt');

/** A visit of the page; `open` gives its store. */
async function visit(client = new FakeClient(), open = (): Promise<CorpusStore> => openCorpusStore(store)): Promise<{
  app: AppState;
  client: FakeClient;
  corpus: CorpusState;
}> {
  const app = new AppState(client, 'base', () => performance.now());
  await app.open(passing());
  app.settings.change({ automatic: false });
  await app.load();
  return { app, client, corpus: new CorpusState(app, open) };
}

async function begun(corpus: CorpusState, file: File, wanted = choice): Promise<OpenCorpus> {
  await corpus.take(file);
  await corpus.begin(wanted, plain);
  const { current } = corpus;
  if (current === undefined) throw new Error(JSON.stringify(corpus.problem));
  return current;
}
const phase = (corpus: OpenCorpus, wanted: string): Promise<unknown> =>
  expect.poll(() => corpus.run.phase).toBe(wanted);
/** Tells whether a visit that is gone still holds what it worked on. */
async function isAtWork(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name?.startsWith('otherwise-corpus-'));
}
const output = (corpus: OpenCorpus): string => JSON.stringify(corpus.entries.map(({ model, ...entry }) => [model, entry]));

test('every system is asked for every row, equal rewrites are put together, and the document hears of nothing', async () => {
  const { app, corpus, client } = await visit();
  const current = await begun(corpus, numbered(3));
  await phase(current, 'done');
  expect(client.requests.map(({ text, options }) => [text, options.mode ?? options.system, options.n, options.seed])).toEqual(
    [0, 1, 2].flatMap((at) => ['otherwise', 17].map((system) => [`This is sentence ${at}.`, system, 3, 4])),
  );
  const [first] = current.entries;
  expect(first?.rewrites.map(({ systems }) => systems)).toEqual(
    [1, 2, 3].map((rank) => [{ system: 'otherwise', rank }, { system: 17, rank }]),
  );
  expect(first?.rewrites[0]).toMatchObject({ score: 0.9, overlap: 79 });
  expect(app.rewriting.session.kept).toEqual([]);
  expect(app.rewriting.session.running).toBeUndefined();
});

test('a job that is interrupted twice ends with the same bytes, and does nothing again', async () => {
  const whole = await begun((await visit(new FakeClient(), () => openCorpusStore(`${store}-whole`))).corpus, numbered(12));
  await phase(whole, 'done');
  names.push(`${store}-whole`);
  const asked: string[] = [];
  let current: OpenCorpus | undefined;
  for (const until of [2, 6, 12]) {
    const client = new FakeClient();
    client.pause = 60;
    const { corpus } = await visit(client);
    if (until === 2) current = await begun(corpus, numbered(12));
    else {
      await corpus.open();
      current = corpus.current;
    }
    await expect.poll(() => current?.done, { interval: 10 }).toBeGreaterThanOrEqual(until);
    // The page goes, in the middle of a row: nobody has the time to say anything.
    client.dispose();
    current?.run.pause();
    await expect.poll(isAtWork).toBe(false);
    asked.push(...client.requests.map(({ text }) => text));
  }
  await phase(current as OpenCorpus, 'done').catch(() => undefined);
  expect(output(current as OpenCorpus)).toBe(output(whole));
  // Of twelve rows with two systems none is done again but the two that were broken off.
  expect(asked.length).toBeLessThanOrEqual(24 + 2 * 2);
});

test('what the user asks for goes first; the row that was interrupted is begun again', async () => {
  const client = new FakeClient();
  const first = gate();
  client.mayAnswer = (request) => (request === 1 ? first.opened : undefined);
  const { app, corpus } = await visit(client);
  const current = await begun(corpus, numbered(2), { ...choice, systems: ['otherwise'] });
  await expect.poll(() => client.requests.length).toBe(1);
  app.replaceText('What the user wants.');
  await app.rewriting.rewrite();
  expect(app.rewriting.result?.text).toBe('What the user wants.');
  expect(client.requests.map(({ text }) => text)).toEqual(['This is sentence 0.', 'What the user wants.']);
  first.open();
  await phase(current, 'done');
  expect(client.requests.map(({ text }) => text).slice(2)).toEqual(['This is sentence 0.', 'This is sentence 1.']);
  expect(current.entries.map(({ line }) => line)).toEqual([1, 2]);
});

test('a queue of the document goes first as well', async () => {
  const client = new FakeClient();
  const first = gate();
  client.mayAnswer = (request) => (request === 1 ? first.opened : undefined);
  const { app, corpus } = await visit(client);
  app.replaceText('One is here. Two is here.');
  app.review.rewriteAll();
  const current = await begun(corpus, numbered(1), { ...choice, systems: ['otherwise'] });
  await phase(current, 'waiting');
  first.open();
  await phase(current, 'done');
  expect(client.requests.map(({ text }) => text)).toEqual(['One is here.', 'Two is here.', 'This is sentence 0.']);
});

test('a job that is paused stops within the row and goes on with it', async () => {
  const client = new FakeClient();
  const second = gate();
  client.mayAnswer = (request) => (request === 2 ? second.opened : undefined);
  const { corpus } = await visit(client);
  const current = await begun(corpus, numbered(3), { ...choice, systems: ['otherwise'] });
  await expect.poll(() => client.requests.length).toBe(2);
  await current.pause();
  const { done } = current;
  second.open();
  // The work is over when its lock is free.
  await expect.poll(isAtWork).toBe(false);
  expect([current.done, client.requests.length, current.run.phase]).toEqual([done, 2, 'resting']);
  const { corpus: later } = await visit();
  await later.open();
  // Who paused it wants it to rest after a reload too.
  expect(later.current).toBeUndefined();
  await current.go();
  expect(current.entries.map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('a job stops where there is no room for more, and its results are there, also after a reload', async () => {
  const real = await openCorpusStore(store);
  let kept = 0;
  const full: CorpusStore = {
    ...real,
    keep: (id, row, value) => {
      if ((kept += 1) > 4) return Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
      return real.keep(id, row, value);
    },
  };
  const { corpus } = await visit(new FakeClient(), () => Promise.resolve(full));
  const current = await begun(corpus, numbered(6));
  await phase(current, 'failed');
  expect(current.run.failure?.code).toBe('no-storage');
  expect(current.entries.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  const again = await visit();
  await again.corpus.open();
  const later = again.corpus.current as OpenCorpus;
  await phase(later, 'done');
  expect(later.entries.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(again.client.requests.length).toBe(4);
});

test('a file without room for it is refused with a reason, and nothing else is lost', async () => {
  const real = await openCorpusStore(store);
  const { corpus } = await visit(new FakeClient(), () =>
    Promise.resolve({ ...real, create: () => Promise.reject(new DOMException('No room.', 'QuotaExceededError')) }));
  await corpus.take(numbered(3));
  await corpus.begin(choice, plain);
  expect(corpus.problem).toMatchObject({ name: 'numbered.txt', problem: { code: 'no-storage' } });
  expect([corpus.current, corpus.look?.file.name]).toEqual([undefined, 'numbered.txt']);
});

test('another model does not continue a job, but may begin it again', async () => {
  const client = new FakeClient();
  const first = await begun((await visit(client)).corpus, numbered(3));
  await phase(first, 'done');
  const other = new FakeClient();
  other.info = { ...other.info, modelHash: '000000000000' };
  const { corpus, app } = await visit(other);
  await corpus.open();
  await corpus.show(first.job.id);
  const current = corpus.current as OpenCorpus;
  expect(current.run.phase).toBe('done');
  await current.anew();
  expect(current.entries.map(({ model }) => model)).toEqual(Array(3).fill('000000000000'));
  expect(app.announcement).toEqual({ kind: 'corpus-done' });
});

test('a model that changes in the middle stops a job before a row has results of both', async () => {
  const client = new FakeClient();
  const third = gate();
  client.mayAnswer = (request) => (request === 3 ? third.opened : undefined);
  const { app, corpus } = await visit(client);
  const current = await begun(corpus, numbered(20), { ...choice, systems: ['otherwise'] });
  await expect.poll(() => client.requests.length).toBe(3);
  client.restarted({ ...client.info, modelHash: '000000000000' });
  third.open();
  await phase(current, 'other-model');
  expect(new Set(current.entries.map(({ model }) => model))).toEqual(new Set(['3fa1c09be27d']));
  client.restarted(client.info);
  expect(app.engine.info?.modelHash).toBe('3fa1c09be27d');
  await current.go();
  expect(current.entries.length).toBe(20);
});

test('a row that can’t be rewritten is named; a machine that fails twice stops it', async () => {
  const client = new FakeClient();
  const { corpus } = await visit(client);
  const rewrite = client.rewrite.bind(client);
  client.rewrite = (text, ...rest): Promise<ParaphraseResult> => {
    if (text.includes('1')) client.failNext = new OtherwiseError('text-too-long', 'Too long.');
    if (text.includes('3')) client.failNext = new OtherwiseError('out-of-memory', 'No memory.');
    return rewrite(text, ...rest);
  };
  const current = await begun(corpus, numbered(5));
  await phase(current, 'failed');
  expect(current.run.failure?.code).toBe('out-of-memory');
  expect(current.failures).toEqual({ count: 1, first: [{ line: 2, code: 'text-too-long' }] });
  expect(current.entries.map(({ line }) => line)).toEqual([1, 3]);
});

test('two tabs do not work on the same one', async () => {
  const client = new FakeClient();
  const answering = gate();
  client.mayAnswer = () => answering.opened;
  const first = await begun((await visit(client)).corpus, numbered(2));
  const { corpus } = await visit();
  await corpus.open();
  const second = corpus.current as OpenCorpus;
  await phase(second, 'elsewhere');
  answering.open();
  await phase(first, 'done');
  await second.go();
  expect(second.entries.length + second.failures.count).toBe(2);
});

test('lines that are no rows are named by their number and skipped: bad bytes, bad JSON, missing fields, a line of 5 MB', async () => {
  const { corpus } = await visit();
  const file = new File(
    [
      '{"text":"The first one."}\n', 'no JSON\n', '{"other":"x"}\n', new Uint8Array([0x7b, 0xff, 0xfe, 0x0a]),
      `{"text":"${'x'.repeat(5e6)}"}\n`, '\n', '{"text":"\u202eRight to left 👍 and \\u0007 bell."}\n',
    ],
    'mixed.jsonl',
  );
  await corpus.take(file);
  await corpus.begin({ ...choice, systems: ['otherwise'] }, { kind: 'jsonl', header: false, columns: { text: 'text' } });
  const current = corpus.current as OpenCorpus;
  await phase(current, 'done');
  expect(current.job.skipped.first).toEqual([
    { line: 2, code: 'bad-json' },
    { line: 3, code: 'missing-field' },
    { line: 4, code: 'bad-utf8' },
    { line: 5, code: 'text-too-long' },
    { line: 6, code: 'bad-json' },
  ]);
  expect(current.entries.map(({ line }) => line)).toEqual([1, 7]);
});

test('a table in UTF-16, as spreadsheets write it, is read', async () => {
  const { corpus } = await visit();
  const letters = [...'\ufeffA première line.\nAnother one.\n'].map((letter) => letter.charCodeAt(0));
  const bytes = new Uint8Array(new Uint16Array(letters).buffer);
  const current = await begun(corpus, new File([bytes], 'wide.txt'));
  expect(current.rows.map(({ text }) => text)).toEqual(['A première line.', 'Another one.']);
  await phase(current, 'done');
});
