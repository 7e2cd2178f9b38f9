import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import nspell from 'nspell';
import { describe, expect, it } from 'vitest';
import { loadIdf } from '../../../src/cli/lexical.ts';
import { misspellings, type Dictionary } from '../../../src/core/text/spelling.ts';

const open = (name: string): Dictionary => {
  const folder = dirname(createRequire(import.meta.url).resolve(name));
  return nspell(readFileSync(join(folder, 'index.aff')), readFileSync(join(folder, 'index.dic')));
};
const dictionaries = ['dictionary-en', 'dictionary-en-gb'].map(open);
const idf = await loadIdf();
const found = (text: string): [string, string | undefined][] =>
  misspellings(text, dictionaries, (word) => idf.idf(word)).map(({ text: word, instead }) => [word, instead[0]]);

describe('misspellings', () => {
  it('are found where they stand, and what is usual and near is offered first', () => {
    expect(found('The comittee will recieve teh report tommorow, and it dont matter.')).toEqual([
      ['comittee', 'committee'], ['recieve', 'receive'], ['teh', 'the'], ['tommorow', 'tomorrow'], ['dont', "don't"],
    ]);
    const text = 'So it was definately seperate.';
    for (const { text: word, start, end } of misspellings(text, dictionaries, () => undefined)) expect(text.slice(start, end)).toBe(word);
  });

  it('offer three at most', () => {
    expect(misspellings('We saw the teh there.', dictionaries, () => 5)[0]?.instead.length).toBeLessThanOrEqual(3);
  });

  it('are no names, abbreviations, contractions, possessives, or words of the other English', () => {
    expect(found('Okafor’s NGO hasn’t organised or organized the colour programme that they’d planned on 3rd May at 10am.')).toEqual([]);
  });

  it('are in no address, and ten at most', () => {
    const text = 'See https://github.com/foo/barbaz or mail foo@barbaz.org about examplle.com/quux, pleese.';
    expect(found(text)).toEqual([['pleese', 'please']]);
    const many = Array.from({ length: 12 }, (_, at) => `we say that ${'zzqx'.repeat(1 + (at % 3))} and`).join(' ');
    expect(found(many).length).toBe(10);
  });

  it('are found where most words are slips of the pen', () => {
    const text = 'Ths sentense has meny speling mistaks in tody.';
    expect(found(text).map(([word]) => word)).toEqual(['sentense', 'meny', 'speling', 'mistaks', 'tody']);
  });

  it('are none in a text of another language, in symbols, and in nothing', () => {
    const others = ['Das Wetter ist heute nicht schön und wir bleiben zu Hause.', '😀 🏳️‍🌈 \u0000 …', ''];
    for (const text of others) expect(found(text)).toEqual([]);
  });

  it('are in fewer than one of fifty of the fixed sentences, which have none', () => {
    const table = readFileSync(new URL('../../quality/sentences.tsv', import.meta.url), 'utf8');
    const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const sentences = lines.map((line) => line.split('\t').at(-1) ?? '');
    expect(sentences.length).toBeGreaterThan(60);
    const alarms = sentences.flatMap((sentence) => found(sentence).map(([word]) => word));
    expect(alarms.length, alarms.join(' ')).toBeLessThan(sentences.length / 50);
  });
});
