import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { command } from '../../quality/command.ts';
import { GrammarChecker } from '../../quality/grammar.ts';
import { fixedSentences, parts, references } from '../../quality/sources.ts';
import type { CommandContext } from '../../../src/cli/command.ts';
import type { QualityRow } from '../../../src/lab/tables/quality.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { plainWords } from '../../../src/core/text/words.ts';
import { runText } from '../cli/run-command.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quality-'));
  vi.stubGlobal('fetch', () => { throw new Error('nothing is fetched'); });
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const file = (name: string, ...lines: string[]): string => {
  writeFileSync(at(name), `${lines.join('\n')}\n`);
  return at(name);
};

const run = async (...args: string[]): Promise<{ code: number; text: string; told: string }> => runText(command, args);

/** Runs until the first sentence is done. */
async function interrupted(...args: string[]): Promise<void> {
  const controller = new AbortController();
  const stderr = new PassThrough().on('data', (chunk: Buffer) => { if (chunk.includes('1 of')) controller.abort(); });
  await expect(command.run({ args, stdin: Readable.from([]), stdout: new PassThrough(), stderr, signal: controller.signal }))
    .rejects.toMatchObject({ code: 'aborted' });
}

const small = ['--model', 'tiny', '--threads', '1', '--sets', '2', '--samples', '4', '--rounds', '1', '--threshold', '20'];
const rowsOf = (name: string): QualityRow[] => (JSON.parse(read(name, 'table.json')) as { rows: QualityRow[] }).rows;
const resultsOf = (name: string): ParaphraseResult[] =>
  read(name, 'rewrites.jsonl').trimEnd().split('\n').map((line) => JSON.parse(line) as ParaphraseResult);

describe('the table', () => {
  const sentences = ['She go to the the school.', '12345', 'He went home because it was late.'];

  it('has a row a group, of the rewrites it writes, the same for the same seed but for the seconds', async () => {
    const fresh = file('fresh.txt', ...sentences);
    const asked = [...small, '--register', 'dialogue', '--most', '3', '--sentences', fresh, '--seed', '3'];
    const first = await run(...asked, '--out', at('first'));
    expect(first.code).toBe(1);
    expect(first.told).toContain('nothing-to-rewrite');
    expect(read('first', 'table.md')).toBe(first.text);
    expect(existsSync(join(folder, 'first', 'unfinished.jsonl'))).toBe(false);
    const rows = rowsOf('first');
    expect(rows.map(({ group, sentences: count }) => [group, count])).toEqual([['dialogue', 3], ['fresh: fresh.txt', 2], ['all', 5]]);
    const results = resultsOf('first');
    expect(results.slice(3).map((result) => result.text)).toEqual([sentences[0], sentences[2]]);
    const all = rows.at(-1);
    expect(all?.shown).toBeCloseTo(results.reduce((sum, { rewrites }) => sum + rewrites.length, 0) / 5, 4);
    expect(all?.shown).toBeGreaterThan(0);
    // The first sentence has two errors, in 6 and 7 words.
    expect(rows[1]?.sourceAlarms).toBeCloseTo(200 / 13, 4);

    await interrupted(...asked, '--out', at('second'));
    expect(existsSync(join(folder, 'second', 'unfinished.jsonl'))).toBe(true);
    const second = await run(...asked, '--out', at('second'), '--json');
    expect(second.text).toBe(read('second', 'table.json'));
    expect(read('second', 'rewrites.jsonl')).toBe(read('first', 'rewrites.jsonl'));
    const timeless = (some: readonly QualityRow[]): QualityRow[] => some.map((row) => ({ ...row, seconds: null }));
    expect(timeless(rowsOf('second'))).toEqual(timeless(rows));
  }, 300_000);

  it.each([
    [['--register', 'poetry'], 'bad-flag'],
    [['--register', 'none'], 'bad-flag'],
    [['--n', '17'], 'bad-flag'],
    [['--part', 'all'], 'bad-flag'],
    [['--part', 'dev'], 'bad-flag'],
    [['--lengths', '5'], 'bad-flag'],
    [['--distance', '9'], 'bad-flag'],
    [['--colour', 'red'], 'unknown-flag'],
    [['--sentences', 'nowhere.txt'], 'file-unreadable'],
    [['--references', 'nowhere.tsv.xz'], 'file-unreadable'],
    [['--systems', 'a=b'], 'unknown-flag'],
  ])('refuses %j', async (args, code) => {
    await expect(run('--model', 'tiny', ...args)).rejects.toMatchObject({ code });
  });
});

describe('its sentences', () => {
  it('are ten of each register, have 6 to 30 words, and are all different', async () => {
    const all = await fixedSentences([]);
    const registers = [...new Set(all.map(({ group }) => group))];
    expect(registers.map((name) => all.filter(({ group }) => group === name).length)).toEqual(registers.map(() => 10));
    expect(registers).toHaveLength(8);
    expect(new Set(all.map((one) => one.text)).size).toBe(all.length);
    for (const one of all) {
      expect(plainWords(one.text).length).toBeGreaterThanOrEqual(6);
      expect(plainWords(one.text).length).toBeLessThanOrEqual(30);
    }
  });

  it('of references fall into two parts by their text alone', async () => {
    const sources = Array.from({ length: 60 }, (_, id) => `Reference number ${id}.`);
    const context = { stderr: new PassThrough() } as unknown as CommandContext;
    const halves = async (some: readonly string[]): Promise<string[][]> => {
      const path = file('references.tsv', 'id\treference', ...some.map((source, id) => `${id}\t${source}`));
      return Promise.all(
        parts.map(async (part) => (await references({ path, part, lengths: undefined }, context)).map((item) => item.reference)),
      );
    };
    const [dev = [], heldOut = []] = await halves(sources);
    expect([...dev, ...heldOut].toSorted()).toEqual(sources.toSorted());
    expect(Math.min(dev.length, heldOut.length)).toBeGreaterThan(15);
    expect(await halves([...sources].reverse().slice(0, 30))).toEqual(
      [dev, heldOut].map((half) => half.filter((one) => sources.indexOf(one) >= 30)),
    );
  });
});

