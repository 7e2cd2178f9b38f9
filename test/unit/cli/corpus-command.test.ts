import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as statistics } from '../../../src/cli/commands/statistics.ts';
import type { CorpusEntry } from '../../../src/lab/corpus/entry.ts';
import type { CorpusTables } from '../../../src/lab/corpus/statistics.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { overUsual, type Run, runCommand, runText } from './run-command.ts';

const program = fileURLToPath(new URL('../../../src/setup/otherwise.mjs', import.meta.url));
let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'corpus-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

/** The flags of a run that is small enough for a test. */
const small = '--model tiny --threads 1 --sets 2 --samples 4 --free 1 --rounds 1 --threshold 100'.split(' ');
const sentences = [
  'He went to the old shop again.', 'I like this house.', 'They came home late.', 'She sings every morning.', 'We saw two large birds.',
  'My brother lives in a small town near the sea.', 'It rains.', 'The train was late again today.', 'Nobody knows why he left.',
];
const run = (input: Buffer | string, ...args: string[]): Promise<Run<CorpusEntry>> =>
  runCommand<CorpusEntry>(corpus, overUsual(small, args), input);
const printed = async (input: string, ...args: string[]): Promise<string> => (await runText(corpus, overUsual(small, args), input)).text;
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const told = ({ told: stderr }: Run<CorpusEntry>): unknown[] =>
  stderr.split('\n').filter((line) => line.startsWith('{')).map((line) => {
    const { line: number, error } = JSON.parse(line) as { line: number; error: { code: string } };
    return [number, error.code];
  });

