import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/cli/command.ts';
import { command as align } from '../../../src/cli/commands/align.ts';
import { command as cluster } from '../../../src/cli/commands/cluster.ts';
import { command as metrics } from '../../../src/cli/commands/metrics.ts';
import { command as similarity } from '../../../src/cli/commands/similarity.ts';

async function run(command: Command, args: readonly string[], lines: readonly string[]): Promise<{ code: number; output: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = text(stdout);
  const code = await command.run({
    args,
    stdin: Readable.from(lines.map((line) => Buffer.from(`${line}\n`))),
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  stdout.end();
  return { code, output: await output };
}

const answers = async (command: Command, args: readonly string[], requests: readonly unknown[]): Promise<unknown[]> =>
  (
    await run(
      command,
      args,
      requests.map((request) => JSON.stringify(request)),
    )
  ).output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('cluster', () => {
  it('takes the number of clusters from the line, then from the flag', async () => {
    const request = { reference: 'a b', candidates: ['a c', 'd e f'], scores: [1, 0.5] };
    expect(await answers(cluster, ['--clusters', '2'], [request, { ...request, clusters: 3 }])).toEqual([
      { assignment: [0, 1], centroids: [null, 1], winners: [1] },
      { assignment: [2, 1], centroids: [null, 1, 0], winners: [1, 0] },
    ]);
  });

  it('answers a bad line with an error and goes on', async () => {
    const { code, output } = await run(
      cluster,
      [],
      [
        '{"reference": "a", "candidates": []}',
        'x',
        '{"reference":"a","candidates":[],"scores":[],"k":1}',
        '{"reference":"a","candidates":[],"scores":[]}',
      ],
    );
    expect(code).toBe(1);
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { error?: { code: string } }).error?.code),
    ).toEqual(['missing-field', 'bad-json', 'unknown-field', undefined]);
  });

  it('refuses a wrong flag', async () => {
    await expect(run(cluster, ['--clusters', '0'], [])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run(cluster, ['--bogus'], [])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});

describe('metrics', () => {
  it('answers each measure', async () => {
    expect(
      await answers(
        metrics,
        [],
        [
          { bleu: { pairs: [['a b c d', 'a b c d']] } },
          {
            bleu: {
              pairs: [
                [
                  ['a', 'b', 'c', 'd'],
                  ['a', 'b', 'c', 'd'],
                ],
              ],
              mode: 'tokens',
            },
          },
          { bleu: { pairs: [], mode: 'corpus' } },
          { overlap: [['▁a'], ['A', 'b']] },
          { trigramOverlap: ['a b c', 'a b c d'] },
          { tree: ['{a{b}}', '{a}'], costs: [3, 1, 1] },
          { shallowTree: ['The cat sat on the mat.', 'A dog slept in the garden.'] },
          { edit: ['😀a', 'a'] },
          { edit: [['x', 'y'], ['y']] },
          {
            pearson: [
              [1, 2],
              [2, 4],
            ],
          },
          {
            spearman: [
              [1, 2, 3],
              [5, 6, 4],
            ],
          },
          {
            pearson: [
              [1, 1],
              [2, 4],
            ],
          },
          { selfBleu: ['a b c d', 'a b c d'] },
          { lengthRatio: [['a b', 'a']] },
        ],
      ),
    ).toEqual(
      [100, 100, null, 50, 1, 3, 0, 1, 1, 1, -0.5, null, 100, 0.5].map((value) => ({
        value: typeof value === 'number' ? (expect.closeTo(value, 9) as number) : value,
      })),
    );
  });

  it('refuses several measures in one line, and token lists without their mode', async () => {
    const { code, output } = await run(
      metrics,
      [],
      ['{"edit":["a","b"],"selfBleu":[]}', '{"bleu":{"pairs":[[["a"],["a"]]]}}', '{"nothing":1}'],
    );
    expect(code).toBe(1);
    expect(output).toMatch(/several measures[^\n]*\n[^\n]*takes texts[^\n]*\n[^\n]*unknown-field/);
  });
});

describe('align', () => {
  it('uses the model when counts are given, and says so when the n-gram aligner is asked for with counts', async () => {
    const request = { a: ['x'], b: ['y', 'z'], counts: { pairs: [['x', 'z', 2]], words: [['z', 4]], total: 9 } };
    expect(await answers(align, [], [request])).toEqual([{ links: [[0, 1]], scores: [0.5], fragments: [] }]);
    expect((await run(align, [], [JSON.stringify({ ...request, aligner: 'lcs' })])).output).toMatch(/bad-request/);
  });

  it('prints its stop list', async () => {
    const { code, output } = await run(align, ['--stop-words'], ['not read']);
    expect(code).toBe(0);
    expect(output.split('\n')).toEqual(expect.arrayContaining(['the', 'to']));
    expect(output.split('\n')).not.toContain('for');
  });
});

describe('similarity', () => {
  const [a, b] = ['The train leaves at noon.', 'The train departs at noon.'];

  it('answers cosine and meaning, or the cosine alone', async () => {
    const [full, copy, only] = (await answers(
      similarity,
      [],
      [
        { a, b },
        { a, b: `  ${a}\u0007` },
        { a, b, only: 'cosine' },
      ],
    )) as Record<string, number>[];
    expect(Object.keys(full ?? {})).toEqual(['cosine', 'meaning']);
    expect(full?.['meaning']).toBeGreaterThan(60);
    expect(copy).toEqual({ cosine: 1, meaning: 100 });
    expect(only).toEqual({ cosine: full?.['cosine'] });
    expect(await answers(similarity, ['--only', 'cosine'], [{ a, b }])).toEqual([only]);
  });

  it('answers a bad line with an error and goes on', async () => {
    const { code, output } = await run(
      similarity,
      ['--only', 'cosine'],
      ['{"a": "x"}', '{"a": "x", "b": ""}', '{"a": "x", "b": 3}', '{"a": "x", "b": "y", "c": 1}', '{"a": "x", "b": "x"}'],
    );
    expect(code).toBe(1);
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { error?: { code: string } }).error?.code),
    ).toEqual(['missing-field', 'text-empty', 'bad-request', 'unknown-field', undefined]);
    await expect(run(similarity, ['--only', 'meaning'], [])).rejects.toMatchObject({ code: 'bad-flag' });
  });
});
