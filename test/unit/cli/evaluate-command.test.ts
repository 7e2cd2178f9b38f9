import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as evaluate } from '../../../src/cli/commands/evaluate.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'evaluate-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const file = (name: string, ...lines: string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
};

async function run(
  args: readonly string[],
  onProgress?: (controller: AbortController) => void,
): Promise<{ code: number; output: string; errors: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const controller = new AbortController();
  const [output, errors] = [
    text(stdout),
    text(
      stderr.on('data', (chunk: Buffer) => {
        if (/^\d+ of/m.test(chunk.toString())) onProgress?.(controller);
      }),
    ),
  ];
  try {
    const code = await evaluate.run({
      args: [...args, '--model', 'tiny', '--threads', '1'],
      stdin: Readable.from([]),
      stdout,
      stderr,
      signal: controller.signal,
    });
    return { code, output: (stdout.end(), await output), errors: (stderr.end(), await errors) };
  } finally {
    stdout.end();
    stderr.end();
  }
}

const small = ['--systems', 'parabank2,17', '--sets', '2', '--samples', '4', '--rounds', '1', '--beam', '2', '--distance', '2'];
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

describe('evaluate', () => {
  const lines = [
    'id\treference\tA\thuman:A',
    '1\tHe went to the shop.\tHe walked to the shop.\t90',
    'broken',
    '2\tI like this old house.\tI like that old house.\t80',
  ];

  it('writes tables and rewrites, tells broken lines and goes on', async () => {
    const { code, output, errors } = await run([file('some.tsv', ...lines), ...small, '--out', join(folder, 'whole')]);
    expect(code).toBe(1);
    expect(JSON.parse(errors.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({
      line: 3,
      error: { code: 'bad-request' },
    });
    expect(read('whole', 'table.md')).toBe(output);
    const table = JSON.parse(read('whole', 'table.json')) as { rows: Record<string, unknown>[]; collective: Record<string, unknown>[] };
    expect(table.rows.map(({ system, rank }) => [system, rank])).toEqual([
      ...[1, 2, 3, 4, 5].map((rank) => ['parabank2', rank]),
      [17, 1],
      ['A', null],
    ]);
    for (const key of ['meaning', 'oneMinusBleu', 'overlap', 'treeEdit', 'lengthRatio', 'copies', 'n'])
      expect(table.rows[0]).toHaveProperty(key);
    expect(table.rows.at(-1)).toMatchObject({ human: 85, n: 2, copies: 0 });
    expect(table.collective.map(({ system, ranks }) => [system, ranks])).toEqual([
      ['parabank2', [1, 3]],
      ['parabank2', [3, 5]],
      ['parabank2', [1, 5]],
    ]);
    const rewrites = read('whole', 'rewrites.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id?: string; line?: number });
    expect(rewrites.map(({ id, line }) => id ?? line)).toEqual(['1', 3, '2']);
    expect(existsSync(join(folder, 'whole', 'unfinished.jsonl'))).toBe(false);
  }, 60_000);

  it('goes on where it was stopped, with the same bytes', async () => {
    const path = file('two.tsv', ...lines.filter((line) => line !== 'broken'));
    await run([path, ...small, '--out', join(folder, 'once')]);
    const args = [path, ...small, '--out', join(folder, 'twice')];
    await expect(run(args, (controller) => controller.abort())).rejects.toMatchObject({ code: 'aborted' });
    expect(existsSync(join(folder, 'twice', 'unfinished.jsonl'))).toBe(true);
    await expect(run([...args, '--seed', '1'])).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
    expect((await run(args)).errors).toMatch(/^2 of 2/);
    for (const name of ['table.md', 'table.json', 'rewrites.jsonl']) expect(read('twice', name)).toBe(read('once', name));
  }, 120_000);

  it('takes a number of references, of some lengths', async () => {
    const path = file(
      'lengths.jsonl',
      ...[10, 20, 10, 10].map((length, at) =>
        JSON.stringify({ id: at, length, reference: `Text number ${at} is here.`, A: 'Another text.' }),
      ),
    );
    const counts = async (...args: string[]): Promise<unknown> => {
      await run([path, '--systems', 'none', '--out', join(folder, 'counted'), ...args]);
      return (JSON.parse(read('counted', 'table.json')) as { rows: { n: number }[] }).rows.map(({ n }) => n);
    };
    expect([
      await counts(),
      await counts('--references', '2'),
      await counts('--lengths', '10'),
      await counts('--lengths', '20,10', '--references', '3'),
    ]).toEqual([[4], [2], [3], [3]]);
  }, 60_000);

  it('refuses what it does not understand', async () => {
    const path = file('ok.tsv', ...lines);
    await expect(run([])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run([join(folder, 'nowhere.tsv')])).rejects.toMatchObject({ code: 'file-unreadable' });
    for (const args of [
      ['--systems', '38'],
      ['--systems', 'best'],
      ['--references', '0'],
      ['--lengths', 'short'],
      ['--lengths', '10'],
    ])
      await expect(run([path, ...args])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run([path, '--what', '1'])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});
