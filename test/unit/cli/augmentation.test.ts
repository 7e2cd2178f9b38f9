import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import type { CorpusEntry } from '../../../src/lab/corpus/entry.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { errorCodes, runCommand, runText } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'augmentation-'));
afterAll(() => rmSync(folder, { recursive: true }));

const few = ['--model', 'tiny', '--threads', '1', '--sets', '1', '--free', '0',
  '--samples', '3', '--rounds', '1', '--threshold', '100', '--beam', '4'];
type Keep = [start: number, end: number, label: string];
type Entry = CorpusEntry & Readonly<Record<string, unknown>>;

const names = ['Ada Lovelace', 'Zoë Kravitz', 'José', 'Nguyễn Văn An', 'O’Brien', 'Kim'];
const dates = ['Monday', '3 May 2021', 'next week', 'May 3rd'];
const products = ['iPhone 15 Pro', 'Model-X', 'Photoshop', 'ThinkPad T14s'];
const places = ['the Bank of England', 'New York', 'Saint-Denis', 'the 🎪 tent'];
/** `<` and `>` around each span, a letter behind the opening one for its label; spans nest and adjoin. */
const frames = [
  '<nN> bought <pP> on <dD>.', 'On <dD> <nN> showed us <pP> in <lL>.', 'The board asked <nN> to sell <pP>.',
  '<b<pP> of <lL>> was praised by <nN> <dD>.', 'We met <nN>, <mN> and <oN> there.', '<tIt was <dD>> when <nN> came to <lL>.',
  'She told <nN>’s sister about <lL> and <pP>.', '<n<fThe friend> of <gN>> likes <lL>.',
];

/** A sentence of a frame, and its spans in code points; whatever stands where, the spans know. */
function generated(seed: number): { text: string; keep: Keep[] } {
  const random = new Random(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random.uniform() * list.length)] ?? '';
  const words: Readonly<Record<string, readonly string[]>> = { N: names, D: dates, P: products, L: places };
  const keep: Keep[] = [];
  const open: Keep[] = [];
  const points: string[] = [];
  const frame = frames[seed % frames.length] ?? '';
  for (let at = 0; at < frame.length; at += 1) {
    const character = frame.charAt(at);
    if (character === '<') open.push([points.length, 0, frame.charAt(at += 1)]);
    else if (character === '>') {
      const [start, , label] = open.pop() as Keep;
      keep.push([start, points.length, label]);
    } else points.push(...(/[<a-z]/u.test(frame.charAt(at - 1)) && words[character] ? pick(words[character]) : character));
  }
  return { text: points.join(''), keep };
}

const slice = (text: string, start: number, end: number): string => [...text].slice(start, end).join('');

/** Tells whether spans nest in each other just as they do in the source, and share no character else. */
function nestAlike(kept: readonly { start: number; end: number }[], keep: readonly Keep[]): boolean {
  return kept.every((a, i) => kept.every((b, j) => {
    const [c, d] = [keep[i] as Keep, keep[j] as Keep];
    const inside = a.start <= b.start && b.end <= a.end;
    return c[0] <= d[0] && d[1] <= c[1] ? inside : inside === false || a.end - a.start === b.end - b.start;
  }));
}

