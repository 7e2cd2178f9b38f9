import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { expect, test, type Page } from '@playwright/test';
import { publint } from 'publint';
import ts from 'typescript';
import { build } from 'vite';
import { installLibrary, type LibraryProject } from './library-project.ts';
import { openStaticHost } from './static-host.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packed = fileURLToPath(new URL('../../dist-library/', import.meta.url));
const run = promisify(execFile);
let project: LibraryProject;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => { project = await installLibrary(); });
test.afterAll(async () => { await rm(project.folder, { recursive: true, force: true }); });

/** Serves a folder of the project and opens a page of it; the tiny model answers. @returns hosts that were asked for something */
async function open(page: Page, folder: string, path: string): Promise<{ readonly hosts: Set<string>; close(): Promise<void> }> {
  const host = await openStaticHost(folder);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${host.url}${path}?model=models/tiny/`);
  return { hosts, close: () => host.close() };
}

test('publint and Are The Types Wrong find nothing in the package', async () => {
  expect((await publint({ pkgDir: packed, strict: true })).messages).toEqual([]);
  const found = await checkPackage(createPackageFromTarballData(await readFile(project.tarball)));
  // A package of modules alone: what is required from CommonJS is a module.
  expect(found.types && found.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
});

test('the package needs no other one, holds nothing of Svelte, and no model', async () => {
  const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { dependencies?: object };
  expect(dependencies).toBeUndefined();
  for (const bundle of ['index', 'global', 'worker', 'node/index'])
    expect(/svelte/iu.test(await readFile(join(packed, `dist/${bundle}.js`), 'utf8'))).toBe(false);
  const files = await readdir(packed, { recursive: true });
  expect(files.filter((file) => /weights\.\d+\.bin$/u.test(file))).toEqual([]);
});

test('the types say what a request may have, with and without those of a page', async () => {
  const source = `
import { createParaphraser, OtherwiseError, type ParaphraseResult } from 'otherwise';
const paraphraser = await createParaphraser({ model: 'models/tiny', device: 'wasm', signal: new AbortController().signal });
const result: ParaphraseResult = await paraphraser.paraphrase('a b', { avoid: ['c'], n: 3, onProgress: ({ kind }) => kind.length });
const [score] = await paraphraser.score([['a', 'b']], { doubts: true });
export const said: [string | undefined, number | undefined] = [result.rewrites[0]?.text, score?.forward];
export const code = (error: unknown): string | undefined => (error instanceof OtherwiseError ? error.code : undefined);
// @ts-expect-error No such option.
await paraphraser.paraphrase('a b', { topk: 3 });
// @ts-expect-error No such mode.
await paraphraser.paraphrase('a b', { mode: 'ours' });
`;
  const file = join(project.folder, 'consumer.mts');
  await writeFile(file, source);
  for (const options of [{ lib: ['lib.es2023.d.ts'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }, { types: [] }]) {
    const program = ts.createProgram([file], {
      target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true,
      noEmit: true, exactOptionalPropertyTypes: true, ...options,
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  }
});

test('Node: the example rewrites and ends', async () => {
  const { stdout } = await run(process.execPath, ['rewrite.mjs', 'models/tiny', 'He went to the old shop again.'], { cwd: project.folder });
  const rewrites = stdout.trim().split('\n');
  expect(rewrites.length).toBeGreaterThan(1);
  expect(rewrites).not.toContain('He went to the old shop again.');
});

test('Node: options, progress, stopping, scores and errors', async () => {
  const script = `
    import { createParaphraser } from 'otherwise';
    const sentence = 'He went to the old shop again.';
    const small = { sets: 2, samples: 4, rounds: 1, threshold: 100 };
    const say = (value) => console.log(JSON.stringify(value));
    const codeOf = (promise) => promise.then(() => 'none', ({ code, language }) => [code, language].filter(Boolean).join(' '));
    const kinds = new Set();
    const model = new URL('./models/tiny', import.meta.url);
    const p = await createParaphraser({ model, threads: 1, onProgress: ({ kind }) => kinds.add(kind) });
    say([...kinds].sort());
    say(p.info.model);
    const result = await p.paraphrase(sentence, { ...small, avoid: ['shop'] });
    say(result.rewrites.every(({ text }) => !/shop/i.test(text)) && result.rewrites.length > 0);
    say(JSON.stringify(await p.paraphrase(sentence, { ...small, avoid: ['shop'] })) === JSON.stringify(result));
    const [score] = await p.score([[sentence, result.rewrites[0].text]]);
    say(Math.abs(score.forward - result.rewrites[0].forward) < 1e-3);
    const controller = new AbortController();
    const stopped = codeOf(p.paraphrase(sentence, { signal: controller.signal, onProgress: () => controller.abort() }));
    const waiting = codeOf(p.paraphrase(sentence, small));
    say([await stopped, await waiting]);
    say([
      await codeOf(p.paraphrase('')), await codeOf(p.paraphrase(5)), await codeOf(p.paraphrase(sentence, { topk: 3 })),
      await codeOf(p.paraphrase('Ich habe heute leider keine Zeit.')), await codeOf(p.score([['a']])),
      await codeOf(createParaphraser({ model: 'models/none' })), await codeOf(createParaphraser({ model, device: 'webgpu' })),
      await codeOf(createParaphraser({ model, signal: AbortSignal.abort() })),
    ]);
    const last = codeOf(p.paraphrase(sentence, small));
    await p.dispose();
    say([await last, await codeOf(p.paraphrase(sentence))]);
  `;
  await writeFile(join(project.folder, 'all.mjs'), script);
  const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: project.folder });
  expect(stdout.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toEqual([
    ['compile', 'download', 'self-test', 'unpack'], 'tiny', true, true, true, ['aborted', 'none'],
    [
      'text-empty', 'bad-request', 'unknown-field', 'unsupported-language de', 'bad-request', 'model-not-found', 'no-webgpu', 'aborted',
    ],
    ['aborted', 'aborted'],
  ]);
});

/** Presses the button and waits for rewrites; then once more, and stops. */
async function rewriteAndStop(page: Page): Promise<void> {
  const [status, rewrites] = [page.getByRole('status'), page.getByRole('listitem')];
  await expect(status).toHaveText('Ready: tiny on cpu');
  await page.getByRole('button', { name: 'Rewrite' }).click();
  await expect(status).toHaveText(/^[1-9]\d* rewrites$/u);
  expect(await rewrites.count()).toBeGreaterThan(0);
  // As much as it takes at once, so that it is at work for seconds.
  await page.getByRole('textbox').fill(Array.from({ length: 14 }, (_, i) => `He went to the old shop ${i + 2} times.`).join(' '));
  await page.getByRole('button', { name: 'Rewrite' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(status).toHaveText(/^aborted: /u);
}

test('a page of modules: the example loads, rewrites and stops, without a bundler', async ({ page }) => {
  const { hosts, close } = await open(page, project.folder, 'page.html');
  await rewriteAndStop(page);
  expect(hosts.size).toBe(1);
  await close();
});

test('a page of modules: the same example built by Vite', async ({ page }) => {
  await build({
    root: project.folder, configFile: false, logLevel: 'error', base: './',
    build: { target: 'es2023', rolldownOptions: { input: join(project.folder, 'page.html') } },
  });
  await cp(join(project.folder, 'models'), join(project.folder, 'dist/models'), { recursive: true });
  const { hosts, close } = await open(page, join(project.folder, 'dist'), 'page.html');
  await rewriteAndStop(page);
  expect(hosts.size).toBe(1);
  await close();
});

test('a plain page: the example rewrites by a classic script', async ({ page }) => {
  const { hosts, close } = await open(page, project.folder, 'script.html');
  await expect(page).toHaveTitle('Done');
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(0);
  expect(hosts.size).toBe(1);
  await close();
});
