import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/commands/index.ts';
import { overUsual, runText } from './run-command.ts';

const page = readFileSync(new URL('../../../docs/papers.md', import.meta.url), 'utf8');
const half = (name: string): string => new URL(`../../hub/otherwise/${name}`, import.meta.url).pathname;
const pair = `pair:${half('tiny-en-cs')},${half('tiny-cs-en')}`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papers-'));
  mkdirSync(join(folder, 'texts'));
  for (const [name, lines] of Object.entries(samples))
    writeFileSync(join(folder, name), lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
});
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

const proud = 'I told her I was proud to work for them .';
const idf = { proud: 11.1, told: 7.9, work: 7.4, them: 6.2, her: 5.8, was: 4.3, for: 3.6, to: 2.3 };
const pairs = [
  'He laughed at the old joke today.\tHe chuckled at the old joke today.',
    'She laughed when she saw the dog.\tShe chuckled when she saw the dog.',
  'The train was late again.\tAgain the train came too late.', 'Interest rates will rise in March.\tA dog barked at nobody.',
];
const sts = ['5\tA man plays a guitar.\tA man is playing a guitar.\tx', '1\tA dog runs.\tRates will rise.\ty',
  '4\tA boy sings.\tA boy is singing.\tx',
  '0\tThe car is red.\tShe likes tea.\ty', '2\tA cat sat.\tA cat ran.\ty', '3\tHe ate soup.\tHe ate bread.\tx'];
/** The files that the commands of the page read. */
const samples: Readonly<Record<string, readonly (string | object)[]>> = {
  'sentences.txt': ['He took the book from the table.'],
  'requests.jsonl': [{ tokens: proud.split(' '), idf }],
  'judgements.tsv': [
    'ref_id\tref_len\tsystems(0=reference copy,35=ParaNMT)\tcandidate\tnll\thuman_score\tfluency\tworker',
    '1\t5\t17 34\tOne is there now.\t1\t80\t2\t1', '1\t5\t17 34\tOne is there now.\t1\t70\t1\t2', '1\t5\t35\tOne came.\t1\t40\t2\t1',
  ],
  'texts.tsv': ['1\tOne is here now.'],
  'references.tsv': ['id\treference\tlength', '1\tHe went to the shop because it was late.\t10', '2\tI like this old house.\t5'],
  'pairs.tsv': pairs,
  'bitext.tsv': ['text\tforeign', 'I told her that it works.\tŘekl jsem jí, že to funguje.'],
  ...Object.fromEntries(
    ['sts2012', 'sts2016', 'stsb', 'msrvid', 'images', 'captions', 'others'].map((name) => [`${name}.tsv`, sts]),
  ),
  'similarity.jsonl': [{ a: 'A boy sings.', b: 'A boy is singing.' }],
  'simlex.tsv': ['word1\tword2\tPOS\tSimLex999', 'laughed\tchuckled\tV\t9', 'train\tdog\tN\t1'],
  'texts/a.txt': ['The committee approved the new budget on Monday after long debate. Two members voted against the plan for the schools.'],
  'texts/b.txt': ['On Monday the committee passed the new budget after long debate. Against the plan for the schools two members voted.'],
  'texts/c.txt': ['Heavy rain fell in the north all night, and rivers rose.'],
  'fragments.jsonl': [{ a: 'the Bosnian Serbs to pull their heavy weapons back', b: 'the Bosnian Serbs withdraw their heavy weapons' }],
};
const outputs = ['mined', 'phrases', 'sheet', 'sheet2', 'sheet3', 'vectors4', 'vectors5', 'vectors6', 'vectors7', 'vectors10'];

