import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command as corpus } from '../../../src/cli/commands/corpus.ts';
import { command as evaluate } from '../../../src/cli/commands/evaluate.ts';
import { command as idf } from '../../../src/cli/commands/idf.ts';
import { command as metrics } from '../../../src/cli/commands/metrics.ts';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { command as statistics } from '../../../src/cli/commands/statistics.ts';
import { command as systems } from '../../../src/cli/commands/systems.ts';
import type { CorpusTables } from '../../../src/lab/corpus/statistics.ts';
import { errorCodes, runCommand, runText } from './run-command.ts';

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'tables-')); });
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const put = (name: string, text: string | Buffer): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const pack = [
  '[RB] ||| often ||| frequently ||| PPDB2.0Score=5.1 ||| 0-0 ||| Equivalence',
  '[NNS] ||| earthquakes ||| quakes ||| PPDB2.0Score=4.9 ||| 0-0 ||| Equivalence',
  '[NN] ||| myth ||| mythology ||| PPDB2.0Score=3.2 ||| 0-0 ||| ReverseEntailment',
].join('\n');

describe('idf', () => {
  it('counts the sentences that have a word, in bits', async () => {
    const { code, text } = await runText(idf, [], 'The cat sat.\nthe Cat, the cat\n\nA dog\n{"text": "The dog’s"}\n');
    expect([code, text]).toEqual([0, [
      'the\t0.415037', 'cat\t1.000000', 'dog\t1.000000', "'s\t2.000000", 'a\t2.000000', 'sat\t2.000000', '',
    ].join('\n')]);
    expect((await runText(idf, ['--min-count', '2'], 'a b\na c\n')).text).toBe('a\t0.000000\n');
  });

  it('tells lines that are none, and refuses a corpus without words', async () => {
    const { code, text, told } = await runText(idf, [], Buffer.concat([Buffer.from('one\n{"text": 3}\n'), Buffer.from([0xff, 0x0a])]));
    expect([code, text]).toEqual([1, 'one\t0.000000\n']);
    expect([...told.matchAll(/"line":(\d).*?"code":"([a-z0-9-]+)"/g)].map(([, line, error]) => [line, error]))
      .toEqual([['2', 'bad-request'], ['3', 'bad-utf8']]);
    await expect(runText(idf, [], '\n!\n')).rejects.toMatchObject({ code: 'text-empty' });
  });

  it('makes a table that systems read, as if its values stood in the request', async () => {
    const sentences = 'I told her I was proud to work for them.\nI was proud.\nIt was late.\nThey told me to work.\n';
    const { text } = await runText(idf, [], sentences);
    const values = Object.fromEntries(text.trimEnd().split('\n').map((line) => [line.split('\t')[0], Number(line.split('\t')[1])]));
    const asked = { text: 'I told her I was proud to work for them.', system: 7, minimum: 0 };
    const [fromFile, fromRequest] = [
      await runCommand(systems, ['--idf', put('table.tsv', text)], [asked]), await runCommand(systems, [], [{ ...asked, idf: values }]),
    ];
    expect(fromFile.lines).toEqual(fromRequest.lines);
    expect(fromFile.lines[0]).toMatchObject({
      avoid: ['her', 'Her', 'for', 'For', 'them', 'Them'], pool: expect.arrayContaining([{ word: 'told', idf: 1, position: 1 }]),
    });
  });

  it('makes a table that statistics counts with, and that the systems of paraphrase and corpus choose by', async () => {
    const table = put('table.tsv', 'he\t2\nbought\t8\nan\t1\nold\t10\nhouse\t9\n');
    const { lines: [tables] } = await runCommand<CorpusTables>(
      statistics, ['--model', 'tiny', '--json', '--no-header', '--no-trees', '--idf', table], 'He bought an old house.\tHe did.\n');
    expect(tables?.sources.idf?.mean).toBe(6);
    const flags = ['--model', 'tiny', '--beam', '2', '--idf', table];
    const text = 'He bought an old house.';
    const { lines: [answer] } = await runCommand(paraphrase, [...flags, '--system', '1'], [text]);
    expect(answer?.['constraints']).toEqual([{ avoid: ['old', 'Old'], require: [] }]);
    const { lines: [entry] } = await runCommand<{ rewrites: { text: string }[] }>(corpus, [...flags, '--systems', '1'], `${text}\n`);
    expect(entry?.rewrites.map((one) => one.text)).toEqual((answer?.['rewrites'] as { text: string }[]).map((one) => one.text));
  }, 60_000);

  it.each([['the\tone', 'Line 1'], ['a\t2\nthe 3', 'Line 2'], ['a\t2\t3', 'Line 1'], ['# nothing\n', 'no word']])(
    'refuses the table %j', async (table, why) => {
      await expect(runCommand(systems, ['--idf', put('table.tsv', table)]))
        .rejects.toMatchObject({ code: 'bad-flag', message: expect.stringContaining(why) });
    });

  it('refuses a table that is not there', async () => {
    await expect(runCommand(systems, ['--idf', join(folder, 'none')])).rejects.toMatchObject({ code: 'bad-flag' });
  });
});

