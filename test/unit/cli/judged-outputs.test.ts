import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as evaluate } from '../../../src/cli/commands/evaluate.ts';
import { command as filter } from '../../../src/cli/commands/filter.ts';
import { command as mine } from '../../../src/cli/commands/mine.ts';
import { command as ratings } from '../../../src/cli/commands/ratings.ts';
import { command as sheet } from '../../../src/cli/commands/sheet.ts';
import { command as statistics } from '../../../src/cli/commands/statistics.ts';
import type { CorpusEntry } from '../../../src/lab/corpus/entry.ts';
import type { CorpusTables } from '../../../src/lab/corpus/statistics.ts';
import { questions, type SheetKind } from '../../../src/lab/sheets/kinds.ts';
import { runCommand, runText } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'judged-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const at = (name: string): string => join(folder, name);
const few = '--model tiny --threads 1 --sets 2 --samples 4 --free 1 --rounds 1 --threshold 100 --beam 3'.split(' ');
const sentences = ['He went to the old shop again.', 'I like this house.', 'They came home late.', 'She sings every morning.'];

type Row = Readonly<Record<string, string>>;
function tableOf(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => Object.fromEntries(head.split('\t').map((name, column) => [name, line.split('\t')[column] ?? ''])));
}

/** Makes a sheet of a file, answers all of it, and reads it back: the rows of the sheet and its key, and what the raters say. */
async function judged(file: string, kind: SheetKind, ...args: string[]): Promise<{ rows: Row[]; keys: Row[]; report: string }> {
  const [path, key] = [at(`${kind}.tsv`), at(`${kind}.key.tsv`)];
  const made = await runCommand<{ items: number }>(sheet, [file, '--kind', kind, '--out', path, ...args]);
  expect([made.code, made.told]).toEqual([0, '']);
  const [rows, keys] = [tableOf(path), tableOf(key)];
  expect([rows.length, keys.length]).toEqual([made.lines[0]?.items, made.lines[0]?.items]);
  const isNegative = new Map(keys.map(({ item, control }) => [item, control === 'negative']));
  const answered = rows.map((row) => ({ ...row, ...Object.fromEntries(questions[kind].map(({ name, answers }) =>
    [name, name === 'flagged' ? '0' : (isNegative.get(row['item'] ?? '') ? answers?.at(0) : answers?.at(-1)) ?? '100'])) }));
  const lines = answered.map((row) => Object.values(row).join('\t'));
  writeFileSync(at(`${kind}-ann.tsv`), `${[Object.keys(rows[0] ?? {}).join('\t'), ...lines].join('\n')}\n`);
  const { code, text, told } = await runText(ratings, [at(`${kind}-ann.tsv`), '--key', key, '--min-ratings', '1',
    ...(kind === 'parabank' ? ['--judges', '1'] : [])]);
  expect([code, told]).toEqual([0, '']);
  expect(text).toContain(`| ${kind}-ann |`);
  return { rows, keys: keys.filter(({ control }) => control === ''), report: text };
}

