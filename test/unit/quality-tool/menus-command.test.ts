import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command } from '../../quality/command.ts';
import { runText } from '../cli/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'menus-'));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });
const header = 'split\tcontext\ttarget\tpos\tsubstitute\tshare\traters\tdocument';
const file = (...lines: string[]): string => {
  const path = join(folder, 'substitutes.tsv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const row = (split: string, context: string, substitute: string, share: number): string =>
  `${split}\t${context}\tword\tVERB\t${substitute}\t${share}\t10\tnowhere`;
const trip = 'It was late. They «postponed» the trip.';
const table = (): string => file(
  header, row('dev', trip, 'delay', 0.8), row('dev', trip, 'defer', 0.2), row('dev', trip, 'cancel', 0),
  row('dev', 'He saw «the» cat.', 'a', 1), row('test', 'She «said» so.', 'state', 1),
);

describe('what menus of words offer', () => {
  it('counts how much of what each order shows is accepted, in any form, on the contexts of the split', async () => {
    const kept = join(folder, 'menus.jsonl');
    const asked = ['--menus', table(), '--model', 'tiny', '--threads', '1', '--json', '--out', kept];
    const { code, text } = await runText(command, asked);
    expect(code).toBe(0);
    const { rows } = JSON.parse(text) as { rows: Record<string, number | string>[] };
    expect(rows.map(({ order }) => order)).toEqual(['lexicon, any class', 'lexicon, class in the sentence', 'model in the sentence']);
    for (const { contexts, menus, shown, accepted, byOne, unlisted } of rows) {
      expect(contexts).toBe(2);
      expect(Number(menus)).toBeLessThanOrEqual(1);
      expect(Number(shown)).toBeLessThanOrEqual(4);
      expect(Number(accepted)).toBeLessThanOrEqual(Number(byOne));
      expect(Number(byOne) + Number(unlisted)).toBeLessThanOrEqual(Number(shown));
    }
    // “delayed” is a form of the accepted “delay”.
    expect(rows[1]).toMatchObject({ menus: 1, accepted: 1 });
    // What was read once is not read again, and says the same.
    const before = readFileSync(kept, 'utf8');
    expect((await runText(command, asked)).text).toBe(text);
    expect(readFileSync(kept, 'utf8')).toBe(before);
  }, 60_000);

  it('refuses a file that is no such table, and a split that it has not', async () => {
    const refused = (path: string, ...more: string[]): Promise<unknown> => runText(command, ['--menus', path, '--model', 'tiny', ...more]);
    await expect(refused(file('kind\ttext', 'one\ttwo'))).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(refused(join(folder, 'missing.tsv'))).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(refused(table(), '--split', 'other')).rejects.toMatchObject({
      code: 'file-unreadable', message: expect.stringContaining('no context of the split other') as string,
    });
  });
});