describe('augmentation with labels', () => {
  it('keeps every span of 200 sentences letter for letter with its label and new offsets, or says why not', async () => {
    const rows = Array.from({ length: 200 }, (_, seed) => ({ ...generated(seed), topic: seed % 7, tags: ['x', seed] }));
    expect(rows.every(({ keep }) => keep.length >= 2)).toBe(true);
    const { code, lines } = await runCommand<Entry>(corpus, few, rows);
    expect([code, lines.length]).toEqual([0, 200]);
    let moved = 0;
    for (const [at, { source, keep, rewrites, unmet, topic, tags }] of lines.entries()) {
      const row = rows[at] as (typeof rows)[number];
      expect([source, topic, tags]).toEqual([row.text, row.topic, row.tags]);
      expect(keep).toEqual(row.keep.map(([start, end, label]) => ({ start, end, label })));
      const lost = new Set(row.keep.map(([start, end]) => slice(row.text, start, end)));
      if (rewrites.length === 0)
        expect(unmet?.map(({ phrase, reason }) => [phrase, reason])).toEqual([...lost].map((phrase) => [phrase, 'span lost']));
      for (const { text, kept = [] } of rewrites) {
        expect(kept.map(({ start, end, label }) => [slice(text, start, end), label])).toEqual(
          row.keep.map(([start, end, label]) => [slice(row.text, start, end), label]),
        );
        expect(nestAlike(kept, row.keep), text).toBe(true);
        if (kept.some(({ start }, i) => start !== row.keep[i]?.[0])) moved += 1;
      }
    }
    // Three samples of the tiny model keep every span of more than half of the rows; the others said why above.
    expect(lines.filter(({ rewrites }) => rewrites.length > 0).length).toBeGreaterThan(100);
    expect(moved).toBeGreaterThan(50);
  }, 300_000);

  it('reads brackets as spans, nested and escaped ones too, and carries all columns of a table', async () => {
    const table = [
      'id\ttext\tavoid\tsplit',
      'a\t[Ada [Lovelace]{last}](person) wrote to [London] and paid \\[sic\\].\twrote|paid\ttrain',
      'b\tShe met [Kim](person).\t\ttest', 'c\tShe met [Kim](person.\t\ttest', 'd\tShe met Kim](person).\t\ttest', 'e\tShe met [Kim.\t\tx',
      'f\t[ ] is nothing.\t\tx',
    ].join('\n');
    const args = [...few, '--brackets', '--column', 'text'];
    const { code, lines, told } = await runCommand<Entry>(corpus, args, `${table}\n`);
    expect(code).toBe(1);
    expect(lines.map(({ id, split }) => [id, split])).toEqual([['a', 'train'], ['b', 'test'], ['c', 'test']]);
    expect(lines[0]?.source).toBe('Ada Lovelace wrote to London and paid [sic].');
    expect(lines[0]?.keep).toEqual([
      { start: 0, end: 12, label: 'person' }, { start: 4, end: 12, label: 'last' }, { start: 22, end: 28 },
    ]);
    // A label that is not closed is text.
    expect(lines[2]).toMatchObject({ source: 'She met Kim(person.', keep: [{ start: 8, end: 11 }] });
    for (const { text } of lines[0]?.rewrites ?? []) expect(text).not.toMatch(/\b(?:wr[io]te|written|writing|pa(?:y|id))/iu);
    const errors = told.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(
      line) as { line: number; error: object });
    expect(errors.map(({ line }) => line)).toEqual([5, 6, 7]);
    expect(errors.every(({ error }) => 'code' in error && error.code === 'bad-request')).toBe(true);
    const { text } = await runText(corpus, [...args, '--to', 'tsv'], `${table}\n`);
    const [header = '', first = ''] = text.split('\n').map((line) => line.split('\t'));
    expect(header.slice(-3)).toEqual(['kept', 'id', 'split']);
    expect(JSON.parse(first.at(-3) ?? '')).toHaveLength(3);
    expect(first.slice(-2)).toEqual(['a', 'train']);
  }, 60_000);

  it('takes a row\'s own avoid and require in place of the flags\'', async () => {
    const rows = [
      { text: 'The committee decided to postpone the meeting.', avoid: ['meeting'], require: ['delay'] },
      { text: 'The committee decided to postpone the meeting.' },
    ];
    const { lines } = await runCommand<Entry>(corpus, [...few, '--avoid', 'committee'], rows);
    for (const { text } of lines[0]?.rewrites ?? []) expect(text).toMatch(/^(?!.*meeting).*delay/iu);
    expect(lines[0]?.rewrites.length).toBeGreaterThan(0);
    for (const { text } of lines[1]?.rewrites ?? []) expect(text).not.toMatch(/committee/iu);
  }, 60_000);

  it('answers spans that are none, fields that would be ignored and names that are taken by an error of the row', async () => {
    const text = 'Ada met Kim in London.';
    const wrong = [
      { text, keep: [[0, 99]] }, { text, keep: [[0, 7], [4, 11]] }, { text, keep: [[4, 4]] }, { text, keep: [[5, 3]] },
        { text, keep: [[3, 4]] },
      { text, keep: [[-1, 4]] }, { text, keep: [[0, 3, 4]] }, { text, keep: [[0]] }, { text, keep: 'Ada' }, { text, keep: [[0, 3.5]] },
      { text, samples: 3 }, { text, topK: 3 }, { text, seed: 3 }, { text, rewrites: [] }, { text, source: 'x' },
      { text, foreign: 'Ada potkala Kima.' }, { text, avoid: 'Ada' + 1 + '|', require: 7 },
    ];
    const { code, told, lines } = await runCommand(corpus, few, [...wrong, { text, keep: [[0, 3]], anything: { else: 1 } }]);
    const errors = told.split('\n').filter((line) => line.startsWith('{"line"')).map((line) => JSON.parse(line) as { line: number });
    expect(errors.map(({ line }) => line)).toEqual(wrong.map((_, at) => at + 1));
    expect([code, lines.length, lines[0]?.['anything']]).toEqual([1, 1, { else: 1 }]);
    const requests = wrong.slice(0, 10);
    expect(errorCodes(await runCommand(paraphrase, few, requests))).toEqual(requests.map(() => 'bad-request'));
    // A table has no place for what its first row lacks.
    const later = await runText(corpus, [...few, '--to', 'tsv'], `${JSON.stringify({ text })}\n${JSON.stringify({ text, topic: 1 })}\n`);
    expect(later.told).toContain('{"line":2,"error":{"code":"bad-request"');
    const wider = await runText(corpus, [...few, '--to', 'tsv'], `${text}\ttrain\n${text}\ttest\tmore\n${text}\n`);
    const [header, ...rows] = wider.text.replace(/\n$/u, '').split('\n').map((row) => row.split('\t'));
    expect([header?.at(-1), wider.told.includes('{"line":2,"error":{"code":"bad-request"')]).toEqual(['2', true]);
    expect(new Set(rows.map((row) => `${row[0]} ${row.at(-1)}`))).toEqual(new Set(['1 train', '3 ']));
  }, 60_000);

  it('counts code points of the text as it was sent, white space and all', async () => {
    const text = '  🎉 Ada\u200b   Lovelace\tmet  Kim. She left.  ';
    const at = (part: string): [number, number] => {
      const start = [...text.slice(0, text.indexOf(part))].length;
      return [start, start + [...part].length];
    };
    const keep = [at('Kim'), at('Ada\u200b   Lovelace'), at('Kim. She')];
    const { lines: [result] } = await runCommand<ParaphraseResult>(paraphrase, few, [{ text, keep }]);
    expect(result?.rewrites.length).toBeGreaterThan(0);
    for (const { text: rewrite, kept = [] } of result?.rewrites ?? [])
      expect(kept.map(({ start, end }) => slice(rewrite, start, end))).toEqual(['Kim', 'Ada Lovelace', 'Kim. She']);
  }, 60_000);

  it('says that spans are lost where no rewrite keeps them, and that one conflicts with a ban', async () => {
    const text = 'Ada met Kim in London.';
    const whole: [number, number][] = [[0, 22]];
    const { lines } = await runCommand<ParaphraseResult>(paraphrase, few, [{ text, keep: whole, threshold: 0.2 }, { text,
      keep: [[8, 11]], avoid: ['kim'] }]);
    expect(lines.map(({ rewrites, unmet }) => [rewrites, unmet])).toEqual([
      [[], [{ phrase: text, reason: 'span lost' }]], [[], [{ phrase: 'Kim', reason: 'conflicts with a ban' }]],
    ]);
    // Nothing was drawn where all of the text is kept.
    expect([lines[0]?.constraints, lines[0]?.counts.sampled]).toEqual([[], 0]);
  }, 60_000);

  it('is the same from a file with a checkpoint as from a stream', async () => {
    const rows = [0, 1, 2].map((seed) => JSON.stringify(generated(seed))).join('\n');
    const file = join(folder, 'rows.jsonl');
    writeFileSync(file, `${rows}\n`);
    const stream = await runText(corpus, few, `${rows}\n`);
    const checkpoint = join(folder, 'checkpoint');
    const first = await runText(corpus, [file, ...few, '--checkpoint', checkpoint]);
    const again = await runText(corpus, [file, ...few, '--checkpoint', checkpoint]);
    expect([first.text, again.text]).toEqual([stream.text, stream.text]);
  }, 60_000);
});