describe('the output of', () => {
  it('corpus as JSON lines and as a table gives the same items, whatever its columns are called and rows without rewrites', async () => {
    const rows = [
      { text: 'It rains again.', keep: [[0, 15, 'all']], a: 9, reference: 'y', error: '', 'my column': 2 },
      ...sentences.map((text, line) => ({ text, a: line, reference: 'x', error: 'none', 'my column': 1 })),
    ];
    const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const flags = [...few, '--systems', 'otherwise,17'];
    const { code, text, lines } = await runCommand<CorpusEntry>(corpus, flags, input);
    const table = await runText(corpus, [...flags, '--to', 'tsv'], input);
    expect([code, table.code]).toEqual([0, 0]);
    const bare = lines.filter(({ rewrites }) => rewrites.length === 0);
    expect(bare[0]).toMatchObject({ line: 1, unmet: [{ phrase: 'It rains again.', reason: 'span lost' }, { system: 17 }] });
    writeFileSync(at('corpus.jsonl'), text);
    writeFileSync(at('corpus.tsv'), table.text);
    const own = tableOf(at('corpus.tsv'));
    expect(own.filter(({ rewrite }) => rewrite === '').map(({ line, unmet, 'my column': mine_ }) => [line, unmet !== '', mine_])).toEqual(
      bare.filter(({ unmet }) => unmet).map(({ line }) => [String(line), true, line === 1 ? '2' : '1']));
    const [first, second] = [await judged(at('corpus.jsonl'), 'parabank'), await judged(at('corpus.tsv'), 'parabank')];
    expect(first.keys).toEqual(second.keys);
    expect(new Set(first.keys.flatMap(({ systems = '' }) => systems.split(' ')))).toEqual(new Set(['otherwise', '17']));
    expect(first.report).toMatch(/\| otherwise \| 100\.00 \| 100\.00 \| \d/u);
    const ranges = [await judged(at('corpus.jsonl'), 'paranmt'), await judged(at('corpus.tsv'), 'paranmt')];
    expect(ranges[0]?.report).toBe(ranges[1]?.report);
    const counts = await Promise.all([text, table.text].map(async (form) =>
      (await runCommand<CorpusTables>(statistics, ['--model', 'tiny', '--json', '--no-trees'], form)).lines[0]?.systems));
    const figures = counts.map((systems) => systems?.map(({ system, n, copies, oneMinusBleu }) => [system, n, copies, oneMinusBleu]));
    expect(figures[1]).toEqual(figures[0]);
  }, 120_000);

  it('evaluate gives a rank of each system an item, and nothing of a reference without text', async () => {
    const head = 'ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker';
    const judgements = [...sentences.map((text, id) => `${id}\t5\t0\t${text}\t-2\t100\t2\t1`), '9\t5\t17\tIt left.\t1\t80\t2\t1'];
    writeFileSync(at('judgements.tsv'), `${[head, ...judgements].join('\n')}\n`);
    const out = at('evaluated');
    await runText(evaluate, [at('judgements.tsv'), ...few, '--systems', 'otherwise,17', '--n', '2', '--out', out]);
    const { keys, report } = await judged(join(out, 'rewrites.jsonl'), 'parabank');
    const systems = new Set(keys.flatMap(({ systems: made = '' }) => made.split(' ')));
    expect([...systems].every((name) => /^(?:otherwise|17)(?:-[12])?$/u.test(name))).toBe(true);
    expect(systems.size).toBeGreaterThan(1);
    for (const system of systems) expect(report).toContain(`| ${system} | 100.00 |`);
  }, 120_000);

  it('filter gives the pairs that it kept, further columns or not', async () => {
    const pairs = ['He went to the shop today.\tToday he went to the shop.\t0.7', 'A dog.\tA dog.\t0.9',
      'Interest rates will rise in March.\tRates are going to rise in March.\t0.2'];
    const { text } = await runText(filter, ['--min-length', '3'], `${pairs.join('\n')}\n`);
    writeFileSync(at('kept.tsv'), `${text}\n`);
    const { keys, rows } = await judged(at('kept.tsv'), 'paranmt');
    expect(keys.map(({ source, systems }) => [source, systems]).toSorted()).toEqual([
      ['He went to the shop today.', 'kept'], ['Interest rates will rise in March.', 'kept'],
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['kind', 'page', 'item', 'source', 'candidate', 'strength', 'fluency']);
  }, 60_000);

  it('mine gives documents, sentences and fragments, each with its own sheet', async () => {
    mkdirSync(at('texts'));
    const texts = {
      'a.txt': 'The committee approved the new budget on Monday after long debate. Two members voted against the plan for the schools.',
      'b.txt': 'On Monday the committee passed the new budget after long debate. Against the plan for the schools two members voted.',
      'c.txt': 'Heavy rain fell in the north all night, and rivers rose.',
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(at(`texts/${name}`), text);
    await runText(mine, [at('texts'), '--out', at('mined'), '--min-document', '0.1']);
    const documents = await judged(at('mined/documents.jsonl'), 'documents', '--texts', at('texts'));
    expect(documents.keys.map(({ source }) => source)).toContain(texts['a.txt']);
    const pairs = await judged(at('mined/sentences.jsonl'), 'sentences');
    expect(pairs.keys.length).toBeGreaterThan(0);
    const fragments = await judged(at('mined/fragments.jsonl'), 'fragments');
    const items = new Set(fragments.keys.map(({ item }) => item));
    const mined = fragments.rows.filter(({ item }) => items.has(item));
    expect(mined.length).toBeGreaterThan(0);
    for (const row of mined) {
      expect(row['source_sentence']).toContain(row['source']);
      expect(row['candidate_sentence']).toContain(row['candidate']);
    }
    expect(fragments.report).toContain('| mined |');
  }, 60_000);
});
