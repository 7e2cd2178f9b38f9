import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as embed } from '../../../src/cli/commands/embed.ts';
import { command as similar } from '../../../src/cli/commands/similar.ts';
import { command as similarity } from '../../../src/cli/commands/similarity.ts';
import { command as sts } from '../../../src/cli/commands/sts.ts';
import { overUsual, runCommand } from './run-command.ts';

interface Trained {
  readonly model: string;
  readonly mega: number;
  readonly pairs: number;
  readonly losses: number[];
  readonly negatives: { a: string; b: string; negative: string; cosine: number }[];
}

let folder = '';
const at = (name: string): string => join(folder, name);
const put = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
const frames = ['a % one', 'the % thing', 'very % now', 'it is % here'];
const words = ['big large', 'quick fast', 'begin start', 'ill sick', 'shut close', 'reply answer'].map((pair) => pair.split(' '));
const pairs = frames.flatMap((frame) => words.map((pair) => pair.map((word) => frame.replace('%', word)).join('\t')));
const small = ['--size', '12', '--epochs', '15', '--batch', '4', '--rate', '0.02'];
const train = (out: string, ...flags: string[]) =>
  runCommand<Trained>(embed, overUsual(['--train', at('pairs.tsv'), '--out', out, ...small], flags));

let first: Awaited<ReturnType<typeof train>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  put('pairs.tsv', [...pairs, 'none', `${'long '.repeat(31)}\tshort`, ''].join('\n'));
  first = await train(at('vectors'), '--mega', '2');
});
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

