import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { command as lexicon } from '../../../src/cli/commands/lexicon.ts';

async function run(args: readonly string[], input: string | Buffer): Promise<{ code: number; rows: string[]; errors: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [output, errors] = [text(stdout), text(stderr)];
  const code = await lexicon.run({
    args,
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  return { code, rows: (await output).trimEnd().split('\n'), errors: await errors };
}

const corpus = 'The cat ran.\tthe feline ran\nThe cat sat!\tThe feline sat.\r\n';

describe('lexicon', () => {
  it('prints each unordered pair once, best first, with six decimals', async () => {
    const { code, rows } = await run(['--min-count', '2', '--min-score', 'none'], corpus);
    expect(code).toBe(0);
    // the, cat and feline: cat and feline meet in 2 of 4 directions, each in 2 of 4 sentences; the–cat and the–feline
    // within a sentence in 1 of 2.
    expect(rows).toEqual([
      'a\tb\tcount\tscore',
      'cat\tfeline\t2\t0.693147',
      'cat\tthe\t2\t0.000000',
      'feline\tthe\t2\t0.000000',
      'ran\tthe\t2\t0.000000',
      'sat\tthe\t2\t0.000000',
    ]);
  });

  it('gives both orders within single sentences', async () => {
    const { rows } = await run(['--min-count', '2', '--min-score', 'none', '--measure', 'single'], corpus);
    expect(rows.slice(1).map((row) => row.split('\t').slice(0, 2).join(' '))).toEqual([
      'cat the',
      'feline the',
      'ran the',
      'sat the',
      'the cat',
      'the feline',
      'the ran',
      'the sat',
    ]);
  });

  it('leaves out pairs that are too long or too little alike, and says how many', async () => {
    const long = `${'word '.repeat(31)}\tword\n`;
    expect((await run(['--min-score', 'none'], corpus + long)).errors).toMatch(/2 pairs counted; left out: 1 with more than 30 words/);
    expect((await run([], 'The cat ran away.\tThe cat ran off.\nThe cat ran away.\tInterest rates will rise in March.\n')).errors).toMatch(
      /1 pairs counted; left out: 0 [^,]*, 1 below the cosine/,
    );
  });

  it('tells lines that are no pair on stderr and counts the others', async () => {
    const broken = Buffer.concat([Buffer.from('no tab\na\tb\tc\n\tb\n'), Buffer.from([0x61, 0x09, 0xff, 0x0a]), Buffer.from(corpus)]);
    const { code, rows, errors } = await run(['--min-count', '2', '--min-score', 'none'], broken);
    expect(code).toBe(1);
    expect(rows.length).toBe(6);
    expect(
      errors
        .split('\n')
        .slice(0, 4)
        .map((line) => {
          const { line: number, error } = JSON.parse(line) as { line: number; error: { code: string } };
          return `${number} ${error.code}`;
        }),
    ).toEqual(['1 bad-request', '2 bad-request', '3 text-empty', '4 bad-utf8']);
  });

  it.each([
    ['--min-count', '0'],
    ['--min-count', '1.5'],
    ['--min-score', 'high'],
    ['--min-score', '2'],
    ['--measure', 'other'],
    ['--unknown', '1'],
  ])('refuses %s %s', async (...args) => {
    await expect(run(args, '')).rejects.toMatchObject({ code: args[0] === '--unknown' ? 'unknown-flag' : 'bad-flag' });
  });

  it('shows the pairs of some words alone', async () => {
    const args = ['--min-count', '2', '--min-score', 'none'];
    expect((await run([...args, '--word', 'Feline'], corpus)).rows.slice(1)).toEqual(['cat\tfeline\t2\t0.693147',
      'feline\tthe\t2\t0.000000']);
    expect((await run([...args, '--word', 'ran', '--word', 'sat'], corpus)).rows).toHaveLength(3);
    expect((await run([...args, '--word', 'dog'], corpus)).rows).toEqual(['a\tb\tcount\tscore']);
  });

  it('says how its scores agree with people, a pair it lacks counting as 0 and the first of several', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
    const file = join(folder, 'simlex.tsv');
    const args = ['--min-count', '2', '--min-score', 'none', '--against', file];
    writeFileSync(file, ['word1\tword2\tPOS\tSimLex999\tconc', 'cat\tfeline\tN\t9\t1', 'Ran\tthe\tV\t3\t1', 'the\tran\tN\t10\t1',
      'dog\ttree\tN\t1\t1',
      'dog\tcat'].join('\n'));
    const { code, rows, errors } = await run(args, corpus);
    expect([code, errors.includes('"line":6')]).toEqual([1, true]);
    // Scores 0.69, 0 and 0 beside 9, 3 and 1: two ranks are tied.
    expect(JSON.parse(rows[0] ?? '')).toEqual({ file, n: 3, found: 2, spearman: expect.closeTo(86.6025, 3) as number });
    writeFileSync(file, 'cat\tfeline\t9\nthe\tdog\t1\n');
    expect(JSON.parse((await run(args, corpus)).rows[0] ?? '')).toMatchObject({ n: 2, found: 1, spearman: 100 });
    rmSync(folder, { recursive: true });
    await expect(run(args, corpus)).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});
