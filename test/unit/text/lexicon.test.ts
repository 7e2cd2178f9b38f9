import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Lexicon } from '../../../src/core/text/lexicon.ts';
import type { Pos } from '../../../src/core/text/regular.ts';
import { inflector, lexicon, rowsOf } from './tables.ts';

const words = (word: string, relation: 'equivalence' | 'forward' | 'reverse', pos?: Pos): string[] =>
  lexicon.alternatives(word, { relation, ...(pos === undefined ? {} : { pos }) }).map((alternative) => alternative.word);

describe('alternatives', () => {
  it("finds the substitutes of ParaBank's Table 1", () => {
    expect(words('often', 'equivalence')).toContain('frequently');
    expect(words('myth', 'reverse')).toContain('mythology');
  });

  it('fits the inflection of the word', () => {
    expect(words('postponed', 'equivalence')).toContain('delayed');
    expect(words('postponed', 'equivalence')).not.toContain('delay');
    expect(words('postponing', 'equivalence')).toContain('delaying');
    expect(words('children', 'equivalence')).toContain('kids');
    expect(words('bigger', 'equivalence')).toContain('larger');
    expect(words('Postpone', 'equivalence')).toContain('Delay');
    // fantastic, silent and winged do not compare by endings.
    expect(
      ['greatest', 'quieter', 'faster']
        .flatMap((word) => lexicon.alternatives(word))
        .map(({ word }) => word)
        .filter((word) => /fantastic|silent|winged/u.test(word)),
    ).toEqual([]);
  });

  it('leaves out a verb whose past and participle differ where the word can be either', () => {
    expect(words('started', 'forward', 'V')).not.toContain('began');
    expect(words('start', 'forward', 'V')).toContain('begin');
  });

  it('goes from narrow to wide forward and back in reverse', () => {
    expect(words('stroll', 'forward', 'V')).toContain('walk');
    expect(words('walk', 'reverse', 'V')).toContain('stroll');
    expect(words('enormous', 'forward')).toContain('large');
  });

  it('puts what translators use before what only a thesaurus joins', () => {
    const first = (word: string): string | undefined => lexicon.alternatives(word)[0]?.word;
    expect(['often', 'happy', 'difficult', 'film'].map(first)).toEqual(['frequently', 'glad', 'hard', 'movie']);
    expect(words('game', 'equivalence').indexOf('match')).toBe(0);
  });

  it('reads adverbs that the inflection table lacks, in any casing', () => {
    expect(words('maybe', 'equivalence')).toContain('perhaps');
    expect(words('Maybe', 'equivalence', 'A')).toContain('Perhaps');
    expect(words('maybe', 'equivalence', 'V')).toEqual([]);
  });

  it('knows substitutes of words that are their own plural or past', () => {
    const listed = (lemma: string, pos: string): string =>
      rowsOf('lexicon.tsv')
        .find((row) => row[0] === lemma && row[1] === pos)
        ?.join(' ') ?? '';
    expect(listed('aircraft', 'N')).toContain(' plane:');
    expect(listed('put', 'V')).toContain(' place:');
    expect(words('series', 'equivalence', 'N')).toEqual([]);
    expect(words('puts', 'equivalence', 'V')).toContain('places');
  });

  it('gives nothing where nothing is justified', () => {
    expect(lexicon.alternatives('the')).toEqual([]);
    expect(lexicon.alternatives('blorp')).toEqual([]);
  });

  it('refuses a table of another form', () => {
    expect(() => Lexicon.from('big large', inflector)).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });
});

describe('the whole table', () => {
  const entries = rowsOf('lexicon.tsv').flatMap(([lemma = '', pos = '', ...lists]) =>
    lists.flatMap((list, relation) =>
      list === '' ? [] : list.split(' ').map((item) => ({ lemma, pos, relation, word: item.split(':')[0] ?? '' })),
    ),
  );

  it('has no opposites', () => {
    const opposites =
      'good bad,big small,hot cold,up down,happy sad,love hate,buy sell,win lose,rich poor,accept refuse,' +
      'possible impossible,happy unhappy,increase decrease,open closed,early late,true false,male female,' +
      'husband wife,start finish,always never,import export,black white,old new,old young,always seldom,' +
      'day night,remember forget,give take,teach learn,legal illegal,honest dishonest,useful useless,' +
      'internal external,maximum minimum,major minor,north south,east west,above below,north northeast,' +
      'east southeast,die kill,export import,opaque transparent,dinner lunch';
    const pairs = new Set(opposites.split(',').flatMap((pair) => [pair, pair.split(' ').reverse().join(' ')]));
    expect(entries.filter(({ lemma, word }) => pairs.has(`${lemma} ${word}`))).toEqual([]);
  });

  it('offers no coarse or insulting word', () => {
    const list = readFileSync(new URL('../../../models/recipe/lexical/rude.txt', import.meta.url), 'utf8');
    const rude = list.split('\n').filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' ')).filter(Boolean);
    expect(rude).toContain('bitch');
    // Those of which the glosses tell.
    const told = ['whore', 'fuck', 'shit', 'bastard', 'cunt'];
    expect(entries.filter(({ word }) => [...rude, ...told].includes(word))).toEqual([]);
  });

  it('gives no form of the word itself, and no pair in two relations', () => {
    const lemmas = [...new Set(entries.map((entry) => entry.lemma))].filter((_, index) => index % 7 === 0);
    const own = lemmas.filter((lemma) => lexicon.alternatives(lemma).some(({ word }) => inflector.forms(lemma).includes(word)));
    expect(own).toEqual([]);
    const pairs = entries.map(({ lemma, pos, word }) => `${lemma} ${pos} ${word}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('has an entailment in both directions', () => {
    const key = (a: string, pos: string, b: string): string => `${a} ${pos} ${b}`;
    const forward = new Set(entries.filter((entry) => entry.relation === 1).map((entry) => key(entry.lemma, entry.pos, entry.word)));
    const back = entries.filter((entry) => entry.relation === 2);
    expect(back.length).toBeGreaterThan(1000);
    // Both lists are cut to the best few, so a strong wide word may not be listed among a narrow word's many.
    expect(back.filter((entry) => !forward.has(key(entry.word, entry.pos, entry.lemma))).length / back.length).toBeLessThan(0.01);
  });
});
