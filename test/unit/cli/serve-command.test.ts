import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import { command as serve } from '../../../src/cli/commands/serve.ts';
import { optionMeanings } from '../../../src/cli/option-meanings.ts';
import { Rate } from '../../../src/cli/serve/rate.ts';
import { numericOption, options } from '../../../src/core/options.ts';
import type { PairScores, ParaphraseResult } from '../../../src/core/protocol.ts';
import { overUsual, runCommand } from './run-command.ts';

const sentence = 'He went to the old shop again.';
const small = { sets: 1, samples: 2, free: 0, rounds: 1, temperature: 1, threshold: 100 };
const tiny = ['--model', 'tiny', '--threads', '1'];
const page = 'https://page.example';

interface Running {
  readonly url: string;
  readonly port: number;
  /** Stops the server as Ctrl+C does. @returns the exit code */
  stop(): Promise<number>;
}

async function start(...args: string[]): Promise<Running> {
  const stderr = new PassThrough();
  const controller = new AbortController();
  const context = { args: overUsual([...tiny, '--port', '0'], args), stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const ended = serve.run({ ...context, signal: controller.signal });
  const [said] = (await Promise.race([once(stderr, 'data'), ended])) as [Buffer];
  const url = /http:\S+/u.exec(said.toString())?.[0] ?? '';
  return {
    url,
    port: Number(new URL(url).port),
    stop: () => {
      controller.abort();
      return ended;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string; readonly language?: string } };
}

async function post(url: string, path: string, body: string | object | Uint8Array<ArrayBuffer>, headers: object = {}): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Counts the requests that wait at a server beside the one that it works on. */
async function waitingAt(url: string): Promise<unknown> {
  const health = (await (await fetch(new URL('health', url))).json()) as { readonly waiting: unknown };
  return health.waiting;
}

/** A request with whatever head; @returns status, headers, and what came. */
function raw(port: number, headers: Record<string, string>, { method = 'POST', path = '/paraphrase', body = '' } = {}) {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => { text += chunk.toString(); });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('serve', () => {
  let server: Running;
  beforeAll(async () => { server = await start('--origin', page, '--waiting', '20', '--rate', '100000'); });
  afterAll(async () => { expect(await server.stop()).toBe(0); });

  it('answers what the commands answer on a line', async () => {
    const asked = { text: sentence, ...small, avoid: ['shop'], samples: 6 };
    const { lines: [line] } = await runCommand<ParaphraseResult>(paraphrase, tiny, [asked]);
    const answered = await post(server.url, '/paraphrase', asked);
    expect(answered).toEqual({ status: 200, body: line });
    expect(line?.rewrites.length).toBeGreaterThan(0);
    const pair = { source: sentence, rewrite: 'He went to the store again.' };
    const { lines: [figures] } = await runCommand<PairScores>(score, tiny, [pair]);
    expect(await post(server.url, '/score', pair)).toEqual({ status: 200, body: figures });
  });

  it('says how it is', async () => {
    const health = await fetch(new URL('health', server.url));
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok', model: 'tiny', waiting: 0 })]);
  });

  it.each<[string, number, string, string | object | Uint8Array<ArrayBuffer>]>([
    ['no JSON', 400, 'bad-json', '{"text":'],
    ['no object', 400, 'bad-json', '[1]'],
    ['nothing', 400, 'bad-json', ''],
    ['bytes that are no UTF-8', 400, 'bad-utf8', Uint8Array.from([0x7b, 0xff, 0x7d])],
    ['no text', 400, 'missing-field', {}],
    ['an unknown field', 400, 'unknown-field', { text: sentence, topk: 4 }],
    ['a model, which is the server’s to choose', 400, 'unknown-field', { text: sentence, model: '/etc' }],
    ['a wrong type', 400, 'bad-request', { text: 5 }],
    ['options that contradict each other', 400, 'bad-request', { text: sentence, mode: 'parabank2', system: 4 }],
    ['an empty text', 422, 'text-empty', { text: ' ' }],
    ['no letters', 422, 'nothing-to-rewrite', { text: '😀 12' }],
    ['too long a text', 422, 'text-too-long', { text: 'word '.repeat(500) }],
    ['10 MB', 413, 'body-too-large', JSON.stringify({ text: 'x'.repeat(10_000_000) })],
  ])('refuses %s', async (_, status, code, body) => {
    const answered = await post(server.url, '/paraphrase', body);
    expect([answered.status, answered.body.error?.code]).toEqual([status, code]);
  });

  it('refuses 10 MB whose length is not told', async () => {
    const piece = Buffer.alloc(100_000, 'x');
    const stream = ReadableStream.from(Array.from({ length: 100 }, () => piece));
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: stream, duplex: 'half' };
    const response = await fetch(new URL('paraphrase', server.url), init as RequestInit);
    expect(response.status).toBe(413);
  });

  it('names the language of a text it does not know', async () => {
    const { status, body } = await post(server.url, '/paraphrase', { text: 'Ich habe heute leider keine Zeit.' });
    expect([status, body.error]).toEqual([422, expect.objectContaining({ code: 'unsupported-language', language: 'de' })]);
  });

  it('refuses other paths, methods, and bodies that a form could send', async () => {
    const host = `localhost:${server.port}`;
    expect((await raw(server.port, { host }, { path: '/etc/passwd', method: 'GET' })).status).toBe(404);
    expect(await raw(server.port, { host }, { method: 'GET' })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await raw(server.port, { host, 'content-type': 'text/plain' }, { body: `{"text":"${sentence}"}` })).status).toBe(400);
  });

  const own = { 'content-type': 'application/json' };
  it.each<[string, (port: number) => Record<string, string>]>([
    ['a page of another origin', (port) => ({ host: `localhost:${port}`, origin: 'https://evil.example' })],
    ['a page of no origin', (port) => ({ host: `localhost:${port}`, origin: 'null' })],
    ['a page at another port of this machine', (port) => ({ host: `localhost:${port}`, origin: `http://localhost:${port + 1}` })],
    ['a name that was made to lead here', (port) => ({ host: `evil.example:${port}` })],
    ['such a name, by a page of its own', (port) => ({ host: `evil.example:${port}`, origin: `http://evil.example:${port}` })],
    ['another port', () => ({ host: 'localhost:1' })],
    ['a name that begins like ours', (port) => ({ host: `localhost.evil.example:${port}` })],
    ['an image of another page', (port) => ({ host: `localhost:${port}`, 'sec-fetch-site': 'cross-site' })],
  ])('answers nothing to %s', async (_, headersAt) => {
    for (const [method, path] of [['POST', '/paraphrase'], ['GET', '/health'], ['GET', '/openapi.json'], ['OPTIONS', '/paraphrase']]) {
      const headers = { ...own, ...headersAt(server.port) };
      const body = method === 'POST' ? JSON.stringify({ text: sentence }) : '';
      const answered = await raw(server.port, headers, { method, path, body });
      expect([answered.status, answered.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      expect(JSON.parse(answered.text)).toEqual({ error: expect.objectContaining({ code: 'not-allowed' }) as unknown });
    }
  });

  it('answers a page whose origin was named, its questions beforehand, and nobody else with its leave', async () => {
    const headers = { host: `127.0.0.1:${server.port}`, origin: page };
    const before = await raw(server.port, { ...headers, 'access-control-request-method': 'POST' }, { method: 'OPTIONS' });
    expect(before).toMatchObject({
      status: 204, headers: { 'access-control-allow-origin': page, 'access-control-allow-methods': 'POST', vary: 'Origin' },
    });
    const asked = await raw(server.port, { ...headers, ...own }, { body: JSON.stringify({ text: sentence, ...small }) });
    expect(asked).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': page } });
    expect((await raw(server.port, { host: headers.host, ...own }, { path: '/health', method: 'GET' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('200 requests at once: each is answered or told that there are too many, and it goes on', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => post(server.url, '/paraphrase', { text: sentence, ...small })));
    const [done, refused] = [200, 429].map((status) => all.filter((one) => one.status === status));
    expect((done?.length ?? 0) + (refused?.length ?? 0)).toBe(200);
    expect(done?.length).toBeGreaterThanOrEqual(21);
    for (const { body } of done ?? []) expect(body).toEqual(done?.[0]?.body);
    for (const { body } of refused ?? []) expect(body.error?.code).toBe('busy');
    expect((await post(server.url, '/score', { source: sentence, rewrite: 'He left.' })).status).toBe(200);
  });

  it('stops working for a client that has gone', async () => {
    const long = JSON.stringify({ text: sentence, sets: 50, samples: 200, rounds: 20, n: 50 });
    const head = [`Host: localhost:${server.port}`, 'Content-Type: application/json', `Content-Length: ${long.length}`];
    const clients = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')];
    for (const client of clients) client.write(['POST /paraphrase HTTP/1.1', ...head, '', long].join('\r\n'));
    // When one waits, the other is at work.
    await expect.poll(() => waitingAt(server.url)).toBe(1);
    for (const client of clients) client.destroy();
    // The next one comes before the first would have ended: 20 rounds of 10,000 rows are hours of work, longer than a test may take.
    expect((await post(server.url, '/paraphrase', { text: sentence, ...small })).status).toBe(200);
  });

  it('describes every option with its limits, default and meaning, and forbids what there is not', async () => {
    const description = (await (await fetch(new URL('openapi.json', server.url))).json()) as {
      openapi: string;
      paths: Record<string, { post?: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
    };
    expect(description.openapi).toBe('3.1.0');
    const schema = description.paths['/paraphrase']?.post?.requestBody.content['application/json'].schema;
    expect(schema).toMatchObject({ required: ['text'], additionalProperties: false });
    expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(
      [...Object.keys(options), 'text', 'lines', 'keep', 'constraints', 'force_words', 'bad_words'].toSorted(),
    );
    const { least, most, usual } = numericOption('topK');
    expect(schema?.properties['topK']).toMatchObject({ type: 'integer', minimum: least, maximum: most, default: usual });
    for (const [name, meaning] of Object.entries(optionMeanings)) expect(schema?.properties[name]?.description).toContain(meaning);
    expect(Object.keys(description.paths)).toEqual(['/paraphrase', '/score', '/health', '/openapi.json']);
  });
});

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
}

describe('serve, its ends and limits', () => {
  it('is stopped in the middle of work: who waits is told, the exit code is 0, and the port is free again', async () => {
    const running = await start('--rate', '1000');
    const long = { text: sentence, sets: 50, samples: 200, rounds: 20 };
    const asked = [0, 1].map(() => post(running.url, '/paraphrase', long));
    await expect.poll(() => waitingAt(running.url)).toBe(1);
    expect(await running.stop()).toBe(0);
    expect((await Promise.all(asked)).map(({ status, body }) => [status, body.error?.code])).toEqual([[503, 'aborted'], [503, 'aborted']]);
    await expect(fetch(new URL('health', running.url))).rejects.toThrow();
  });

  it('lets through so many a minute', async () => {
    const running = await start('--rate', '2');
    const pair = { source: sentence, rewrite: 'He left.' };
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await post(running.url, '/score', pair)).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await fetch(new URL('health', running.url))).status).toBe(200);
    await running.stop();
  });

  it('fills the rate again as time goes by', () => {
    let now = 0;
    const rate = new Rate(60, () => now);
    expect(Array.from({ length: 61 }, () => rate.take()).filter((seconds) => seconds > 0)).toEqual([1]);
    now += 2000;
    expect([rate.take(), rate.take(), rate.take()]).toEqual([0, 0, 1]);
  });

  it.each([['--port', '70000'], ['--origin', 'https://page.example/path'], ['--max-bytes', '0'], ['--bind', '0.0.0.0']])(
    'refuses the flag %s %s', async (...args) => {
      await expect(start(...args)).rejects.toMatchObject({ code: expect.stringMatching(/^(?:bad|unknown)-flag$/u) as unknown });
    },
  );

  it('names a pair of translators and its system in its help', () => {
    expect(serve.help).toMatch(/pair:<to pivot>,<back>.*backtranslate/su);
  });

  it('says that a port is taken', async () => {
    const running = await start();
    await expect(start('--port', String(running.port))).rejects.toMatchObject({ code: 'bad-flag' });
    await running.stop();
  });
});