describe("ParaBank's Table 1", () => {
  const examples = [
    ['How often do earthquakes occur?', { earthquakes: 13, occur: 10.2, often: 8.1 }, [
      [2, { avoid: ['occur', 'Occur'] }], [5, { avoid: ['occur', 'Occur', 'often', 'Often'] }], [32, { anchored: [['How']] }],
      [35, { decodings: [
        { avoid: ['earthquakes', 'Earthquakes'], require: ['quakes'] }, { avoid: ['often', 'Often'], require: ['frequently'] },
      ] }],
    ]],
    ['One of the misconceptions about the myth involves time.', { misconceptions: 15, myth: 12, involves: 10, time: 6 }, [
      [1, { avoid: ['misconceptions', 'Misconceptions'] }], [3, { avoid: ['involves', 'Involves'] }],
      [37, { avoid: ['myth', 'Myth'], require: ['mythology'] }],
    ]],
    ["That doesn't mean anything is okay.", { okay: 12, anything: 9, mean: 8 }, [
      [1, { avoid: ['okay', 'Okay'] }], [2, { avoid: ['anything', 'Anything'] }],
      [13, { avoid: expect.arrayContaining(['okay', 'mean', 'means', 'meaning', 'meant']) }],
    ]],
  ] as const;

  it('comes out with the order of IDF that it implies, and pairs of PPDB', async () => {
    const file = put('ppdb.gz', gzipSync(pack));
    for (const [text, values, selections] of examples) {
      const { lines } = await runCommand(systems, ['--ppdb', file], selections.map(([system]) => ({ text, system, idf: values })));
      for (const [at, [system, expected]] of selections.entries()) expect(lines[at], `${text} ${system}`).toMatchObject(expected);
    }
  });
});

