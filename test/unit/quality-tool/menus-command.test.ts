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
const rowsOf = (text: string): unknown => (JSON.parse(text) as { readonly rows: unknown }).rows;

/** The part of a context in the file that the test changes. */
interface Kept {
  readonly words: readonly { readonly instead: string }[];
}

describe('what menus of words offer', () => {
  it('counts how much of what each order shows is accepted, in any form, on the contexts of the split', async () => {
    const kept = join(folder, 'menus.jsonl');
    const asked = ['--menus', table(), '--model', 'tiny', '--threads', '1', '--json', '--out', kept];
    const { code, text } = await runText(command, asked);
    expect(code).toBe(0);
    // Each menu shows “deferred”, “delayed”, “adjourned” and “remitted”: “delayed” is a form of the accepted “delay”.
    const counts = { contexts: 2, menus: 1, shown: 4, accepted: 1, byOne: 2, unlisted: 2 };
    const [any, inClass, byModel] = ['lexicon, any class', 'lexicon, class in the sentence', 'model in the sentence'];
    expect(rowsOf(text)).toEqual([{ order: any, ...counts }, { order: inClass, ...counts }, { order: byModel, ...counts }]);
    const before = readFileSync(kept, 'utf8');
    expect((await runText(command, asked)).text).toBe(text);
    expect(readFileSync(kept, 'utf8')).toBe(before);
    // A context is read once: scores that the model did not give come back from the file.
    const menus = before.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Kept);
    const changed = menus.map((menu) => {
      const scores = menu.words.map(({ instead }) => ({ right: instead === 'delayed' ? 0.9 : 0.0001 }));
      return `${JSON.stringify({ ...menu, scores })}\n`;
    }).join('');
    writeFileSync(kept, changed);
    expect(rowsOf((await runText(command, asked)).text)).toEqual([
      { order: any, ...counts }, { order: inClass, ...counts },
      { order: byModel, contexts: 2, menus: 1, shown: 1, accepted: 1, byOne: 1, unlisted: 0 },
    ]);
    expect(readFileSync(kept, 'utf8')).toBe(changed);
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
