import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { engineOptions, nativeLibrary, wasmOptions } from '../../../src/cli/execution.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { nodeWords, toolsOf } from '../../../src/cli/tools.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { scorePairs } from '../../../src/core/pipeline/score.ts';
import type { PairScores, ParaphraseResult, TextPair } from '../../../src/core/protocol.ts';
import { LocalRewriter } from '../../../src/engine/local-rewriter.ts';
import { loadEngine } from '../../../src/engine/model/engine.ts';
import { runCommand } from '../cli/run-command.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sentences = readFileSync(join(root, 'test/quality/sentences.tsv'), 'utf8').split('\n').slice(1)
  .flatMap((line) => line.split('\t').at(-1) ?? []).filter((text) => text.split(' ').length > 3);
/** Each sentence and the same in another order, which is as good as any rewrite where only figures are compared. */
const pairs: readonly TextPair[] = Array.from({ length: 200 }, (_, i) => {
  const text = sentences[i % sentences.length] ?? '';
  const words = text.split(' ');
  const turn = 1 + Math.floor(i / sentences.length);
  return [text, [...words.slice(turn), ...words.slice(0, turn)].join(' ')];
});
const sentence = 'He went to the old shop again.';
const small = '--model tiny --sets 2 --samples 4 --rounds 1 --temperature 1 --threshold 100'.split(' ');

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'native-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const { ort } = await nativeLibrary();

