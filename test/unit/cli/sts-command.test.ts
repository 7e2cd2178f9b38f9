import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as metrics } from '../../../src/cli/commands/metrics.ts';
import { command as similarity } from '../../../src/cli/commands/similarity.ts';
import { command as sts } from '../../../src/cli/commands/sts.ts';
import { pearson, spearman } from '../../../src/core/metrics/correlation.ts';
import { runCommand } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'sts-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

type Figures = Record<'word' | 'trigram' | 'sum' | 'concatenation' | 'bleu', number | null>;
interface Answer {
  readonly file: string;
  readonly n: number;
  readonly pearson: Figures;
  readonly spearman: Figures;
  readonly error?: { code: string };
}
const file = (name: string, ...lines: string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
};
const pairs = [
  ['5', 'A man is playing a guitar.', 'A man plays the guitar.', 'video'],
  ['4.2', 'The dog ran across the field.', 'A dog was running over a field.', 'video'],
  ['2', 'The parliament passed the new budget.', 'The government proposed a budget.', 'news'],
  ['0.4', 'Shares fell sharply on Monday.', 'A child is eating an apple.', 'news'],
  ['3', 'Two people walk along the beach.', 'Two men walk on a street.', 'video'],
  ['1', 'Rain is expected in the north.', 'The team lost its third game in the north.', 'news'],
];
const lines = pairs.map((pair) => pair.join('\t'));
const figuresOf = async (...args: string[]): Promise<Answer> => {
  const { lines: [answer] } = await runCommand<Answer>(sts, args);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};

describe('sts', () => {
  it('correlates the cosines that similarity gives, and BLEU, with the scores', async () => {
    const answer = await figuresOf(file('all.tsv', 'score\ta\tb\tset', ...lines));
    expect(Object.keys(answer)).toEqual(['file', 'n', 'pearson', 'spearman']);
    expect(answer).toMatchObject({ file: join(folder, 'all.tsv'), n: 6 });
    const scores = pairs.map(([score]) => Number(score));
    const { lines: cosines } = await runCommand<{ cosine: number }>(similarity, ['--only', 'cosine'], pairs.map(([, a, b]) => ({ a, b })));
    const values = cosines.map(({ cosine }) => cosine);
    expect(answer.pearson.concatenation).toBeCloseTo(100 * (pearson(values, scores) ?? NaN), 0);
    expect(answer.spearman.concatenation).toBeCloseTo(100 * (spearman(values, scores) ?? NaN), 1);
    for (const value of [...Object.values(answer.pearson), ...Object.values(answer.spearman)])
      expect(value).toBe(Number(value?.toFixed(2)));
  });

  it('has a BLEU row with one match and one n-gram more above the first order', async () => {
    // Of `a b c d` against `a b x d`: 3 of 4, 1 + 1 of 3 + 1, 0 + 1 of 2 + 1, 0 + 1 of 1 + 1.
    const bleu = 100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** (1 / 4);
    const { lines: [answer] } = await runCommand<{ value: number }>(metrics, ['--smoothing', 'one'], [
      { bleu: { mode: 'tokens', pairs: [[[['a', 'b', 'x', 'd']], ['a', 'b', 'c', 'd']]] } },
    ]);
    expect(answer?.value).toBeCloseTo(bleu, 9);
    // The values are 100, this one and 0; scores in a line with them correlate perfectly.
    const three = file('bleu.tsv', '100\ta b c d\ta b c d', `${bleu}\ta b x d\ta b c d`, '0\ta b c d\te f g h');
    expect((await figuresOf(three)).pearson.bleu).toBe(100);
  });

  it('gives the mean over the sets of a file', async () => {
    const [news, video] = await Promise.all(['news', 'video'].map((set) =>
      figuresOf(file(`${set}.tsv`, ...lines.filter((line) => line.endsWith(set))))));
    const whole = await figuresOf(file('sets.tsv', ...lines), '--by-set');
    for (const name of ['word', 'trigram', 'sum', 'concatenation', 'bleu'] as const) {
      const mean = ((news?.pearson[name] ?? NaN) + (video?.pearson[name] ?? NaN)) / 2;
      expect(Math.abs((whole.pearson[name] ?? NaN) - mean)).toBeLessThan(0.011);
    }
  });

  it('is null where there is nothing to correlate', async () => {
    expect((await figuresOf(file('one.tsv', lines[0] ?? ''))).pearson).toMatchObject({ word: null, bleu: null });
    expect((await figuresOf(file('none.tsv', 'score\ta\tb'), '--by-set')).n).toBe(0);
  });

  it('tells broken lines and files and goes on', async () => {
    const broken = file('broken.tsv', ...lines, 'no pair', '\ta\tb', '3\ta\t \tx');
    const { code, told, lines: answers } = await runCommand<Answer>(sts, [join(folder, 'nowhere.tsv'), broken]);
    expect(code).toBe(1);
    expect(answers.map(({ n, error }) => n ?? error?.code)).toEqual(['file-unreadable', 6]);
    expect(told.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { line: 7, error: { code: 'bad-request' } }, { line: 8, error: { code: 'bad-request' } }, { line: 9, error: { code: 'text-empty' } },
    ]);
  });

  it('refuses to run without a file or with unknown flags', async () => {
    await expect(runCommand(sts, [])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(sts, ['--model', 'base', 'a.tsv'])).rejects.toMatchObject({ code: 'unknown-flag' });
  });
});