/** The pattern that each command's output must match; a row of the page without one fails. */
const expected: Readonly<Record<string, RegExp>> = {
  'ParaBank Figure 1': /"rewrites":/,
  'ParaBank Table 1': /"avoid":\["told","Told","work","Work"\]/,
  'ParaBank Table 2': /"pool":\[\{"word":"proud".*"told".*"work".*"for".*"to"/,
  'ParaBank Table 3': /"avoid":\["to","To","for","For"\]|"avoid":\["for","For","to","To"\]/,
  'ParaBank Table 4, top': /\{"5":75,"system":"17","all":75,"mean":75,"n":2\}/,
  'ParaBank Table 4, bottom': /Paragraph BLEU, by length of the reference:\n\n\| system \| rank \| 5 \|/,
  'ParaBank Table 5': /\| 17 \| 75\.00 \| 0\.00 \| 1 \|\n\| 34 \|.*\n\| 35 \| 40\.00 \| 100\.00 \| 1 \|/,
  'ParaBank Table 6': /\| system \| rank \| 5 \| 10 \| mean \| deviation \|\n.*\n\| system 17 \| 1 \|/,
  'ParaBank Table 7': /"systems":\[\{"system":/,
  'ParaBank 2 Figure 1': /"constraints":\[.*"mode":"parabank2"/,
  'ParaBank 2 Table 1': /\| parabank2 \| 5 \|(?:.*\n)*\| parabank2 oracle max \|/,
  'ParaBank 2 Table 2': /\| 17\/34 \| 1\/1 \|/,
  'ParaBank 2 Table 3': /"pearson":\{"word":/,
  'ParaNMT-50M Table 1': /\| *words/i,
  'ParaNMT-50M Table 2': /"systems":\[\{"system":"backtranslate","rank":1\}\]/,
  'ParaNMT-50M Table 3, left': /\| \(0\.8, 1\] \| \d/,
  'ParaNMT-50M Table 3, right': /\| range \| pairs \| trigram overlap \| paraphrase 1 \|.*\n.*\n(?:\| .*\n)+/,
  'ParaNMT-50M Table 4': /"pearson":\{"word":-?\d[\d.]*,"trigram":-?\d/,
  'ParaNMT-50M Table 5': /"pearson":\{"word":-?\d[\d.]*,"bleu":/,
  'ParaNMT-50M Table 6': /"pearson":\{"word-1":[^}]*"trigram-1":[^}]*"word-20":[^}]*"trigram-20":[^}]*"word-40":[^}]*"trigram-40":/,
  'ParaNMT-50M Table 7': /"mega":1,.*"negatives":\[\{"a":.*\n.*"mega":20,.*\n.*"mega":40,/,
  'ParaNMT-50M Table 10': /"differences":\[\{"models":\["word","trigram"\],"pearson":\d/,
  'ParaNMT-50M Table 8': /sts2012\.tsv.*\n.*sts2016\.tsv.*"bleu"/,
  'ParaNMT-50M Table 9': /stsb\.tsv.*"concatenation"/,
  'ParaNMT-50M Table 11': /"cosine":0\.\d/,
  'ParaNMT-50M Table 12': /chuckled\tlaughed\t\d+\t/,
  'ParaNMT-50M Table 13': /"n":2,"found":\d,"spearman":/,
  'ParaNMT-50M Table 15': /msrvid\.tsv.*\n.*images\.tsv/,
  'ParaNMT-50M Table 16': /captions\.tsv.*\n.*others\.tsv/,
  'Paraphrase fragments Figure 1': /"fragments":[1-9]/,
  'Paraphrase fragments Figure 2': /\| score \| pairs \| paraphrase, % \|.*\n.*\n\| \(0\.206, 1\] \| [1-9]/,
  'Paraphrase fragments Figure 3': /"fragments":\[\["the Bosnian Serbs/,
  'Paraphrase fragments Table 2': /\| mined \| [1-9]\d* \| 100\.0 \|/,
  'Paraphrase fragments Table 3': /"documents":1,"sentences":[1-9]/,
  'Paraphrase fragments Table 4': /"phrases":\{/,
};

interface PaperRow {
  readonly name: string;
  /** The commands that run, one after the other; none where the table is out of reach. */
  readonly lines: readonly string[];
  readonly compares: string;
}

const rows: readonly PaperRow[] = page.split(/^## /mu).slice(1).flatMap((section) => {
  const heading = /^[^(\n]+/u.exec(section)?.[0].trim() ?? '';
  return [...section.matchAll(/^\| (Figure|Table)( [^|]+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gmu)].map(([, kind, number,
    cell = '', compares = '']) =>
    ({ name: `${heading} ${kind}${number}`, lines: /^`(.+)`$/u.exec(cell.trim())?.[1]?.split(' && ') ?? [], compares: compares.trim() }));
});

/** A tiny model and a small budget, for commands that decode. */
const small = ['--sets', '2', '--samples', '4', '--rounds', '1', '--beam', '2', '--threshold', '100', '--threads', '1'];
const usesModel: Readonly<Record<string, readonly string[]>> = { paraphrase: small, corpus: small, evaluate: small, statistics: [] };
const isFile = (word: string): boolean => word in samples || word === 'texts' ||
  outputs.some((name) => word === name || word.startsWith(`${name}/`)
  || word.startsWith(`${name}.`));

/** Runs a line of the page on the samples. */
async function run(line: string): Promise<string> {
  const [words = [], [input] = []] = line.split(' < ').map((part) => part.split(' '));
  const [name = '', ...given] = words.map((word, at) => (at > 0 && isFile(word) ? join(folder, word)
    : word === 'pair:en-cs,cs-en' ? pair : word));
  const load = commands[name];
  if (load === undefined) throw new Error(`${name} is no command`);
  const model = given.includes('--model') ? [] : ['--model', 'tiny'];
  const args = overUsual(usesModel[name] ? [...model, ...usesModel[name]] : [], given);
  const { code, text, told } = await runText(await load(), args, input === undefined ? '' : readFileSync(join(folder, input)));
  expect(code, `${line}\n${told}`).toBe(0);
  if (name === 'sheet') fillIn(given[given.indexOf('--out') + 1] ?? '');
  return text;
}

/** Answers every item of a sheet: the lowest answer for negative controls, the highest for all others. */
function fillIn(sheet: string): void {
  const tableOf = (path: string): string[][] => readFileSync(path, 'utf8').slice(0, -1).split('\n').map((line) => line.split('\t'));
  const [keyHead = [], ...keys] = tableOf(sheet.replace('.tsv', '.key.tsv'));
  const [head = [], ...items] = tableOf(sheet);
  const isNegative = (row: number): boolean => keys[row]?.[keyHead.indexOf('control')] === 'negative';
  const best: Readonly<Record<string, readonly [string, string]>> = { strength: ['1', '3'], fluency: ['1', '3'],
    relation: ['unrelated', 'paraphrase'] };
  const filled = items.map((cells, row) => cells.map((cell, column) => best[head[column] ?? '']?.[isNegative(row) ? 0 : 1] ?? cell));
  writeFileSync(sheet, [head, ...filled].map((cells) => `${cells.join('\t')}\n`).join(''));
}

describe("the papers' tables and figures", () => {
  it('are all on the page, at least thirty with a command', () => {
    const numbers = (heading: string, kind: string): number[] => [...new Set(rows.flatMap(({ name }) => {
      const number = new RegExp(`^${heading} ${kind} (\\d+)`, 'u').exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    }))];
    expect(numbers('ParaBank', 'Table')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(numbers('ParaBank 2', 'Table')).toEqual([1, 2, 3, 4, 5]);
    expect(numbers('ParaNMT-50M', 'Table')).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
    expect(numbers('Paraphrase fragments', 'Table')).toEqual([1, 2, 3, 4]);
    expect(numbers('Paraphrase fragments', 'Figure')).toEqual([1, 2, 3]);
    expect(rows.filter(({ lines }) => lines.length > 0).length).toBeGreaterThanOrEqual(30);
    for (const { lines, compares } of rows) expect(compares).toMatch(lines.length === 0 ? /^out of reach: / : /^(?:equal|same shape)/);
  });

  it.each(rows.filter(({ lines }) => lines.length > 0))('come out of the command on a small sample: $name', async ({ name, lines }) => {
    const texts: string[] = [];
    for (const line of lines) texts.push(await run(line));
    expect(texts.at(-1)).toMatch(expected[name] ?? /this row has no expectation/);
  }, 60_000);
});
