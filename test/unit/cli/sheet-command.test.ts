import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as ratings } from '../../../src/cli/commands/ratings.ts';
import { command as sheet } from '../../../src/cli/commands/sheet.ts';
import type { MergedReport } from '../../../src/lab/ratings/merged-markdown.ts';
import { runCommand, runText } from './run-command.ts';

let folder = '';
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'sheet-')); });
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const at = (name: string): string => join(folder, name);
const file = (name: string, lines: readonly (string | object)[]): string => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return at(name);
};

type Row = Record<string, string>;
function tableOf(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => Object.fromEntries(head.split('\t').map((name, column) => [name, line.split('\t')[column] ?? ''])));
}

/** Writes a sheet with the answers that a rater gives to each item of its key. */
function filled(name: string, path: string, answer: (key: Row) => Row): string {
  const keys = new Map(tableOf(path.replace('.tsv', '.key.tsv')).map((row) => [row['item'], row]));
  const rows = tableOf(path).map((row) => ({ ...row, ...answer(keys.get(row['item']) ?? {}) }));
  return file(name, [Object.keys(rows[0] ?? {}).join('\t'), ...rows.map((row) => Object.values(row).join('\t'))]);
}

const corpus = ['shop', 'house', 'river', 'garden'].map((word, line) => ({
  line: line + 1, source: `He saw the old ${word} there.`, rewrites: [
    { text: `He noticed the old ${word}.`, systems: [{ system: 'otherwise', rank: 1 }, { system: 17, rank: 1 }] },
    { text: `An old ${word} was what he saw.`, systems: [{ system: 34, rank: 1 }] },
    { text: `He saw the OLD ${word} there`, systems: [{ system: 28, rank: 1 }] },
  ], dropped: {}, model: 'x', seed: 0,
}));