/** Runs the command line in a process of its own, with a script that is read first. */
function spawned(
  args: readonly string[], input: string, env: Readonly<Record<string, string>>,
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/setup/otherwise.mjs', ...args], {
    cwd: root, input, encoding: 'utf8', env: { ...process.env, OTHERWISE_RUNTIME: '', ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

function preload(name: string, script: string): Record<string, string> {
  const file = join(folder, `${name}.cjs`);
  writeFileSync(file, script);
  return { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
}

/** Gives the nats per token of each pair's rewrite, as one runtime and form of the tiny model have them. */
async function surprisals(runtime: 'native' | 'wasm', form: 'int8' | 'blocks'): Promise<number[]> {
  const { model, pieces, tags, dispose } = await loadEngine(
    modelFolder('tiny'), { ...await engineOptions({ runtime, threads: 1 }, fail), form },
  );
  const requests = pairs.map(([source, rewrite]) =>
    ({ source: pieces.encode(source), tags: tags({ distance: 2 }), target: pieces.encode(rewrite) }));
  const scores = await model.score(requests);
  await dispose();
  return scores.map(({ logProbs }) => -logProbs.reduce((total, one) => total + one, 0) / logProbs.length);
}

const fail = (line: string): never => { throw new Error(line); };
const distances = (some: readonly number[], others: readonly number[]): number[] =>
  some.map((one, i) => Math.abs(one - (others[i] ?? NaN)));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const scoreLines = pairs.map(([source, rewrite]) => `${JSON.stringify({ source, rewrite })}\n`).join('');

describe.skipIf(ort === undefined)('the native runtime', () => {
  it('gives every log-probability within a thousandth of that of WebAssembly on 200 pairs where activations are not rounded', async () => {
    const [native, wasm] = [await surprisals('native', 'blocks'), await surprisals('wasm', 'blocks')];
    expect(native).toHaveLength(200);
    expect(Math.max(...distances(native, wasm))).toBeLessThan(1e-3);
  });

  it('stays within a thousandth on most of 200 pairs in 8 bits, and on all nearer than 8 bits are to what they round', async () => {
    // A last digit of a float that rounds to another 8-bit number is a step of 1 in 255, and rounds others after it.
    const [native, wasm] = [await surprisals('native', 'int8'), await surprisals('wasm', 'int8')];
    const [between, rounded] = [distances(native, wasm), distances(wasm, await surprisals('wasm', 'blocks'))];
    expect(between.filter((distance) => distance < 1e-3).length).toBeGreaterThan(100);
    expect(Math.max(...between)).toBeLessThan(Math.max(...rounded));
    expect(sum(between)).toBeLessThan(sum(rounded) / 4);
  });

  it('gives the same bytes for the same seed, however many threads compute, and names itself', async () => {
    const answer = async (...args: string[]): Promise<string> =>
      (await runCommand(paraphrase, [...small, '--runtime', 'native', ...args], `${sentence}\n`)).text;
    const [one, again, two] = [await answer('--threads', '1'), await answer('--threads', '1'), await answer('--threads', '2')];
    expect([again, two]).toEqual([one, one]);
    expect(JSON.parse(one)).toMatchObject({ runtime: 'native', device: 'cpu' });
  });

  it.each([['paraphrase', paraphrase], ['corpus', corpus]] as const)(
    'does not go on with a checkpoint of %s that WebAssembly began', async (name, command) => {
      const checkpoint = join(folder, `${name}.checkpoint`);
      const run = (runtime: string): Promise<{ code: number; text: string }> =>
        runCommand(command, [...small, '--runtime', runtime, '--checkpoint', checkpoint], `${sentence}\n`);
      const begun = await run('wasm');
      expect(begun.code).toBe(0);
      expect(JSON.parse(begun.text)).toMatchObject({ runtime: 'wasm', device: 'cpu' });
      await expect(run('native')).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
      expect((await run('wasm')).text).toBe(begun.text);
    },
  );

  it.each([
    // A library of another libc, or a broken one, is a file that the loader of this machine refuses.
    ['is none for this machine', `const { _extensions } = require('node:module');
      _extensions['.node'] = (module) => process.dlopen(module, ${JSON.stringify(join(root, 'package.json'))});`],
    ['is missing', `const modules = require('node:module');
      const resolve = modules._resolveFilename;
      modules._resolveFilename = (request, ...rest) =>
        resolve(request.endsWith('onnxruntime_binding.node') ? '/nowhere/onnxruntime_binding.node' : request, ...rest);`],
  ])('gives way to WebAssembly with one line on stderr when its file %s', (which, script) => {
    const elsewhere = preload(which.replaceAll(' ', '-'), script);
    const { code, out, err } = spawned(['paraphrase', ...small], `${sentence}\n`, elsewhere);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ runtime: 'wasm', device: 'cpu' });
    expect(err).toMatch(/^onnxruntime-node can't be used, so WebAssembly computes: .*\n$/u);
  });

  it('is an error with exit code 2 when it is asked for by name and can not be opened', () => {
    const elsewhere = preload('named', `require('node:module')._extensions['.node'] = () => { throw new Error('wrong libc'); };`);
    const { code, out, err } = spawned(['paraphrase', ...small, '--runtime', 'native'], `${sentence}\n`, elsewhere);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('wrong libc');
  });
});

it('is silent where the native runtime is not installed, and models tells how to get it', () => {
  const absent = preload('absent', `
    const modules = require('node:module');
    const resolve = modules._resolveFilename;
    modules._resolveFilename = (request, ...rest) => {
      if (request !== 'onnxruntime-node') return resolve(request, ...rest);
      throw Object.assign(new Error("Cannot find module 'onnxruntime-node'"), { code: 'MODULE_NOT_FOUND' });
    };
  `);
  const { out, err } = spawned(['paraphrase', ...small], `${sentence}\n`, absent);
  expect([JSON.parse(out), err]).toMatchObject([{ runtime: 'wasm' }, '']);
  const models = spawned(['models', 'tiny'], '', absent);
  expect(models.err).toMatch(/WebAssembly computes.*npm install .*onnxruntime-node/u);
});

it('refuses a graphics adapter of WebAssembly, which has none under Node', async () => {
  await expect(runCommand(paraphrase, [...small, '--runtime', 'wasm', '--device', 'webgpu'], `${sentence}\n`))
    .rejects.toMatchObject({ code: 'no-webgpu' });
});

/** Chromium's graphics adapter in software, which any program can take. */
const chromium = '/usr/lib/chromium';
const software = { LD_LIBRARY_PATH: chromium, VK_ICD_FILENAMES: join(chromium, 'vk_swiftshader_icd.json') };

describe.skipIf(ort === undefined || !existsSync(software.VK_ICD_FILENAMES))('the native runtime on a graphics adapter', () => {
  it('computes the graph of blocks, with the log-probabilities that it has on WebAssembly', async () => {
    const some = pairs.slice(0, 8);
    const { code, out } = spawned(
      ['score', '--model', 'tiny', '--device', 'webgpu'], scoreLines.split('\n').slice(0, some.length).join('\n'), software,
    );
    expect(code).toBe(0);
    const found = out.trim().split('\n').map((line) => JSON.parse(line) as PairScores & Pick<ParaphraseResult, 'runtime' | 'device'>);
    const source = { kind: 'bundled', files: modelFolder('tiny') } as const;
    const tools = await toolsOf(await LocalRewriter.open({ source, options: { ...wasmOptions(1), form: 'blocks' }, words: nodeWords }));
    const expected = await scorePairs(some, { tools, settings: settingsOf({}, tools.threshold) });
    await tools.dispose();
    expect(found.map(({ runtime, device }) => [runtime, device])).toEqual(some.map(() => ['native', 'webgpu']));
    for (const [i, { forward, backward }] of expected.entries()) {
      expect(found[i]?.forward).toBeCloseTo(forward, 2);
      expect(found[i]?.backward).toBeCloseTo(backward, 2);
    }
  });

  it('rewrites there, and says so', () => {
    const { out } = spawned(['paraphrase', ...small, '--device', 'webgpu'], `${sentence}\n`, software);
    expect(JSON.parse(out)).toMatchObject({ runtime: 'native', device: 'webgpu', counts: { sampled: 16 } });
  });
});
