import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command as align } from '../../../src/cli/commands/align.ts';
import { runCommand } from './run-command.ts';

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'align-')); });
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

interface Answer { links: [number, number][]; scores: number[]; fragments: [string, string][] }
const one = async (request: object, ...flags: string[]): Promise<Answer | undefined> =>
  (await runCommand<Answer>(align, flags, [request])).lines[0];
const train = (corpus: string, table: string, ...flags: string[]) => runCommand(align, ['--train', corpus, '--out', table, ...flags]);

const [a, b] = ['He bought the house last year.', 'He purchased the house last year.'];

describe('align', () => {
  it('knows words that stand for each other by the table that is shipped', async () => {
    const whole = [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]];
    expect((await one({ a, b, aligner: 'model' }))?.links).toEqual(whole);
    expect((await one({ a, b, aligner: 'both' }))?.links).toEqual(whole);
    expect((await one({ a, b }))?.links).toEqual(whole.filter(([i]) => i !== 1));
    expect((await one({ a, b }, '--aligner', 'both'))?.fragments)
      .toEqual([['He bought the house last year.', 'He purchased the house last year.']]);
    expect((await one({ a, b, extract: 'phrase' }, '--aligner', 'both'))?.fragments)
      .toEqual([['He bought the house last year', 'He purchased the house last year']]);
  });

  it('links a word of the source once', async () => {
    const links = (await one({ a: 'the man and the dog and the cat', b: 'the man and a cat', aligner: 'model' }))?.links ?? [];
    expect(new Set(links.map(([, j]) => j)).size).toBe(links.length);
    expect(links).toContainEqual([7, 4]);
  });

  it('trains a table of its own and aligns with it', async () => {
    const [corpus, table] = [join(folder, 'corpus.tsv'), join(folder, 'table.tsv')];
    const pairs = ['the blick sings\tthe plom sings', 'a blick sleeps\ta plom sleeps', 'one blick\tone plom', 'the cat\tthe cat'];
    writeFileSync(corpus, [...pairs, 'none'].join('\n'));
    const { code, lines: [summary], told } = await train(corpus, table, '--iterations', '7', '--identical', '1');
    expect(code).toBe(1);
    expect(told).toContain('"line":5');
    const values = [...told.matchAll(/^iteration (\d+) log-likelihood (-[\d.]+)$/gm)]
      .map(([, at, value]) => [Number(at), Number(value)] as const);
    expect(values.map(([at]) => at)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const [at, [, value]] of values.entries()) if (at > 0) expect(value).toBeGreaterThanOrEqual(values[at - 1]![1]);
    expect(summary).toEqual({ pairs: 4, words: 8, iterations: 7, logLikelihood: values.at(-1)?.[1] });
    expect(readdirSync(folder).sort()).toEqual(['corpus.tsv', 'table.tsv']);
    const request = { a: 'the old blick here', b: 'that small plom there' };
    expect((await one(request, '--table', table))?.links).toEqual([[2, 2]]);
    expect((await one({ ...request, aligner: 'model' }))?.links).not.toContainEqual([2, 2]);
    // The same corpus, the same bytes.
    const before = readFileSync(table);
    await train(corpus, table, '--iterations', '7', '--identical', '1');
    expect(readFileSync(table)).toEqual(before);
  });

  it('tells lines that are no pair or too long, and leaves them out', async () => {
    const corpus = join(folder, 'corpus.tsv');
    const long = 'word '.repeat(101);
    writeFileSync(corpus, Buffer.concat([
      Buffer.from(`a b\tc d\r\n\n${long}\tshort\n\ta\n🙂 שלום\t🙂 שלום\n`), Buffer.from([0xff, 0x09, 0x61, 0x0a]),
    ]));
    const { code, told, lines: [summary] } = await train(corpus, join(folder, 'table.tsv'));
    expect(code).toBe(1);
    expect([...told.matchAll(/"line":(\d+).*?"code":"([a-z0-9-]+)"/g)].map(([, line, error]) => [Number(line), error])).toEqual([
      [2, 'bad-request'], [3, 'text-too-long'], [4, 'text-empty'], [6, 'bad-utf8'],
    ]);
    expect(summary).toMatchObject({ pairs: 2 });
  });

  it('leaves the table of before where it can learn nothing', async () => {
    const [corpus, table] = [join(folder, 'corpus.tsv'), join(folder, 'table.tsv')];
    writeFileSync(corpus, 'no pair\n');
    writeFileSync(table, 'before');
    await expect(train(corpus, table)).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(train(join(folder, 'nowhere'), table)).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(readFileSync(table, 'utf8')).toBe('before');
    await expect(runCommand(align, ['--table', table], [{ a, b }])).rejects.toMatchObject({ code: 'model-corrupt' });
  });

  it.each([
    [['--train', 'x']], [['--out', 'x']], [['--iterations', '3']], [['--train', 'x', '--out', 'y', '--aligner', 'lcs']],
    [['--train', 'x', '--out', 'y', '--iterations', '0']], [['--train', 'x', '--out', 'y', '--identical', '-1']],
    [['--table', '/nowhere/table']],
  ])('refuses %j', async (args) => {
    await expect(runCommand(align, args, [{ a, b }])).rejects.toMatchObject({ code: 'bad-flag' });
    expect(existsSync('y')).toBe(false);
  });
});