describe('sheet', () => {
  it('hides who made the rewrites of a corpus, shows copies, and is read back as ParaBank’s report', async () => {
    const { lines: [told] } = await runCommand(sheet, [file('corpus.jsonl', corpus), '--kind', 'parabank', '--out', at('pb.tsv'),
      '--seed', '3']);
    expect(told).toEqual({ sheet: at('pb.tsv'), key: at('pb.key.tsv'), pages: 4, items: 10, controls: 2 });
    expect(readFileSync(at('pb.tsv'), 'utf8')).not.toMatch(/otherwise|copy|17|34/);
    const [rows, keys] = [tableOf(at('pb.tsv')), tableOf(at('pb.key.tsv'))];
    expect(rows.map(({ item }) => item)).toEqual(keys.map(({ item }) => item));
    // A rewrite with the words of its source is no item: it would be a control that nobody counts.
    expect(keys.filter(({ control }) => control === '').map(({ systems }) => systems).toSorted()).toEqual(
      ['34', '34', '34', '34', ...Array.from({ length: 4 }, () => 'otherwise 17')]);
    const rater = (name: string, other: string) => filled(name, at('pb.tsv'), ({ systems, control }) =>
      (control ? { rating: '100' } : systems === '34' ? { rating: other, flagged: '1' } : { rating: '80', flagged: '' }));
    const { lines: [report], code } = await runCommand<MergedReport>(ratings, [
      rater('ann.tsv', '10'), rater('ben.tsv', '30'), '--key', at('pb.key.tsv'), '--min-ratings', '2', '--judges', '2', '--json',
    ]);
    expect(code).toBe(0);
    expect(report?.systems).toEqual([
      { system: '17', n: 4, similarity: 80, grammatical: 100 }, { system: '34', n: 4, similarity: 20, grammatical: 0 },
      { system: 'otherwise', n: 4, similarity: 80, grammatical: 100 },
    ]);
    const { lines } = await runCommand(ratings, [at('ann.tsv'), '--key', at('pb.key.tsv'), '--lengths']);
    expect(lines[1]).toMatchObject({ system: '34', 6: 10, all: 10, n: 4 });
  });

  it('is the same for the same seed and another for another', async () => {
    const text = async (seed: string, name: string) => {
      await runText(sheet, [at('corpus.jsonl'), '--kind', 'parabank', '--out', at(name), '--seed', seed]);
      return readFileSync(at(name), 'utf8');
    };
    expect(await text('1', 'a.tsv')).toBe(await text('1', 'b.tsv'));
    expect(await text('1', 'a.tsv')).not.toBe(await text('2', 'c.tsv'));
  });

  it('draws pairs of each range for ParaNMT’s Table 3, and leaves out who misses controls', async () => {
    const pairs = ['He went to the shop today.\tToday he went to the shop.',
      'She likes the old house by the river.\tShe likes the old house at the river.',
      'Interest rates will rise in March.\tA dog barked at nobody.', 'The train was late again.\tAgain the train came too late.'];
    await runText(sheet, [file('pairs.tsv', pairs), '--kind', 'paranmt', '--out', at('nmt.tsv'), '--per', '1']);
    const keys = tableOf(at('nmt.key.tsv'));
    const groups = keys.filter(({ control }) => control === '').map(({ group }) => group);
    expect(new Set(groups).size).toBe(groups.length);
    expect(keys.map(({ control }) => control).filter(Boolean).toSorted()).toEqual(['copy', 'negative']);
    const answers = ({ control, group }: Row): Row =>
      ({ strength: control === 'negative' ? '1' : control === 'copy' || group?.startsWith('(0.8') ? '3' : '2', fluency: '3' });
    const good = filled('good.tsv', at('nmt.tsv'), answers);
    const bad = filled('bad.tsv', at('nmt.tsv'), () => ({ strength: '1', fluency: '1' }));
    const { text } = await runText(ratings, [good, bad, '--key', at('nmt.key.tsv')]);
    expect(text).toContain(`| bad | ${keys.length} | 2 | 1 | copies missed |`);
    expect(text).toMatch(/\| \(0\.8, 1\] \| 1 \| [\d.]+ ± 0\.0 \| 0 \| 0 \| 1 \| 0 \| 0 \| 1 \|/);
  });

  it('shows fragments in their sentences, and gives Table 2 a line for each way they were found', async () => {
    const sentences = [0, 1, 2].map((one) => ({ documents: ['x', 'y'], a: `The big dog ${one} ran home.`,
      b: `The large dog ${one} ran away.`, score: 0.15 }));
    const mined = (name: string, a: string) => {
      file(`${name}/sentences.jsonl`, sentences);
      return file(`${name}/fragments.jsonl`, [1, 2, 3].map((line) => ({ sentences: line, a: `${a} dog ${line}`,
        b: `large dog ${line}`, score: 0.5 })));
    };
    await runText(sheet, [mined('lcs', 'big'), mined('both', 'the big'), '--kind', 'fragments', '--out', at('fragments.tsv')]);
    expect(tableOf(at('fragments.tsv')).find(({ source }) => source === 'big dog 1')).toMatchObject(
      { source_sentence: 'The big dog 0 ran home.', candidate_sentence: 'The large dog 0 ran away.', relation: '' });
    const rater = filled('eve.tsv', at('fragments.tsv'), ({ control, systems, item }) => ({
      relation: control ? (control === 'negative' ? 'unrelated' : 'paraphrase') : systems === 'lcs' ? 'paraphrase'
        : Number(item) % 2 ? 'related' : 'unrelated',
    }));
    const { text } = await runText(ratings, [rater, '--key', at('fragments.key.tsv')]);
    expect(text).toContain('| system | pairs | PARAPHRASE, % | RELATED, % | SUM, % |');
    expect(text).toContain('| lcs | 3 | 100.0 | 0.0 | 100.0 |');
    const { text: figure } = await (async () => {
      await runText(sheet, [at('lcs/sentences.jsonl'), '--kind', 'sentences', '--out', at('sentences.tsv'), '--positive',
        at('pairs.tsv')]);
      return runText(ratings, [filled('eva.tsv', at('sentences.tsv'), ({ control }) =>
        ({ relation: control === 'negative' ? 'unrelated' : control ? 'paraphrase' : 'related' })), '--key', at('sentences.key.tsv')]);
    })();
    expect(figure).toContain('| score | pairs | paraphrase, % | related, % | unrelated, % |');
    expect(figure).toContain('| (0.138, 0.206] | 3 | 0.0 | 100.0 | 0.0 |');
  });

  it('shows the texts of documents, and reads the outputs of evaluate rank by rank', async () => {
    file('texts/x.txt', ['One long text about dogs.']);
    file('texts/y.txt', ['Another text about dogs.']);
    file('texts/z.txt', ['Rates will rise.']);
    const documents = file('run/documents.jsonl', [{ a: 'x.txt', b: 'y.txt', score: 0.95 },
      { a: 'z.txt', b: 'y.txt', score: 0.85 }, { a: 'x.txt', b: 'none', score: 0.9 }]);
    const { code, told } = await runText(sheet, [documents, '--kind', 'documents', '--out', at('documents.tsv'), '--texts', at('texts')]);
    expect([code, told]).toEqual([1, expect.stringContaining('"line":3')]);
    expect(tableOf(at('documents.key.tsv')).map(({ group }) => group).filter(Boolean).toSorted()).toEqual(['(0.8, 0.9]', '(0.9, 1]']);
    const evaluated = file('rewrites.jsonl', [{ id: '1', reference: 'He ran home.',
      rewrites: [{ system: 'otherwise', texts: ['He rushed home.', 'Home he ran fast.'] }, { system: 17, texts: ['He raced home.'] }] }]);
    await runText(sheet, [evaluated, '--kind', 'parabank', '--out', at('evaluated.tsv')]);
    expect(tableOf(at('evaluated.key.tsv')).map(({ systems }) => systems).filter(Boolean).toSorted()).toEqual(['17',
      'otherwise-1', 'otherwise-2']);
  });

  it('says of a sheet that nobody has filled in that it has no answer, and counts it as an error', async () => {
    const { code, told } = await runText(ratings, [at('pb.tsv'), '--key', at('pb.key.tsv')]);
    expect([code, JSON.parse(told)]).toEqual([1, { file: at('pb.tsv'), error: { code: 'bad-request',
      message: 'No item of this sheet has an answer yet. Fill in its last columns.' } }]);
  });

  it('tells a line on which nothing names what its rewrites are of', async () => {
    const lines = [{ id: '1', reference: 'He ran home.', rewrites: [{ system: 17, texts: ['He rushed home.'] }] },
      { id: '2', rewrites: [{ system: 17, texts: [] }] }, { id: '3', rewrites: [] }];
    const { code, told } = await runText(sheet, [file('nameless.jsonl', lines), '--kind', 'parabank', '--out', at('nameless.tsv')]);
    expect(told.trim().split('\n').map((line) => JSON.parse(line) as object)).toEqual(
      [{ file: at('nameless.jsonl'), line: 3, error: expect.objectContaining({ code: 'missing-field' }) as object }]);
    expect([code, tableOf(at('nameless.key.tsv')).map(({ systems }) => systems).filter(Boolean)]).toEqual([1, ['17']]);
  });

  it('tells answers and items that are none on their lines', async () => {
    const rows = readFileSync(at('nmt.tsv'), 'utf8').slice(0, -1).split('\n');
    const wrong = file('wrong.tsv', [rows[0] ?? '', `${(rows[1] ?? '').replace(/\t\t$/, '')}\t4\t1`,
      (rows[2] ?? '').replace(/^paranmt\t1\t\d+/, 'paranmt\t1\t99'), 'short', ...rows.slice(3)]);
    const { code, told } = await runText(ratings, [wrong, '--key', at('nmt.key.tsv')]);
    expect(code).toBe(1);
    expect(told.trim().split('\n').map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([2, 3, 4]);
    const refused: readonly (readonly [typeof sheet, readonly string[], string])[] = [
      [sheet, [at('corpus.jsonl'), '--kind', 'other', '--out', at('x.tsv')], 'bad-flag'],
      [sheet, ['--kind', 'parabank', '--out', at('x.tsv')], 'bad-flag'],
      [sheet, [at('corpus.jsonl'), '--kind', 'parabank'], 'bad-flag'],
      [sheet, [at('run/documents.jsonl'), '--kind', 'documents', '--out', at('x.tsv')], 'bad-flag'],
      [sheet, [file('empty.jsonl', []), '--kind', 'parabank', '--out', at('x.tsv')], 'bad-request'],
      [ratings, [at('corpus.jsonl'), '--key', at('nmt.key.tsv')], 'bad-request'],
      [ratings, [at('nmt.tsv'), '--key', at('pairs.tsv')], 'bad-request'],
      [ratings, [at('nmt.tsv'), '--key', at('nmt.key.tsv'), '--lengths'], 'bad-flag'],
    ];
    for (const [command, args, code_] of refused) await expect(runText(command, args),
      args.join(' ')).rejects.toMatchObject({ code: code_ });
  });
});