describe('embed --train', () => {
  it('trains each model and shows hardest negatives', () => {
    expect(first.code).toBe(1);
    expect(first.told).toContain('"line":25');
    expect(first.lines.map(({ model, mega, pairs: count }) => [model, mega, count]))
      .toEqual([['word', 2, 24], ['trigram', 2, 24], ['both', 2, 24]]);
    for (const { losses, negatives } of first.lines) {
      expect(losses).toHaveLength(15);
      expect(losses.at(-1)).toBeLessThan(losses[0] ?? 0);
      expect(negatives).toHaveLength(5);
      for (const { a, b, negative } of negatives) expect([a, b]).not.toContain(negative);
    }
    expect(readdirSync(at('vectors')).sort()).toEqual([
      'both.trigrams.bin', 'both.trigrams.tsv', 'both.words.bin', 'both.words.tsv', 'manifest.json', 'trigram.trigrams.bin',
      'trigram.trigrams.tsv', 'word.words.bin', 'word.words.tsv',
    ]);
  });

  it('writes the same bytes again', async () => {
    await train(at('again'), '--mega', '2');
    for (const name of readdirSync(at('vectors'))) expect(readFileSync(at(`again/${name}`))).toEqual(readFileSync(at(`vectors/${name}`)));
  });

  it('trains a model for each number of pooled batches', async () => {
    const { lines } = await train(at('megas'), '--models', 'word,trigram', '--mega', '1,3');
    expect(lines.map(({ model, mega }) => [model, mega])).toEqual([['word-1', 1], ['trigram-1', 1], ['word-3', 3], ['trigram-3', 3]]);
    // The examples are of the same pairs, as far as a batch of four goes.
    const examples = lines.map(({ negatives }) => JSON.stringify(negatives.slice(0, 4).map(({ a, b }) => [a, b])));
    expect(new Set(examples).size).toBe(1);
  });

  it.each([
    [['--models', 'lstm'], /none of word/], [['--mega', '0'], /from 1/], [['--min-count', '999'], /nothing to learn/],
    [['--max-words', '1'], /Two pairs/], [['--npy', 'x'], /--npy/], [['--size', '0'], /at least 1/], [['--batch', '1'], /at least 2/],
  ])('refuses %j', async (flags, why) => {
    await expect(train(at('refused'), ...flags)).rejects.toMatchObject({ code: 'bad-flag', message: expect.stringMatching(why) });
    expect(existsSync(at('refused'))).toBe(false);
  });

  it('refuses flags of training without pairs, and pairs that are not there', async () => {
    await expect(runCommand(embed, ['--mega', '2'])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(embed, ['--train', at('pairs.tsv')])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(embed, ['--train', at('nowhere'), '--out', at('out')])).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});

describe('--vectors', () => {
  const own = (): string[] => ['--vectors', at('vectors')];

  it('takes embeddings of one\'s own in embed, similarity and similar', async () => {
    const { lines: vectors } = await runCommand<{ vector: number[] }>(embed, own(), ['a big one', 'a large one', 'very sick now']);
    const [a = [], b = [], c = []] = vectors.map(({ vector }) => vector);
    expect([a, b, c].map((vector) => vector.length)).toEqual([24, 24, 24]);
    const dot = (x: number[], y: number[]): number => x.reduce((sum, value, k) => sum + value * (y[k] ?? 0), 0);
    const { lines: cosines } = await runCommand<{ cosine: number }>(similarity, own(), [
      { a: 'a big one', b: 'a large one' }, { a: 'a big one', b: 'very sick now' },
    ]);
    expect(cosines[0]?.cosine).toBeCloseTo(dot(a, b), 3);
    expect(cosines[1]?.cosine).toBeCloseTo(dot(a, c), 3);
    expect(Object.keys(cosines[0] ?? {})).toEqual(['cosine']);
    const [one, other] = [put('one', 'a quick one\n'), put('other', 'very ill now\na fast one\n')];
    const { lines: [neighbour] } = await runCommand(similar, [one, other, ...own()]);
    expect(neighbour).toMatchObject({ a: 'a quick one', b: 'a fast one' });
  });

  it('sets all models beside each other in sts, a line a set, with mean differences', async () => {
    const file = put('judged.tsv', [
      ['5', 'a big one', 'a large one', 'x'], ['1', 'a big one', 'very ill now', 'x'], ['2', 'the fast thing', 'the big thing', 'x'],
      ['4', 'very ill now', 'very sick now', 'y'], ['0', 'it is shut here', 'a quick one', 'y'],
      ['3', 'a reply one', 'the answer thing', 'y'],
    ].map((line) => line.join('\t')).join('\n'));
    const { code, lines } = await runCommand<Record<string, never>>(sts, [file, ...own(), '--each']);
    expect(code).toBe(0);
    expect(lines.map(({ set, n }) => [set, n])).toEqual([['x', 3], ['y', 3], [undefined, undefined]]);
    const names = ['word', 'trigram', 'both', 'bleu'];
    for (const { pearson, spearman } of lines.slice(0, 2))
      expect([Object.keys(pearson ?? {}), Object.keys(spearman ?? {})]).toEqual([names, names]);
    const values = lines.slice(0, 2).map(({ pearson }) => pearson as unknown as Record<string, number>);
    const difference = values.reduce((sum, one) => sum + Math.abs((one['word'] ?? NaN) - (one['trigram'] ?? NaN)), 0) / 2;
    const last = lines[2] as unknown as { sets: number; differences: { models: string[]; pearson: number }[] };
    expect(last.sets).toBe(2);
    expect(last.differences.map(({ models }) => models)).toEqual([['word', 'trigram'], ['word', 'both'], ['trigram', 'both']]);
    expect(last.differences[0]?.pearson).toBeCloseTo(difference, 1);
    const whole = await runCommand<Record<string, never>>(sts, [file, ...own()]);
    expect(whole.lines).toHaveLength(1);
    const shipped = await runCommand<Record<string, never>>(sts, [file, '--each']);
    expect(Object.keys(shipped.lines[0]?.['pearson'] ?? {})).toEqual(['word', 'trigram', 'sum', 'concatenation', 'bleu']);
    await expect(runCommand(sts, [file, '--each', '--by-set'])).rejects.toMatchObject({ code: 'bad-flag' });
  });

  it('refuses folders that are none, and tables of another size', async () => {
    await expect(runCommand(embed, ['--vectors', at('nowhere')], ['a'])).rejects.toMatchObject({ code: 'bad-flag' });
    await train(at('broken'), '--models', 'word', '--mega', '1');
    const table = readFileSync(at('broken/word.words.bin'));
    for (const cut of [3, table.length / 2 + 1, table.length - table.length / 16]) {
      writeFileSync(at('broken/word.words.bin'), table.subarray(0, cut));
      await expect(runCommand(sts, [put('j', '1\ta\tb\n'), '--vectors', at('broken')])).rejects.toMatchObject({ code: 'model-corrupt' });
    }
    writeFileSync(at('broken/manifest.json'), '{"models": []}');
    await expect(runCommand(similarity, ['--vectors', at('broken')], [{ a: 'a', b: 'b' }])).rejects.toMatchObject({ code: 'bad-flag' });
  });
});
