import { describe, expect, it } from 'vitest';
import { command as filter } from '../../../src/cli/commands/filter.ts';
import { command as score } from '../../../src/cli/commands/score.ts';
import type { PairScores } from '../../../src/core/protocol.ts';
import { runCommand, runText } from './run-command.ts';

async function run(args: readonly string[], lines: readonly string[]): Promise<{ code: number; rows: string[]; errors: string }> {
  const { code, text, told } = await runText(filter, args, lines);
  return { code, rows: text.split('\n').slice(0, -1), errors: told };
}

const alike = 'The cat ran away quickly.\tThe cat ran away quickly.\t3';
const rewritten = 'The cat ran away quickly.\tThe cat ran away very fast.\t1';
const other = 'The cat ran away quickly.\tInterest rates will rise in March.\t2';

describe('filter', () => {
  it('keeps the tenths of each measure, in the order of the input', async () => {
    expect((await run(['--by', 'paraphrase', '--tenths', '1'], [alike, rewritten, other])).rows).toEqual([other]);
    expect((await run(['--by', 'overlap', '--tenths', '2-3'], [alike, rewritten, other])).rows).toEqual([alike, rewritten]);
    expect((await run(['--by', 'model', '--tenths', '1,2'], [alike, rewritten, other])).rows).toEqual([rewritten, other]);
  });

  it('keeps pairs within limits of length, then tenths of these', async () => {
    const short = 'Run away.\tGo away now, please.\t9';
    expect((await run(['--min-length', '3'], [alike, short, other])).rows).toEqual([alike, other]);
    expect((await run(['--max-length', '5'], [alike, rewritten, short])).rows).toEqual([alike, short]);
    expect((await run(['--by', 'model', '--tenths', '2', '--min-length', '3'], [alike, rewritten, short, other])).rows).toEqual([other]);
  });

  it('keeps pairs that the model scores well both ways', async () => {
    const args = ['--model', 'tiny', '--threads', '1'];
    const { lines } = await runCommand<PairScores>(score, args, [alike, rewritten, other].map((line) => {
      const [source, rewrite] = line.split('\t');
      return { source, rewrite };
    }));
    const scores = lines.map(({ score: nats }) => nats);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    const between = String(((scores[1] ?? NaN) + (scores[2] ?? NaN)) / 2);
    const long = `${'word '.repeat(300)}\tA word.`;
    expect((await run([...args, '--max-score', between], [other, alike, long, rewritten])).rows).toEqual([alike, rewritten]);
  }, 30_000);

  it('leaves out what has no overlap', async () => {
    expect((await run(['--by', 'overlap', '--tenths', '1-10'], ['Yes, sir.\tYes.', alike])).rows).toEqual([alike]);
  });

  it('prints tables', async () => {
    const { rows } = await run(['--table'], [alike, rewritten, other]);
    expect(rows.filter((row) => row.startsWith('| tenth by'))).toHaveLength(3);
    expect(rows[6]).toMatch(/^\| \(0\.8, 1\] \| [12] \|/);
  });

  it('tells broken lines and goes on, and carries every further column', async () => {
    const { code, rows, errors } = await run(
      ['--by', 'model', '--tenths', '1-10'],
      ['no pair', 'a b\tc d', 'a b\tc d\thigh', 'a\tb\t1\tnews', rewritten],
    );
    expect(code).toBe(1);
    expect(rows).toEqual(['a\tb\t1\tnews', rewritten]);
    expect(
      errors
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { error: { code: string } }).error.code),
    ).toEqual(['bad-request', 'missing-field', 'bad-request']);
  });

  it.each([
    [],
    ['--by', 'overlap'],
    ['--tenths', '1'],
    ['--by', 'overlap', '--tenths', '0'],
    ['--table', '--by', 'overlap'],
    ['--table', '--max-score', '3'],
    ['--tenths', '1', '--min-length', '3'],
    ['--min-length', '0'],
    ['--by', 'length', '--tenths', '1'],
  ])('refuses %j', async (...args) => {
    await expect(run(args, [])).rejects.toMatchObject({ code: 'bad-flag' });
  });

  it('draws some pairs, or some of each length, range and tenth, by the seed alone', async () => {
    const lines = [3, 3, 3, 4, 4, 5].map((length, at) => `${Array.from({ length }, () => `w${at}`).join(' ')}\tthe other side\t${at}`);
    const lengthsOf = (rows: readonly string[]) => rows.map((row) => row.split('\t')[0]?.split(' ').length);
    expect(lengthsOf((await run(['--draw', '2', '--per', 'length'], lines)).rows)).toEqual([3, 3, 4, 4, 5]);
    const some = (await run(['--draw', '3', '--seed', '5'], lines)).rows;
    expect(some).toHaveLength(3);
    expect(lines.filter((line) => some.includes(line))).toEqual(some);
    expect((await run(['--draw', '3', '--seed', '5'], lines)).rows).toEqual(some);
    const draws = await Promise.all(['0', '1', '2', '3', '4'].map(async (seed) => (await run(['--draw', '3', '--seed', seed],
      lines)).rows));
    expect(new Set(draws.map((rows) => rows.join('\n'))).size).toBeGreaterThan(1);
    expect((await run(['--draw', '1', '--per', 'tenth', '--by', 'model'], lines)).rows).toEqual(lines);
    expect((await run(['--draw', '1', '--per', 'range'], [alike, alike.replace('3', '4'), other])).rows).toHaveLength(2);
  });

  it('keeps the first of equal pairs, and the best of each reference', async () => {
    expect((await run(['--unique'], [alike, rewritten, alike.replace('3', '9')])).rows).toEqual([alike, rewritten]);
    for (const best of ['meaning', 'paraphrase'])
      expect((await run(['--best', best], [other, rewritten, alike, 'Hello there.\tHi there.'])).rows).toEqual([alike,
        'Hello there.\tHi there.']);
  });

  it('normalises punctuation, and keeps what an encoding holds', async () => {
    const marks = '“It’s late …” — he said！\t«It is late», he\u00a0said – twice.';
    expect((await run(['--normalise'], [marks])).rows).toEqual(['"It\'s late ..." - he said!\t"It is late", he said - twice.']);
    const lines = ['A café.\tA coffee house.', 'Dvořák wrote it.\tIt was written.', 'It’s late.\tIt is late.', 'A smile 🙂\tA smile'];
    expect((await run(['--encodable', 'latin-1'], lines)).rows).toEqual([lines[0]]);
    expect((await run(['--encodable', 'latin-2'], lines)).rows).toEqual([lines[0], lines[1]]);
    expect((await run(['--encodable', 'ascii', '--normalise'], lines)).rows).toEqual(["It's late.\tIt is late."]);
    const bitext = ['It is late.\tJe pozdě.', 'It is late.\tEs ist spät “.'];
    expect((await run(['--foreign-column', '2', '--encodable', 'ascii', '--encodable-foreign', 'latin-2'],
      bitext)).rows).toEqual([bitext[0]]);
  });

  it.each([
    ['--per', 'length'], ['--seed', '1'], ['--draw', '0'], ['--draw', '1', '--per', 'day'], ['--encodable', 'utf-8'], ['--best', 'worst'],
    ['--encodable-foreign', 'latin-2'], ['--foreign-column', '2'], ['--foreign-column', '2', '--best', 'meaning'],
    ['--table', '--unique'], ['--by', 'model', '--draw', '1'],
  ])('refuses %s %s %s %s', async (...args) => {
    await expect(run(args.filter(Boolean), [alike])).rejects.toMatchObject({ code: 'bad-flag' });
  });
});