describe('--ppdb', () => {
  const packs = [['often\tfrequently', 'line 1'], [`${pack}\n[NN] ||| x`, 'line 4'], ['', 'no paraphrase']];
  it.each(packs)('refuses the pack %j', async (text = '', why = '') => {
    await expect(runCommand(systems, ['--ppdb', put('ppdb', text)]))
      .rejects.toMatchObject({ code: 'bad-flag', message: expect.stringContaining(why) });
  });

  it('refuses what is not there or not packed', async () => {
    await expect(runCommand(systems, ['--ppdb', join(folder, 'none')])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(systems, ['--ppdb', join(folder, 'none.gz')])).rejects.toMatchObject({ code: 'bad-flag' });
    await expect(runCommand(systems, ['--ppdb', put('ppdb.gz', pack)])).rejects.toMatchObject({ code: 'bad-flag' });
  });

  it('gives one decoding for each token that has a pair', async () => {
    const flags = ['--model', 'tiny', '--ppdb', put('ppdb', pack), '--beam', '4', '--minimum', '3'];
    const text = 'How often do earthquakes occur?';
    const { lines: [answer] } = await runCommand<{ rewrites: { text: string }[]; constraints: unknown[] }>(
      paraphrase, [...flags, '--system', '35'], [text]);
    expect(answer?.constraints).toEqual([
      { avoid: ['earthquakes', 'Earthquakes'], require: ['quakes'] }, { avoid: ['often', 'Often'], require: ['frequently'] },
    ]);
    const texts = answer?.rewrites.map((one) => one.text) ?? [];
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/\bquakes\b/iu);
    expect(texts[0]).not.toMatch(/\bearthquakes\b/iu);
    expect(texts[1]).toMatch(/\bfrequently\b/iu);
    expect(texts[1]).not.toMatch(/\boften\b/iu);
    const { lines: [entry] } = await runCommand<{ rewrites: { text: string }[] }>(corpus, [...flags, '--systems', '35'], `${text}\n`);
    expect(entry?.rewrites.map((one) => one.text)).toEqual(texts);
  }, 60_000);

  it('is part of what a checkpoint asks for', async () => {
    const [first, other] = [put('one', pack), put('other', pack.replace('quakes |||', 'tremors |||'))];
    const flags = (file: string): string[] =>
      ['--model', 'tiny', '--system', '35', '--beam', '2', '--ppdb', file, '--checkpoint', join(folder, 'checkpoint')];
    await runCommand(paraphrase, flags(first), ['Earthquakes often occur.']);
    await expect(runCommand(paraphrase, flags(other), ['Earthquakes often occur.'])).rejects.toMatchObject({ code: 'checkpoint-mismatch' });
  }, 60_000);
});

describe('constituency trees', () => {
  const [he, she] = ['(ROOT (S (NP (PRP He)) (VP (VBD left))))', '(ROOT (S (NP (DT The) (NN girl)) (VP (VBD left) (NP (NN home)))))'];

  it('are a notation of metrics, cut to their top levels', async () => {
    const { lines } = await runCommand(metrics, [], [
      { tree: [he, she] }, { tree: [he, she], levels: 2 }, { tree: [`${he})`, she] }, { tree: [he, '{S}'] },
      { tree: ['{S}', '{S}'], levels: 2 }, { tree: ['{S}', '{S}'] }, { tree: [he, she], costs: [2, 2, 3] },
    ]);
    expect(lines.map((line) => line['value'])).toEqual([3, 0, undefined, undefined, undefined, 0, 7]);
    expect(errorCodes({ lines })).toEqual([undefined, undefined, 'bad-request', 'bad-request', 'bad-request', undefined, undefined]);
  });

  it('take the place of the shallow parser in statistics', async () => {
    const pairs = 'He left.\tThe girl left home.\nHe left.\tShe ran.\n';
    const trees = put('trees', `He left.\t${he}\n${JSON.stringify({ text: 'The girl  left home.', tree: she })}\n`);
    const { lines: [tables], told } = await runCommand<CorpusTables>(
      statistics, ['--model', 'tiny', '--json', '--no-header', '--trees', trees], pairs);
    expect(tables?.systems[0]).toMatchObject({ n: 2, treeEdit: 3 });
    expect(told).toContain('1 texts have no tree');
  }, 60_000);

  it('take the place of the shallow parser in evaluate', async () => {
    const file = put('references.tsv', 'id\treference\tother\n1\tHe left.\tThe girl left home.\n');
    const flags = [file, '--systems', 'none', '--model', 'tiny', '--out', join(folder, 'out')];
    const { text } = await runText(evaluate, [...flags, '--trees', put('trees', `He left.\t${he}\nThe girl left home.\t${she}\n`)]);
    expect(text).toContain('| 3.00 |');
  }, 60_000);

  const files = [[`He left.\t${he})`, 'line 1'], [`He left.\t${he}\nnone`, 'line 2'], ['', 'no tree']];
  it.each(files)('refuse the file %j', async (text = '', why = '') => {
    await expect(runCommand(statistics, ['--model', 'tiny', '--trees', put('trees', text)], 'a\tb\n'))
      .rejects.toMatchObject({ code: 'bad-flag', message: expect.stringContaining(why) });
  });
});
