import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as evaluate } from '../../../src/cli/commands/evaluate.ts';
import { chosenSystems, usualSystems } from '../../../src/cli/evaluation.ts';
import { loadTools } from '../../../src/cli/tools.ts';
import { textBleu } from '../../../src/core/metrics/bleu.ts';
import { lengthRatio } from '../../../src/core/metrics/length-ratio.ts';
import type { EvaluationRow } from '../../../src/lab/tables/rows.ts';
import { flagName, type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { overUsual } from './run-command.ts';

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
      args: overUsual(['--model', 'tiny', '--threads', '1'], args),
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

const budget = ['--sets', '2', '--samples', '4', '--rounds', '1', '--beam', '2', '--distance', '2'];
const small = ['--systems', 'otherwise,17', ...budget];
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

interface Table {
  readonly rows: readonly (EvaluationRow & Record<string, unknown>)[];
  readonly collective: readonly { readonly system: string; readonly ranks: readonly number[] }[];
  readonly correlations: readonly unknown[];
}
interface Written {
  readonly id?: string;
  readonly line?: number;
  readonly reference: string;
  readonly rewrites: readonly { readonly system: string | number; readonly seed?: number; readonly texts: readonly string[] }[];
}
const tableOf = (name: string): Table => JSON.parse(read(name, 'table.json')) as Table;
const writtenOf = (name: string): Written[] =>
  read(name, 'rewrites.jsonl').trimEnd().split('\n').map((line) => JSON.parse(line) as Written);

describe('evaluate', () => {
  const lines = [
    'id\treference\tA\thuman:A',
    '1\tHe went to the shop.\tHe walked to the shop.\t90',
    'broken',
    '2\tI like this old house.\tI like that old house.\t80',
  ];

  it('writes tables of the rewrites it writes, tells broken lines and goes on', async () => {
    const { code, output, errors } = await run([file('some.tsv', ...lines), ...small, '--out', join(folder, 'whole')]);
    expect(code).toBe(1);
    expect(JSON.parse(errors.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({
      line: 3,
      error: { code: 'bad-request' },
    });
    expect(read('whole', 'table.md')).toBe(output);
    const [table, written] = [tableOf('whole'), writtenOf('whole')];
    expect(table.rows.map(({ system, rank }) => [system, rank])).toEqual([
      ...[1, 2, 3, 4, 5].map((rank) => ['otherwise', rank]), [17, 1], ['A', null],
    ]);
    expect(table.collective.map(({ system, ranks }) => [system, ranks])).toEqual(
      [
        [1, 3],
        [3, 5],
        [1, 5],
      ].map((ranks) => ['otherwise', ranks]),
    );
    expect(written.map(({ id, line }) => id ?? line)).toEqual(['1', 3, '2']);
    const pairs = (rank: number): [string, string][] =>
      written.flatMap(({ reference, rewrites }): [string, string][] => {
        const texts = rewrites?.[0]?.texts ?? [];
        const text = texts[rank - 1] ?? texts.at(-1);
        return text === undefined ? [] : [[reference, text]];
      });
    expect(pairs(1).length).toBeGreaterThan(0);
    for (const { rank, n, oneMinusBleu, paragraphBleu, lengthRatio: ratio, copies } of table.rows.slice(0, 5)) {
      const own = pairs(rank ?? 0);
      expect(n).toBe(own.length);
      expect(oneMinusBleu).toBeCloseTo(100 - (textBleu(own, 'corpus') ?? NaN), 3);
      expect(paragraphBleu).toBeCloseTo(textBleu(own, 'paragraph') ?? NaN, 3);
      expect(ratio).toBeCloseTo(lengthRatio(own) ?? NaN, 3);
      expect(copies).toBe(0);
    }
    // He walked to the shop, I like that old house: eight of ten words.
    expect(table.rows.at(-1)).toMatchObject({ human: 85, n: 2, copies: 0, unigramPrecision: 80, lengthRatio: 1, unigramHuman: null });
    expect(existsSync(join(folder, 'whole', 'unfinished.jsonl'))).toBe(false);
  }, 60_000);

  it('gives each system the mode of its name, and the options of paraphrase as they are', async () => {
    const path = file('modes.tsv', 'id\treference', '1\tHe went to the shop because it was late.');
    const given = { sets: 2, samples: 4, p: 0.5, threshold: 9, clusters: 3, topUp: false, n: 3, seed: 4 };
    const flags = Object.entries(given).flatMap(([name, value]) =>
      value === false ? [`--no-${flagName(name)}`] : [`--${flagName(name)}`, String(value)]);
    await run([path, '--systems', 'otherwise,parabank2,28', ...flags, '--out', join(folder, 'modes')]);
    const tools = await loadTools('tiny', 1);
    const asked: RequestOptions[] = [{ mode: 'otherwise' }, { mode: 'parabank2' }, { system: 28 }];
    const expected = await Promise.all(asked.map(async (own) => {
      const settings = settingsOf({ ...given, ...own, order: 'right' }, tools.threshold);
      const { rewrites } = await paraphraseText('He went to the shop because it was late.', { tools, settings });
      return rewrites.map(({ text }) => text);
    }));
    expect(writtenOf('modes')[0]?.rewrites).toEqual(['otherwise', 'parabank2',
      28].map((system, at) => ({ system, texts: expected[at] })));
    expect(expected[0]).not.toEqual(expected[1]);
    expect(tableOf('modes').rows.map(({ system, rank }) => `${system} ${rank ?? ''}`)).toEqual(
      ['otherwise', 'parabank2', '28'].flatMap((system) => [1, 2, 3].map((rank) => `${system} ${rank}`)),
    );
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

  it('gives the mean of several seeds and half their range', async () => {
    const path = file('seeds.tsv', ...lines.filter((line) => line !== 'broken'));
    const args = [path, '--systems', 'parabank2', '--threshold', '20', '--n', '1', ...budget];
    await run([...args, '--seeds', '3,7', '--out', join(folder, 'seeds')]);
    for (const seed of [3, 7]) await run([...args, '--seed', String(seed), '--out', join(folder, `seed${seed}`)]);
    const [three, seven] = [3, 7].map((seed) => tableOf(`seed${seed}`).rows[0]?.overlap ?? NaN) as [number, number];
    const [row] = tableOf('seeds').rows;
    expect(three).not.toBe(seven);
    expect(row?.overlap).toBeCloseTo((three + seven) / 2, 3);
    expect(row?.halfRange?.overlap).toBeCloseTo(Math.abs(three - seven) / 2, 3);
    const texts = (name: string): unknown => writtenOf(name).map(({ rewrites }) => rewrites.map((one) => one.texts));
    expect(writtenOf('seeds').map(({ rewrites }) => rewrites.map(({ seed }) => seed))).toEqual([[3, 7], [3, 7]]);
    expect(texts('seeds')).toEqual(
      writtenOf('seed3').map(({ rewrites }, at) => [rewrites[0]?.texts, writtenOf('seed7')[at]?.rewrites[0]?.texts]),
    );
  }, 60_000);

  it('takes a number of references, of some lengths, and has a column for each length', async () => {
    const path = file(
      'lengths.jsonl',
      ...[10, 20, 10, 10].map((length, at) =>
        JSON.stringify({ id: at, length, reference: `Text number ${at} is here.`, A: 'Another text.', 'human:A': 10 * at }),
      ),
    );
    const row = async (...args: string[]): Promise<EvaluationRow | undefined> => {
      await run([path, '--systems', 'none', '--out', join(folder, 'counted'), ...args]);
      return tableOf('counted').rows[0];
    };
    expect(await row()).not.toHaveProperty('byLength');
    expect((await row('--references', '2'))?.n).toBe(2);
    expect(await row('--lengths', '10')).toMatchObject({ n: 3, byLength: { 10: { n: 3 }, mean: { n: 3 } } });
    expect((await row('--lengths', '20,10', '--references', '3'))?.n).toBe(3);
    const all = await row('--lengths');
    expect(all).toMatchObject({
      n: 4,
      human: 15,
      byLength: { 10: { n: 3, human: 16.6667 }, 20: { n: 1, human: 10 }, mean: { human: 13.3334 } },
    });
  }, 60_000);

  it('has rows for the best and the worst that people saw', async () => {
    const path = file(
      'judged.tsv',
      'id\treference\tA\thuman:A\tB\thuman:B',
      '1\tOne is here.\tOne came.\t20\tOne is there.\t70',
      '2\tTwo are here.\tTwo are there.\t90\tTwo came.\t30',
    );
    await run([path, '--systems', 'none', '--oracle', '--out', join(folder, 'oracle')]);
    const { rows, collective } = tableOf('oracle');
    expect(rows.map(({ system, human }) => [system, human])).toEqual([
      ['A', 55], ['B', 50], ['oracle max', 80], ['oracle median', 80], ['oracle min', 25],
    ]);
    expect(collective.map(({ system }) => system)).toEqual(['oracle max/min', 'A/B']);
    await expect(run([file('unjudged.tsv', 'id\treference\tA', '1\tx\ty'), '--oracle', '--systems',
      'none'])).rejects.toMatchObject({ code: 'bad-flag' });
  }, 60_000);

  it('counts outputs with the words of the reference in its order nowhere with --no-copies', async () => {
    const path = file('copies.tsv', 'id\treference\tA\thuman:A\tB\thuman:B',
      '1\tOne is here.\tone is here\t100\tOne is there.\t70', '2\tTwo are here.\tTwo came.\t40\tTwo are there.\t90');
    const tablesOf = async (...args: string[]) => {
      const { output } = await run([path, '--systems', 'none', '--oracle', '--out', join(folder, 'copies'), ...args]);
      const { rows, collective } = tableOf('copies');
      const pair = collective.find(({ system }) => system === 'A/B');
      return { output, pair, figures: rows.map(({ system, n, copies, human }) => [system, n, copies, human]) };
    };
    const whole = await tablesOf();
    expect(whole.figures).toEqual([
      ['A', 2, 1, 70], ['B', 2, 0, 80], ['oracle max', 2, 1, 95], ['oracle median', 2, 1, 95], ['oracle min', 2, 0, 55],
    ]);
    const left = await tablesOf('--no-copies');
    expect(left.figures).toEqual([
      ['A', 1, 0, 40], ['B', 2, 0, 80], ['oracle max', 2, 0, 80], ['oracle median', 2, 0, 80], ['oracle min', 2, 0, 55],
    ]);
    expect([whole.pair, left.pair]).toMatchObject([{ n: 2 }, { n: 1 }]);
    expect([whole.output, left.output].map((text) => text.includes('in its order do not count'))).toEqual([false, true]);
  }, 60_000);

  it('takes the texts that a table of judgements lacks from a second file, and has gains over a column', async () => {
    const head = 'ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker';
    const path = file('judged.tsv', head, '1\t5\t0\tOne is here.\t-2\t100\t2\t1', '1\t5\t17\tOne left.\t1\t80\t2\t1',
      '1\t5\t35\tOne is there.\t1\t40\t1\t1', '2\t10\t17 35\tTwo CAME.\t1\t60\t2\t1', '2\t10\t17 35\tTwo CAME.\t1\t60\t2\t2');
    const rowsOf = async (...args: string[]) => {
      const { code, errors } = await run([path, '--systems', 'none', '--model', 'tiny', ...args, '--out', join(folder, 'texts')]);
      return { code, errors, rows: tableOf('texts').rows };
    };
    const lacking = await rowsOf('--lengths', '--baseline', '35');
    expect(lacking.errors).toContain('1 references have no text');
    expect(lacking.rows).toMatchObject([
      { system: 'ParaBank 17', human: 66.6667, flagged: 0, n: 2,
        gain: { human: 25, unflagged: 100, byLength: { 5: { human: 100 }, 10: { human: 0 } } } },
      { system: 'ParaNMT', human: 53.3333, flagged: 50, n: 2, gain: { human: 0 }, byLength: { deviation: { human: 14.1421 } } },
    ]);
    const texts = file('texts.tsv', 'id\treference', '2\tTwo came.', 'none');
    const whole = await rowsOf('--texts', texts);
    expect([whole.code, whole.errors.includes('have no text'), whole.errors.includes('"line":3')]).toEqual([1, false, true]);
    expect(whole.rows[0]).toMatchObject({ copies: 1, n: 2, unigramPrecision: 75 });
    expect((await rowsOf('--texts', texts, '--no-copies')).rows[0]).toMatchObject({ copies: 0, n: 1 });
    expect((await rowsOf('--texts', texts, '--keep-case')).rows[0]).toMatchObject({ copies: 1, unigramPrecision: 50 });
    await expect(run([path, '--baseline', '99', '--systems', 'none'])).rejects.toMatchObject({ code: 'bad-flag' });
  }, 60_000);

  it('refuses what it does not understand and what contradicts itself', async () => {
    const path = file('ok.tsv', ...lines);
    await expect(run([])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run([join(folder, 'nowhere.tsv')])).rejects.toMatchObject({ code: 'file-unreadable' });
    for (const args of [
      ['--systems', '38'],
      ['--systems', 'best'],
      ['--systems', '17', '--mode', 'parabank2'],
      ['--systems', '17', '--system', '18'],
      ['--clusters', '4', '--diversity', '2'],
      ['--seed', '1', '--seeds', '0,1'],
      ['--references', '0'],
      ['--lengths=short'],
      ['--lengths', '10'],
      ['--lengths'],
    ])
      await expect(run([path, ...args]), args.join(' ')).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run([path, '--what', '1'])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});

describe('chosenSystems', () => {
  it('takes a list, or the usual ones of a mode or system', () => {
    expect(chosenSystems(' otherwise,17, 17', {})).toEqual(['otherwise', 17]);
    expect(chosenSystems('none', { mode: 'parabank2' })).toEqual([]);
    expect(chosenSystems(undefined, {})).toEqual(usualSystems);
    expect(chosenSystems(undefined, { mode: 'parabank' })).toEqual(usualSystems.filter((one) => typeof one === 'number'));
    expect(chosenSystems(undefined, { system: 'parabank2' })).toEqual(['parabank2']);
    expect(chosenSystems(undefined, { system: 3 })).toEqual([3]);
  });
});