describe('corpus', () => {
  it('runs every system and merges what is equal, with the figures and ranks that paraphrase gives', async () => {
    const some = sentences.slice(0, 3);
    const { code, lines } = await run(text(some), '--systems', 'otherwise,parabank2,1,17', '--n', '3');
    expect([code, lines.map(({ line, source }) => [line, source])]).toEqual([0, some.map((source, at) => [at + 1, source])]);
    expect(lines.some(({ rewrites }) => rewrites.some(({ systems }) => systems.length > 1))).toBe(true);
    for (const system of ['otherwise', 'parabank2', 1, 17]) {
      const asked = typeof system === 'number' ? ['--system', String(system)] : ['--mode', system];
      const own = await runCommand<ParaphraseResult>(paraphrase, [...small, '--n', '3', '--order', 'right', ...asked], text(some));
      for (const [at, { rewrites }] of own.lines.entries()) {
        const found = lines[at]?.rewrites.flatMap((one) =>
          one.systems.filter((origin) => origin.system === system).map(({ rank }) => [rank, one.text]));
        const distinct = rewrites.map(({ text: rewrite }, rank) => [rank + 1, rewrite] as const)
          .filter(([rank, rewrite]) => rewrites.findIndex((one) => one.text === rewrite) === rank - 1);
        expect(found?.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(distinct);
        for (const { text: rewrite, score, meaning } of rewrites)
          expect(lines[at]?.rewrites.find((one) => one.text === rewrite)).toMatchObject({ score, meaning });
      }
    }
    const hashes = new Set(lines.map(({ model, seed }) => `${model} ${seed}`));
    expect([...hashes]).toEqual([expect.stringMatching(/^[0-9a-f]{12} 0$/u)]);
  }, 120_000);

  it('gives a row with a required word the rewrites that paraphrase gives', async () => {
    const rows = text([['He went to the old shop again.', 'store'], ['We must finish the report today.', 'complete']]
      .map(([sentence, word]) => JSON.stringify({ text: sentence, require: [word] })));
    const own = await runCommand<ParaphraseResult>(paraphrase, small, rows);
    const { lines } = await run(rows);
    const textsOf = (results: readonly { readonly rewrites: readonly { readonly text: string }[] }[]): string[][] =>
      results.map(({ rewrites }) => rewrites.map((one) => one.text).toSorted());
    expect(textsOf(own.lines).every(({ length }) => length > 0)).toBe(true);
    expect(textsOf(lines)).toEqual(textsOf(own.lines));
  }, 120_000);

  it('gives the same bytes however many rows share a batch, and in shards', async () => {
    const systems = ['--systems', 'otherwise,17'];
    const whole = (await run(text(sentences), ...systems, '--batch', '1')).text;
    for (const batch of ['3', '64']) expect((await run(text(sentences), ...systems, '--batch', batch)).text).toBe(whole);
    const file = join(folder, 'rows.txt');
    writeFileSync(file, text(sentences));
    for (const source of [[file], []]) {
      const shards: string[] = [];
      for (const shard of ['1/4', '2/4', '3/4', '4/4'])
        shards.push((await run(text(sentences), ...source, ...systems, '--shard', shard)).text);
      expect(shards.map((part) => part.split('\n').length - 1)).toEqual([3, 2, 2, 2]);
      expect(shards.join('')).toBe(whole);
    }
    const table = (...args: string[]): Promise<string> => printed(text(sentences.slice(0, 4)), ...systems, '--to', 'tsv', ...args);
    const tsv = await table();
    expect(await table('--shard', '1/2') + await table('--shard', '2/2')).toBe(tsv);
    expect(tsv.split('\n')[0]).toMatch(/^line\tid\tsource\trewrite\tsystems\t/u);
  }, 240_000);

  it('tells malformed rows by their line, leaves them out and goes on', async () => {
    const json = [
      JSON.stringify({ text: sentences[0], id: 'a' }), '{"text": "Torn', '["no object"]', '{"id": "d"}',
      `{"text": "${'x'.repeat(5_000_000)}", "id": 5}`, '{"text": "2 + 2", "id": 6}', '{"text": " ", "id": 7}',
      JSON.stringify({ text: sentences[1], id: 8 }),
    ];
    const bytes = Buffer.concat([Buffer.from(text(json)), Buffer.from([0x7b, 0xff, 0x7d, 0x0a])]);
    const { code, lines, ...rest } = await run(bytes, '--id', 'id', '--systems', '17');
    expect([code, lines.map(({ line, id }) => [line, id])]).toEqual([1, [[1, 'a'], [8, '8']]]);
    expect(told({ code, lines, ...rest })).toEqual([
      [2, 'bad-json'], [3, 'bad-json'], [4, 'missing-field'], [5, 'text-too-long'], [6, 'nothing-to-rewrite'], [7, 'text-empty'],
      [9, 'bad-utf8'],
    ]);
    const rows = 'id\tsentence\nA\tI like this house.\nB\nC\tA\tB\nD\tThey came home late.\n';
    const tsv = await run(rows, '--column', 'sentence', '--id', 'id', '--systems', '17');
    expect(tsv.lines.map(({ line, id }) => [line, id])).toEqual([[2, 'A'], [5, 'D']]);
    expect(told(tsv)).toEqual([[3, 'bad-request'], [4, 'bad-request']]);
    const second = await run('A\tI like this house.\n', '--column', '2', '--systems', '17');
    expect(second.lines[0]?.source).toBe('I like this house.');
  }, 120_000);

  it('filters, and says how much each filter left out', async () => {
    const filters = '--min-length 3 --max-overlap 60 --max-score 4 --max-cross-entropy 3 --min-meaning 60 --no-copies'.split(' ');
    const systems = ['--systems', 'otherwise,1,17'];
    const [all, some] = [await run(text(sentences), ...systems), await run(text(sentences), ...systems, ...filters)];
    let left = 0;
    for (const [at, { source, rewrites, dropped }] of some.lines.entries()) {
      for (const { overlap = NaN, score, crossEntropy, meaning = NaN } of rewrites)
        expect(overlap <= 60 && score <= 4 && crossEntropy <= 3 && meaning >= 60).toBe(true);
      const count = Object.values(dropped).reduce((sum, one) => sum + one, 0);
      if (source !== 'It rains.') expect(rewrites.length + count).toBe(all.lines[at]?.rewrites.length);
      left += count;
    }
    expect([left > 0, some.lines.find(({ source }) => source === 'It rains.')?.rewrites]).toEqual([true, []]);
    expect(some.told).toMatch(/rewrites; left out by .*overlap \d+/u);
  }, 120_000);

  it('tells rate and remaining time of a file', async () => {
    const file = join(folder, 'told.txt');
    writeFileSync(file, text(sentences));
    expect((await run('', file, '--systems', '17')).told).toMatch(/9 of 9 rows, (?:\d+\.\d a second|\d+\.\d s each), 0 s left/u);
  }, 60_000);

  it('refuses what contradicts itself before anything is read', async () => {
    for (const [args, code] of [
      [['--systems', '38'], 'bad-flag'], [['--to', 'csv'], 'bad-flag'], [['--clusters', '3', '--diversity', '1'], 'bad-flag'],
      [['--shard', '3/2'], 'bad-shard'], [['--mode', 'parabank2'], 'unknown-flag'],
      [['--column', 'nowhere', '--format', 'tsv'], 'bad-request'], [[join(folder, 'none')], 'file-unreadable'],
    ] as const)
      await expect(run('a\tb\n', ...args), args.join(' ')).rejects.toMatchObject({ code });
    const file = join(folder, 'twice.txt');
    writeFileSync(file, 'A sentence that somebody wrote.');
    for (const [flag, code] of [['--out', 'bad-flag'], ['--checkpoint', 'bad-flag']] as const)
      await expect(run('', file, flag, join(folder, '.', 'twice.txt'))).rejects.toMatchObject({ code });
    await expect(run('One.\n', '--checkpoint', file)).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
    expect(readFileSync(file, 'utf8')).toBe('A sentence that somebody wrote.');
  }, 60_000);
});

describe('a run that is cut off', () => {
  const flags = ['--model', 'tiny', '--threads', '1', '--systems', '17', '--beam', '2'];
  const many = Array.from({ length: 300 }, (_, at) =>
    (at % 50 === 49 ? '' : `${sentences[at % sentences.length]?.slice(0, -1)} ${at} times.`));
  const places = (name: string): [file: string, checkpoint: string, out: string] =>
    [join(folder, `${name}.txt`), join(folder, `${name}.checkpoint`), join(folder, `${name}.jsonl`)];

  it('resumes to the same bytes, killed at random', async () => {
    const [file, checkpoint, out] = places('many');
    writeFileSync(file, text(many));
    const whole = (await runCommand(corpus, [file, ...flags], '')).text;
    const random = new Random(5);
    const moments = Array.from({ length: 3 }, () => 1 + Math.floor(random.uniform() * many.length * 0.9)).sort((a, b) => a - b);
    const kept = (): number => (existsSync(checkpoint) ? readFileSync(checkpoint, 'utf8').split('\n').length - 1 : 0);
    for (const moment of [...moments, Infinity]) {
      const args = [program, 'corpus', file, ...flags, '--out', out, '--checkpoint', checkpoint];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const ended = once(child, 'exit');
      while (child.exitCode === null && child.signalCode === null) {
        if (kept() >= moment) child.kill('SIGKILL');
        await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, 5); })]);
      }
      expect(child.signalCode ?? child.exitCode).toBe(moment === Infinity ? 1 : 'SIGKILL');
    }
    expect(readFileSync(out, 'utf8')).toBe(whole);
    expect(whole.split('\n').length - 1).toBe(294);
    const another = runCommand(corpus, [file, ...flags, '--seed', '1', '--checkpoint', checkpoint]);
    await expect(another).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
  }, 300_000);

  it('stops on a full disk with whole rows, which a resumed run keeps', async () => {
    const [file, checkpoint, out] = places('full');
    writeFileSync(file, text(many.slice(0, 40)));
    const whole = (await runCommand(corpus, [file, ...flags], '')).text;
    // The greatest size of a file, in kilobytes, stands in for the size of a disk.
    const shell = (script: string, ...more: string[]) =>
      spawnSync('bash', ['-c', script, 'bash', process.execPath, program, 'corpus', file, ...flags, ...more], { encoding: 'utf8' });
    const limited = 'ulimit -f 3; exec "$@"';
    for (const full of [shell(limited, '--out', out), shell(limited, '--out', out, '--checkpoint', checkpoint)]) {
      expect([full.status, full.stderr]).toEqual([2, expect.stringContaining('no-storage')]);
      expect(existsSync(out) && whole.startsWith(readFileSync(out, 'utf8'))).toBe(true);
    }
    const rows = readFileSync(checkpoint, 'utf8');
    expect([rows.endsWith('\n'), rows.split('\n').length > 3]).toEqual([true, true]);
    expect((await runCommand(corpus, [file, ...flags, '--checkpoint', checkpoint], '')).text).toBe(whole);
    const device = shell('exec "$@" > /dev/full');
    expect([device.status, device.stderr]).toEqual([2, expect.stringContaining('no-storage')]);
  }, 300_000);
});

