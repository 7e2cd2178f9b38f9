import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command as models, type ModelEntry } from '../../../src/cli/commands/models.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { type HubServer, startHub } from '../hub/hub-server.ts';
import { runCommand } from './run-command.ts';

const folder = new URL('../../hub', import.meta.url).pathname;
let hub: HubServer;
let cache = '';
const before = process.env['XDG_CACHE_HOME'];
beforeAll(async () => {
  hub = await startHub(folder);
  cache = mkdtempSync(join(tmpdir(), 'models-'));
  process.env['XDG_CACHE_HOME'] = cache;
});
beforeEach(() => { hub.asked.length = 0; });
afterAll(async () => {
  await hub.close();
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(cache, { recursive: true, force: true });
});

const list = async (...args: string[]): Promise<ModelEntry[]> => (await runCommand<ModelEntry>(models, args)).lines;
const small = '--threads 1 --sets 2 --samples 4 --free 1 --rounds 1 --temperature 1 --threshold 100 --dtype fp32'.split(' ');
const sentence = 'He went to the old shop again.';
const rewrite = (model: string, ...args: string[]): ReturnType<typeof runCommand<ParaphraseResult>> =>
  runCommand<ParaphraseResult>(paraphrase, [...small, '--model', model, '--hub', hub.url, ...args], `${sentence}\n`);

describe('models of a hub on the command line', () => {
  it('are told before they are loaded, and the hub learns only which', async () => {
    const [told] = await list('shapes/causal', '--hub', hub.url);
    expect(told).toEqual({
      name: 'shapes/causal', kind: 'hub', bytes: told?.bytes, licence: 'apache-2.0', languages: ['en'], present: false, hub: hub.url,
      exports: [{ dtype: 'fp32', bytes: told?.bytes }],
    });
    const names = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'];
    expect(told?.bytes).toBe(names.reduce((sum, name) => sum + statSync(`${folder}/shapes/causal/${name}`).size, 0));
    expect(hub.asked).toEqual(['/api/models/shapes/causal/revision/main', expect.stringMatching(/resolve\/[0-9a-f]+\/config\.json$/u)]);
    expect(existsSync(join(cache, 'otherwise'))).toBe(false);
    expect((await list()).map(({ name, kind, present }) => [name, kind, present])).toEqual([
      ['base', 'bundled', true], ['small', 'bundled', true], ['tiny', 'bundled', true],
    ]);
  });

  it('rewrite in every mode; what a model has not is absent; a second run asks nobody and gives the same bytes', async () => {
    for (const [args, n] of [[[], 5], [['--mode', 'parabank2'], 1], [['--system', '1'], 1]] as const) {
      const { code, lines: [answer], text, told } = await rewrite('shapes/merged', ...args);
      expect([code, answer?.model]).toEqual([0, 'shapes/merged']);
      expect(answer?.rewrites.length).toBeGreaterThanOrEqual(Math.min(n, 1));
      for (const one of answer?.rewrites ?? []) {
        expect(one).not.toHaveProperty('right');
        expect(one.forward).toBeGreaterThan(0);
        expect(one.backward).toBeGreaterThan(0);
      }
      if (args.length === 0) expect(told).toMatch(/onnx\/decoder_model_merged\.onnx: 0\.1 of 0\.1 MB/u);
      hub.asked.length = 0;
      expect((await rewrite('shapes/merged', ...args)).text).toBe(text);
      expect(hub.asked).toEqual([]);
    }
    const kept = (await list()).find(({ name }) => name === 'shapes/merged');
    expect(kept).toMatchObject({ kind: 'hub', licence: 'apache-2.0', present: true, hub: new URL(hub.url).host });
  }, 120_000);

  it('keep to bans and demands', async () => {
    const lines = [{ text: sentence, avoid: ['the'] }, { text: sentence, require: ['work'] }];
    const args = [...small, '--model', `${folder}/shapes/split`];
    const { lines: [banned, demanded] } = await runCommand<ParaphraseResult>(paraphrase, args, lines);
    expect(banned?.rewrites.length).toBeGreaterThan(0);
    expect(banned?.rewrites.some(({ text }) => /\bthe\b/iu.test(text))).toBe(false);
    expect(demanded?.rewrites.length).toBeGreaterThan(0);
    expect(demanded?.rewrites.every(({ text }) => /\bwork\b/iu.test(text))).toBe(true);
  }, 60_000);

  it('score the rewrites that they make alike', async () => {
    const { lines: [answer] } = await rewrite('shapes/merged');
    const [best] = answer?.rewrites ?? [];
    const args = ['--model', 'shapes/merged', '--hub', hub.url, '--dtype', 'fp32', '--threads', '1'];
    const { lines: [scored] } = await runCommand<Record<string, number>>(score, args, [{ source: sentence, rewrite: best?.text }]);
    expect(scored?.['forward']).toBeCloseTo(best?.forward ?? NaN, 4);
    expect(scored?.['backward']).toBeCloseTo(best?.backward ?? NaN, 4);
  }, 60_000);

  it('that are broken say what to choose; the bundled model answers afterwards', async () => {
    const broken = ['--model', 'shapes/merged', '--hub', hub.url, '--dtype', 'q8'];
    await expect(runCommand(paraphrase, broken, '')).rejects.toThrow(/Choose fp32 instead/u);
    hub.faults.set('api', { status: 401 });
    await expect(rewrite('shapes/other')).rejects.toMatchObject({ code: 'model-not-found' });
    hub.faults.clear();
    const line = { text: sentence, model: 'tiny' };
    const tiny = ['--threads', '1', '--model', 'tiny', '--threshold', '100'];
    const { lines: [answer] } = await runCommand<ParaphraseResult>(paraphrase, tiny, [line]);
    expect(answer?.rewrites.length).toBeGreaterThan(0);
  }, 60_000);

  it('are deleted by name; bundled ones are not', async () => {
    const [gone] = await list('--delete', 'shapes/merged', '--hub', hub.url);
    expect(gone).toMatchObject({ name: 'shapes/merged', present: false, bytes: 0 });
    expect((await list()).map(({ name }) => name)).not.toContain('shapes/merged');
    await expect(list('--delete', 'shapes/merged', '--hub', hub.url)).rejects.toMatchObject({ code: 'model-not-found' });
    await expect(list('--delete', 'base')).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(list('--delete', '../../x')).rejects.toMatchObject({ code: 'bad-flag' });
  });

  it('in a folder are told by their config, with what their card says', async () => {
    const [told] = await list(`${folder}/shapes/split`);
    expect(told).toMatchObject({ kind: 'folder', licence: 'apache-2.0', languages: ['en'], present: true });
    const [pair] = await list(`pair:${folder}/otherwise/tiny-en-cs,${folder}/otherwise/tiny-cs-en`);
    expect(pair).toMatchObject({ kind: 'pair', languages: ['en', 'cs'], present: true });
    await expect(list('no such')).rejects.toMatchObject({ code: 'model-not-found' });
  });
});
