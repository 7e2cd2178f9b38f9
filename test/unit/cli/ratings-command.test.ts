import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as ratings } from '../../../src/cli/commands/ratings.ts';
import type { MergedReport } from '../../../src/lab/ratings/merged-markdown.ts';
import { runCommand, runText } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'ratings-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const head = 'source\tcandidate\tsystems\tcontrol\trating\tflagged';
const file = (name: string, ...lines: string[]): string => {
  writeFileSync(join(folder, name), `${[head, ...lines].join('\n')}\n`);
  return join(folder, name);
};
const limits = ['--min-ratings', '2', '--judges', '2'];

describe('ratings', () => {
  it('merges the tables of raters who count', async () => {
    const files = [
      file('ann.tsv', 's\tone\tA\t0\t80\t0', 's\ttwo\tB\t0\t40\t0', 's\ts\tcopy\t1\t100\t0'),
      file('ben.tsv', 's\tone\tA\t0\t60\t0', 's\ttwo\tB\t0\t20\t1', 's\ts\tcopy\t1\t95\t0'),
      file('cy.tsv', 's\tone\tA\t0\t0\t1', 's\ts\tcopy\t1\t5\t0'),
      file('di.tsv', 's\tthree\tA\t0\t10\t0', 's\ts\tcopy\t1\t99\t0'),
    ];
    const { code, lines: [report] } = await runCommand<MergedReport>(ratings, [...files, ...limits, '--json']);
    expect(code).toBe(0);
    expect(report?.raters.map(({ rater, leftOut }) => [rater, leftOut])).toEqual([
      ['ann', undefined], ['ben', undefined], ['cy', 'controls'], ['di', undefined],
    ]);
    expect(report).toMatchObject({ items: 2, fewJudges: 1, agreement: { items: 2 } });
    expect(report?.systems).toEqual([
      { system: 'A', n: 1, similarity: 70, grammatical: 100 }, { system: 'B', n: 1, similarity: 30, grammatical: 0 },
    ]);
    const { text } = await runText(ratings, [...files, ...limits]);
    expect(text).toContain('| cy | 2 | 1 | 1 | copies missed |');
    expect(text).toContain('| A | 70.00 | 100.00 | 1 |');
  });

  it('asks for 25 judgements and three judges unless told otherwise', async () => {
    const rater = (name: string, count: number): string =>
      file(`${name}.tsv`, ...Array.from({ length: count }, (_, at) => `s\tt${at}\tA\t0\t50\t0`));
    const files = [rater('e', 25), rater('f', 25), rater('g', 25), rater('h', 24)];
    const { lines: [report] } = await runCommand<MergedReport>(ratings, [...files, '--json']);
    expect(report?.raters.map(({ leftOut }) => leftOut)).toEqual([undefined, undefined, undefined, 'few']);
    expect(report).toMatchObject({ items: 25, fewJudges: 0 });
    const { lines: [two] } = await runCommand<MergedReport>(ratings, [...files.slice(1), '--json']);
    expect(two).toMatchObject({ items: 0, fewJudges: 25, agreement: { items: 0, ratings: null }, systems: [] });
  });

  it('takes blank lines at the end for none, of a sheet of tabs alone too, and a blank one between for a broken line', async () => {
    const rows = ['s\tone\tA\t0\t80\t0', 's\ttwo\tA\t0\t60\t0'] as const;
    const asked = ['--min-ratings', '1', '--judges', '1', '--json'];
    const whole = await runCommand<MergedReport>(ratings, [file('whole.tsv', ...rows), ...asked]);
    for (const end of ['', '  ', '\t\t\t\t\t', '\n \n']) {
      const { code, told, lines } = await runCommand<MergedReport>(ratings, [file('whole.tsv', ...rows, end), ...asked]);
      expect([code, told, lines]).toEqual([0, '', whole.lines]);
    }
    const between = await runCommand<MergedReport>(ratings, [file('whole.tsv', rows[0], '', rows[1]), ...asked]);
    expect([between.code, (JSON.parse(between.told) as { line: number }).line, between.lines]).toEqual([1, 3, whole.lines]);
  });

  it('tells broken lines and goes on', async () => {
    const broken = file('broken.tsv', 's\tone\tA\t0\t80\t0', 's\ttwo\tA\t0\tgood\t0', 'no columns');
    const { code, told, lines } = await runCommand<MergedReport>(ratings, [broken, '--min-ratings', '1', '--judges', '1', '--json']);
    expect(code).toBe(1);
    expect(told.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toMatchObject([{ line: 3 }, { line: 4 }]);
    expect(lines[0]?.items).toBe(1);
  });

  it('refuses no file, another table, one name twice, and limits that are none', async () => {
    const one = file('one.tsv', 's\tone\tA\t0\t80\t0');
    writeFileSync(join(folder, 'other.tsv'), 'id\ttext\n1\tx\n');
    mkdirSync(join(folder, 'again'), { recursive: true });
    writeFileSync(join(folder, 'again', 'one.tsv'), `${head}\n`);
    await expect(runText(ratings, [])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runText(ratings, [join(folder, 'other.tsv')])).rejects.toMatchObject({ code: 'bad-request' });
    await expect(runText(ratings, [join(folder, 'nowhere.tsv')])).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(runText(ratings, [one, join(folder, 'again', 'one.tsv')])).rejects.toMatchObject({ code: 'bad-flag' });
    for (const wrong of [['--judges', '0'], ['--control', '101'], ['--missed', '2']])
      await expect(runText(ratings, [one, ...wrong])).rejects.toMatchObject({ code: 'bad-flag' });
  });

  it('prints plain means by length, or a mean for each rater or rewrite first', async () => {
    const parabank = ['ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker',
      '1\t5\t3 17\tA.\t0.1\t90\t2\t7', '1\t5\t3 17\tA.\t0.1\t60\t1\t7', '1\t5\t17\tB.\t0.1\t30\t2\t8', '1\t5\t17\tC.\t0.1\t\t0\t8',
      '2\t10\t17\tD.\t0.1\t50\t2\t7', '2\t10\t0\tE.\t-2\t5\t2\t7'];
    writeFileSync(join(folder, 'parabank.tsv'), `${parabank.join('\n')}\n`);
    const by = async (...args: string[]) => (await runCommand(ratings, [join(folder, 'parabank.tsv'), '--lengths', ...args])).lines;
    // The rater who misses the control counts, as the authors of that table left out whom they did not want.
    expect(await by()).toEqual([
      { system: '3', 5: 75, 10: null, all: 75, mean: null, n: 2 }, { system: '17', 5: 60, 10: 50, all: 57.5, mean: 55, n: 4 },
    ]);
    expect((await by('--by', 'rater'))[1]).toMatchObject({ 5: 52.5, 10: 50, all: 48.3333 });
    expect((await by('--by', 'rewrite'))[1]).toMatchObject({ 5: 52.5, 10: 50, all: 51.6667 });
    expect(await by('--control', '90', '--min-ratings', '1')).toMatchObject([{ system: '17', n: 1 }]);
    const { lines: [report] } = await runCommand<MergedReport>(ratings, [join(folder, 'parabank.tsv'), '--judges', '1', '--json']);
    expect(report?.systems).toEqual([
      { system: '3', n: 1, similarity: 75, grammatical: 0 }, { system: '17', n: 4, similarity: 57.5, grammatical: 50 },
    ]);
    const sheet = file('short.tsv', 's\tone\tA\t0\t80\t0');
    await expect(runText(ratings, [sheet, '--lengths'])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runText(ratings, [sheet, '--by', 'day'])).rejects.toMatchObject({ code: 'bad-flag' });
  });
});