describe('statistics', () => {
  it('reads what corpus writes in either form to the same tables', async () => {
    const systems = ['--systems', 'otherwise,17,28'];
    const forms = [await printed(text(sentences), ...systems), await printed(text(sentences), ...systems, '--to', 'tsv')];
    const [first, second] = await Promise.all(
      forms.map((input) => runCommand<CorpusTables>(statistics, ['--model', 'tiny', '--json'], input)));
    const [tables, others] = [first?.lines[0], second?.lines[0]];
    expect([first?.code, second?.code]).toEqual([0, 0]);
    expect(tables?.systems.map(({ system }) => system)).toEqual([null, 'otherwise', '17', '28']);
    // A TSV has neither sources without rewrites nor more than the figures' decimals.
    expect(others?.systems.map(({ system, n, copies, oneMinusBleu }) => [system, n, copies, oneMinusBleu])).toEqual(
      tables?.systems.map(({ system, n, copies, oneMinusBleu }) => [system, n, copies, oneMinusBleu]));
    expect(tables?.sources.n).toBe(sentences.length);
    expect(tables?.systems[0]?.meaning).toBeCloseTo(others?.systems[0]?.meaning ?? NaN, 1);
  }, 120_000);

  it('reads any pairs, by the columns that are named, and tells what is none', async () => {
    const pairs = 'He left home early.\tHe went away early.\nHe left home early.\tHe left home early!\n\tnone\nonly one\n';
    const { code, lines, told: stderr } =
      await runCommand<CorpusTables>(statistics, ['--model', 'tiny', '--json', '--no-header', '--no-trees'], pairs);
    expect([code, stderr.match(/"line":(\d)/gu)]).toEqual([1, ['"line":3', '"line":4']]);
    expect(lines[0]?.systems.map(({ system, n, copies, treeEdit }) => [system, n, copies, treeEdit])).toEqual([[null, 2, 50, null]]);
    const columns = ['--source', 'ref', '--rewrite', 'out', '--system', 'by'];
    const named = await runText(statistics, ['--model', 'tiny', ...columns], 'by\tref\tout\nA,B\tHe left.\tHe went.\n');
    expect(named.text).toMatch(/^\| A \| 1 \|/mu);
    const json = await runText(statistics, ['--model', 'tiny', '--source', 'a', '--rewrite', 'b'], '{"a": "He left.", "b": "He went."}\n');
    expect([json.code, json.text.includes('1 sources')]).toEqual([0, true]);
    // A table of another origin may lack a rewrite: that is no source that nothing came of.
    const [head, row] = ['source\trewrite\tsystems', 'He left.\t\t\n'];
    const foreign = await runText(statistics, ['--model', 'tiny', '--no-trees'], `${head}\n${row}`);
    expect([foreign.code, foreign.told]).toEqual([1, expect.stringMatching(/"line":2.*text-empty/u)]);
    const own = await runText(statistics, ['--model', 'tiny', '--no-trees'], `${head}\tunmet\n${row.trimEnd()}\t\t\t[]\n`);
    expect([own.code, own.told, own.text.includes('1 sources')]).toEqual([0, '', true]);
    await expect(runText(statistics, ['--model', 'tiny'], 'One sentence.\n')).rejects.toMatchObject({ code: 'bad-flag' });
  }, 60_000);
});
