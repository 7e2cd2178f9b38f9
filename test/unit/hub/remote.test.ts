import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { folderPlace } from '../../../src/cli/hub-place.ts';
import { RemoteModel } from '../../../src/engine/files/hub/remote.ts';
import { hubHost } from '../../../src/engine/files/hub/request.ts';
import { type Fault, type HubServer, REVISION, startHub } from './hub-server.ts';

const models = new URL('../../hub', import.meta.url).pathname;
const GRAPH = 'onnx/model.onnx';
let hub: HubServer;
let folder = '';
beforeAll(async () => { hub = await startHub(models); });
afterAll(() => hub.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  hub.asked.length = 0;
});
afterEach(() => {
  hub.faults.clear();
  hub.taken = Promise.resolve();
  rmSync(folder, { recursive: true, force: true });
});

const model = (id = 'shapes/causal', patience = 5, url = hub.url): RemoteModel =>
  new RemoteModel(id, hubHost(url, patience), folderPlace(folder));
const saying = (words: string): string => expect.stringContaining(words) as string;
const kept = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
const failure = async (task: Promise<unknown>): Promise<{ code: string; message: string }> =>
  task.then(() => { throw new Error('It did not fail.'); }, (cause: unknown) => cause as { code: string; message: string });
const whole = readFileSync(`${models}/shapes/causal/${GRAPH}`);
const half = whole.length >> 1;

describe('a model on a hub', () => {
  it('is told with licence, languages and sizes, loaded from one commit, and asks nobody a second time', async () => {
    const first = model();
    const { revision, licence, languages, files } = await first.listing();
    expect([revision, licence, languages, files.get(GRAPH)?.bytes]).toEqual([REVISION, 'apache-2.0', ['en'], whole.length]);
    expect(await first.holds(GRAPH)).toBe(false);
    const heard: [number, boolean][] = [];
    expect(Buffer.from(await first.read(GRAPH, (loaded, cached) => heard.push([loaded, cached])))).toEqual(whole);
    expect(heard.at(-1)).toEqual([whole.length, false]);
    expect(hub.asked).toEqual(['/api/models/shapes/causal/revision/main', `/shapes/causal/resolve/${REVISION}/${GRAPH}`]);
    const second = model();
    expect(await second.holds(GRAPH)).toBe(true);
    expect(Buffer.from(await second.read(GRAPH, (loaded, cached) => heard.push([loaded, cached])))).toEqual(whole);
    expect(heard.at(-1)).toEqual([whole.length, true]);
    expect(hub.asked).toHaveLength(2);
    expect(kept()).toEqual(['listing.json', GRAPH]);
  });

  it('whose file was damaged on disk is loaded anew', async () => {
    await model().read(GRAPH);
    writeFileSync(join(folder, GRAPH), whole.fill(0, 100, 200));
    await model().read(GRAPH);
    expect(hub.asked.filter((path) => path.endsWith(GRAPH))).toHaveLength(2);
  });

  it('has no file that it does not list', async () => {
    expect(await failure(model().read('onnx/other.onnx'))).toMatchObject({ code: 'model-not-found' });
  });
});

describe('a hub that fails', () => {
  it.each<[string, Fault, string, RegExp]>([
    ['401', { status: 401 }, 'model-not-found', /401.*private and gated/u],
    ['403', { status: 403 }, 'model-not-found', /403/u],
    ['404', { status: 404 }, 'model-not-found', /404.*Check the name/u],
    ['429', { status: 429 }, 'model-download', /429.*later/u],
    ['500', { status: 500 }, 'model-download', /500/u],
    ['a web page', 'html', 'model-download', /web page/u],
    ['half of what it tells', 'half', 'model-download', /broke off/u],
    ['nothing', 'silent', 'model-download', /nothing for 0\.3 s/u],
  ])('answers %s about the model: a clear message, and nothing is kept', async (_, fault, code, message) => {
    hub.faults.set('api', fault);
    const told = await failure(model('shapes/causal', 0.3).listing());
    expect(told.code).toBe(code);
    expect(told.message).toMatch(message);
    expect(kept()).toEqual([]);
  });

  it('tells of a model in other words than the hub, or of one that is gated', async () => {
    const { about } = hub;
    hub.about = { sha: 7 };
    expect(await failure(model().listing())).toMatchObject({ code: 'model-download', message: saying('as the hub does') });
    hub.about = { gated: 'manual' };
    expect(await failure(model().listing())).toMatchObject({ code: 'model-not-found', message: saying('gated') });
    hub.about = about;
    expect(kept()).toEqual([]);
  });

  it('is not there', async () => {
    const other = await startHub(models);
    await other.close();
    const gone = other.url;
    expect(await failure(model('shapes/causal', 5, gone).listing()))
      .toMatchObject({ code: 'model-download', message: saying("can't be reached") });
    expect(() => hubHost('ftp://x')).toThrow(/no address/u);
  });

  it.each<[string, Fault, string, boolean]>([
    ['401', { status: 401 }, 'model-not-found', false],
    ['404', { status: 404 }, 'model-not-found', false],
    ['a web page', 'html', 'model-download', false],
    ['half a file', 'half', 'model-download', true],
    ['half a file and then nothing', 'stalls', 'model-download', true],
    ['another byte', 'wrong-byte', 'model-corrupt', false],
    ['more than the file', 'longer', 'model-corrupt', false],
    ['nothing', 'silent', 'model-download', false],
  ])('answers %s for a file: a clear message, and nothing is left but what can be continued', async (_, fault, code, hasPart) => {
    hub.faults.set(GRAPH, fault);
    let take = (): void => undefined;
    hub.taken = new Promise<void>((resolve) => { take = resolve; });
    const onBytes = (loaded: number): void => { if (loaded >= half) take(); };
    expect(await failure(model('shapes/causal', 0.3).read(GRAPH, onBytes))).toMatchObject({ code });
    expect(kept()).toEqual(['listing.json', ...(hasPart ? [`${GRAPH}.part`] : [])]);
    hub.faults.clear();
    expect(Buffer.from(await model().read(GRAPH))).toEqual(readFileSync(`${models}/shapes/causal/${GRAPH}`));
    expect(hub.asked.some((path) => path.includes('bytes='))).toBe(hasPart);
    expect(kept()).toEqual(['listing.json', GRAPH]);
  });

  it('sends another rest than was asked for: the file is loaded from its beginning', async () => {
    hub.faults.set(GRAPH, 'half-once');
    await failure(model().read(GRAPH));
    writeFileSync(join(folder, `${GRAPH}.part`), Buffer.alloc(1000, 7));
    expect(await failure(model().read(GRAPH))).toMatchObject({ code: 'model-corrupt' });
    expect(kept()).toEqual(['listing.json']);
    await model().read(GRAPH);
    expect(kept()).toEqual(['listing.json', GRAPH]);
  });

  it('is left in the middle: it is said to be stopped, and goes on later', async () => {
    hub.faults.set(GRAPH, 'stalls');
    const controller = new AbortController();
    const task = failure(model().read(GRAPH, (loaded) => { if (loaded >= half) controller.abort(); }, controller.signal));
    expect(await task).toMatchObject({ code: 'aborted' });
    expect(kept()).toEqual(['listing.json', `${GRAPH}.part`]);
  });
});