describe('the grammar checker', () => {
  it('finds errors in any dialect, on this machine', async () => {
    const checker = new GrammarChecker();
    expect(await checker.alarms(['She go to the the school.'])).toEqual({ alarms: 2, words: 6 });
    expect(await checker.alarms(['The colour of the house was gray.', 'We traveled for three kilometres.'])).toEqual({
      alarms: 0,
      words: 12,
    });
    await checker.dispose();
  }, 120_000);
});

describe('a blind reading', () => {
  const output = (name: string, ...lines: object[]): string => file(name, ...lines.map((line) => JSON.stringify(line)));
  const [one, two] = ['The meeting was postponed.', 'He left early.'];
  const first = { text: one, rewrites: [{ text: 'They put off the meeting.', right: 0.9 }, { text: 'The meeting was off.', right: 0.4 }] };
  const systems = (): string[] => [
    `new=${output('new.jsonl', first, { text: two, rewrites: [{ text: 'He went away soon.' }] })}`,
    `old=${output('old.jsonl', { text: one, rewrites: first.rewrites.slice(0, 1).map(({ text }) => ({ text })) }, { error: {} })}`,
    'parabank34=references',
  ];
  const table = (): string => file('sources.tsv', 'id\treference\tParaBank 34',
    `1\t${two}\tHe departed early.`, `2\t${one}\tThe session was delayed.`, '3\tUnread.\tNot read.');
  const fill = (name: string, marks: (rewrite: string) => string): string =>
    file(name, ...read('blind', 'sheet.tsv').trimEnd().split('\n').map((line, row) =>
      (row === 0 ? line : `${line.trimEnd()}\t${marks(line.split('\t')[2] ?? '')}`)));

  it('goes from outputs to a sheet, and from sheets that were filled in to figures', async () => {
    expect((await run('--sheet', at('blind/sheet.tsv'), '--systems', ...systems().slice(0, 2), '--seed', '4')).code).toBe(1);
    const good = new Set(['They put off the meeting.', one, two]);
    const raters = [
      fill('A.tsv', (rewrite) => (good.has(rewrite) ? '5\t5' : '5\t2')),
      fill('B.tsv', (rewrite) => (good.has(rewrite) ? '4\t4' : '5\t2')),
    ];
    const { text: printed } = await run('--ratings', ...raters, '--key', at('blind/sheet.key.json'), '--out', at('read'));
    expect(read('read', 'table.md')).toBe(printed);
    expect(printed).toContain('| A | 1 of 1 |');
    expect(printed).toContain("| A, B | 3 | 100.0 | 1.00 |");
    expect(printed).toMatch(/\| right, all shown, % \| 33\.33 .*\| 100\.00 /u);
    expect(printed).toMatch(/\| right, the likeliest, % \| 100\.00 .*\| – \|/u);
    expect(printed).toMatch(/\| DG5 at 0\.25 \| 0\.50 .*\| 1\.00 /u);
    expect(printed).toContain('old − new');
    const { systems: results } = JSON.parse(read('read', 'table.json')) as { systems: { system: string; sources: number }[] };
    expect(results.map(({ system, sources }) => [system, sources])).toEqual([['new', 2], ['old', 1]]);
  });

  it('takes the outputs of a file of references into the same sheet', async () => {
    const path = table();
    for (const part of parts) {
      const wanted = await references({ path, part, lengths: undefined }, { stderr: new PassThrough() } as unknown as CommandContext);
      const shared = wanted.filter(({ reference }) => reference !== 'Unread.');
      const asked = run('--sheet', at(`${part}.tsv`), '--systems', ...systems(), '--references', path, '--part', part);
      if (shared.length === 0) await expect(asked).rejects.toMatchObject({ code: 'bad-flag' });
      else {
        await asked;
        for (const { outputs } of shared) expect(read(`${part}.tsv`)).toContain(`\t${outputs.get('ParaBank 34')}\t`);
        expect(read(`${part}.tsv`)).not.toContain('Not read.');
      }
    }
  });

  it('never writes over a sheet, and refuses what is no output', async () => {
    const sheet = file('kept.tsv', 'filled in');
    const [system = ''] = systems();
    await expect(run('--sheet', sheet, '--systems', system)).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(read('kept.tsv')).toBe('filled in\n');
    await expect(run('--sheet', at('x.tsv'), '--systems', system, '--references', sheet)).rejects.toMatchObject({ code: 'bad-flag' });
    const wrong = output('wrong.jsonl', { text: one, rewrites: ['plain'] });
    await expect(run('--sheet', at('x.tsv'), '--systems', `a=${wrong}`)).rejects.toMatchObject({ code: 'bad-request' });
    const twice = output('twice.jsonl', first, first);
    await expect(run('--sheet', at('x.tsv'), '--systems', `a=${twice}`)).rejects.toMatchObject({ code: 'bad-request' });
    for (const systemFlags of [['a'], [system, system], ['a=references'], []])
      await expect(run('--sheet', at('x.tsv'), '--systems', ...systemFlags)).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(run('--ratings', sheet, '--key', sheet)).rejects.toMatchObject({ code: 'file-unreadable' });
  });
});
