import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command } from '../../quality/command.ts';
import { runText } from '../cli/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'slips-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });
const file = (...lines: string[]): string => {
  const path = join(folder, 'slips.tsv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};

describe('the count of planted slips', () => {
  it('tells for each kind and for all how many came back as they should, otherwise or as they were', async () => {
    const path = file(
      'kind\ttext\tright', 'doubled\tHe opened the the door.\tHe opened the door.', 'doubled\tIt was very very cold.\tIt was very cold.',
      'typo\tShe recieved it.\tShe had received it.',
    );
    const { code, text } = await runText(command, ['--slips', path, '--model', 'tiny', '--threads', '1', '--json']);
    expect(code).toBe(0);
    const { rows, sentences } = JSON.parse(text) as { rows: Record<string, number | string>[]; sentences: Record<string, string>[] };
    expect(sentences.map(({ made, text: planted, right }) => [planted, typeof made, right])).toEqual([
      ['He opened the the door.', 'string', 'He opened the door.'], ['It was very very cold.', 'string', 'It was very cold.'],
      ['She recieved it.', 'string', 'She had received it.'],
    ]);
    const as = (wanted: 'right' | 'text'): number => sentences.filter((one) => one['made'] === one[wanted]).length;
    expect(rows.at(-1)).toMatchObject({ mended: as('right'), left: as('text') });
    expect(rows.map(({ kind, n }) => [kind, n])).toEqual([['doubled', 2], ['typo', 1], ['all', 3]]);
    for (const { n, mended, changed, left } of rows) expect(Number(mended) + Number(changed) + Number(left)).toBe(n);
    const all = rows.find(({ kind }) => kind === 'all') as Record<string, number>;
    for (const name of ['n', 'mended', 'changed', 'left', 'spoilt'])
      expect(all[name]).toBe(rows.slice(0, 2).reduce((sum, row) => sum + Number(row[name]), 0));
  }, 60_000);

  it('refuses a file that is no such table', async () => {
    for (const path of [file('kind\ttext\tright', 'typo\tone'), join(folder, 'missing.tsv')])
      await expect(runText(command, ['--slips', path, '--model', 'tiny', '--threads', '1'])).rejects.toMatchObject({
        code: 'file-unreadable', message: expect.stringContaining('is no table with the columns kind, text and right') as string,
      });
  });
});
