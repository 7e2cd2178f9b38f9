import { readFileSync } from 'node:fs';
import compromise from 'compromise';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Inflector } from '../../../src/core/text/inflect.ts';
import { regularLemmas, regularSlots } from '../../../src/core/text/regular.ts';
import type { Pos } from '../../../src/core/text/regular.ts';
import { idfTable, inflector, rowsOf } from './tables.ts';

const golden = readFileSync(new URL('../../golden/inflections.tsv', import.meta.url), 'utf8')
  .split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

const isPos = (value: string | undefined): value is Pos => value === 'V' || value === 'N' || value === 'A';

describe('forms of known words', () => {
  it.each(golden)('%s as %s', (word = '', pos, forms = '') => {
    expect([...inflector.forms(word, isPos(pos) ? pos : undefined)].sort()).toEqual(forms.split(' ').sort());
  });

  it('forms no derivations', () => {
    const derived = {
      work: 'worker',
      new: 'news',
      see: 'seer',
      go: 'goer',
      lay: 'layer',
      travel: 'traveler',
      quick: 'quickly',
      happy: 'happiness',
      child: 'childish',
    };
    for (const [word, other] of Object.entries(derived)) expect(inflector.forms(word)).not.toContain(other);
  });

  it('has verbs that WordNet has as nouns only, and participles that live on as adjectives', () => {
    expect(inflector.forms('fuzz')).toEqual(['fuzz', 'fuzzed', 'fuzzing', 'fuzzes']);
    expect(inflector.forms('reroute')).toEqual(['reroute', 'rerouted', 'rerouting', 'reroutes']);
    expect(inflector.forms('sink')).toContain('sunken');
    expect(inflector.forms('drunken')).toEqual(expect.arrayContaining(['drink', 'drank', 'drunk']));
    // An adjective in -ed makes no verb of its noun, and a frequent noun without verb forms in use is none unless asked for as one.
    for (const [word, form] of [['wick', 'wicked'], ['god', 'godding'], ['lend', 'lenten']] as const)
      expect(inflector.forms(word)).not.toContain(form);
    expect(inflector.forms('island', 'V')).toEqual(['island', 'islanded', 'islanding', 'islands']);
    expect(inflector.forms('beautiful', 'V')).toEqual(['beautiful']);
  });

  it('leaves out archaic forms', () => {
    expect(
      ['be', 'do', 'have', 'go']
        .flatMap((word) => inflector.forms(word))
        .filter((form) => /^(?:wast|art|dost|doth|hath|goeth)$/u.test(form)),
    ).toEqual([]);
  });
});

describe('every form', () => {
  const some = rowsOf('inflections.tsv').filter((_, index) => index % 37 === 0);
  it('finds its paradigm again, the word first, without repetition', () => {
    for (const [bases = '', pos, slots = ''] of some) {
      const all = [...bases.split(','), ...slots.split(/[|,]/u)].filter((form) => form !== '');
      if (!isPos(pos)) throw new Error(`no class in the row of ${bases}`);
      for (const form of all) {
        const forms = inflector.forms(form, pos);
        expect(forms[0]).toBe(form);
        expect(new Set(forms).size).toBe(forms.length);
        expect(forms).toEqual(expect.arrayContaining(all));
      }
    }
  });
});

describe('casing and other input', () => {
  it('writes the forms as the word is written', () => {
    expect(inflector.forms('Went')).toEqual(['Went', 'Go', 'Gone', 'Going', 'Goes']);
    expect(inflector.forms('STOPPED', 'V')).toContain('STOPS');
    expect(inflector.forms('CEO')).toEqual(['CEO', 'CEOs']);
  });

  it.each([
    ['brother-in-law', 'brothers-in-law'],
    ['runner-up', 'runners-up'],
    ['check-in', 'check-ins'],
    ['e-mail', 'e-mails'],
    ['re-elect', 're-elected'],
    ['LOL', 'LOLs'],
    ['iPhone', 'iPhones'],
  ])('%s has %s', (word, form) => {
    expect(inflector.forms(word)).toContain(form);
  });

  it('leaves phrases, numbers and other compounds alone', () => {
    for (const word of ['well-known', 'US', '42', 'give up', "don't", '3D']) expect(inflector.forms(word)).toEqual([word]);
  });

  it('refuses a blank word', () => {
    expect(() => inflector.forms('  ')).toThrow(expect.objectContaining({ code: 'word-empty' }));
  });

  it('refuses a table of another form', () => {
    expect(() => Inflector.from('go went')).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });
});

describe('words outside the table', () => {
  it.each([
    ['frobbing', ['frob', 'frobs', 'frobbed']],
    ['skorched', ['skorch', 'skorches', 'skorching']],
    ['vlogged', ['vlog', 'vlogs', 'vlogging']],
    ['blorp', ['blorps', 'blorped', 'blorping']],
    ['yeeties', ['yeety']],
  ])('%s', (word, forms) => {
    expect(inflector.knows(word)).toBe(false);
    expect(inflector.forms(word)).toEqual(expect.arrayContaining([word, ...forms]));
  });

  it('are inflected by their ending and casing only where that makes sense', () => {
    expect(inflector.forms('Zubrowski')).not.toContain('Zubrowskied');
    expect(inflector.forms('glorpification')).toEqual(['glorpification', 'glorpifications']);
    expect(inflector.forms('glorpical')).toEqual(['glorpical']);
  });

  it('have lemmas whose rules give them back (property)', () => {
    const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{1,2}[aeiou][a-z]{0,5}$/u);
    fc.assert(fc.property(word, fc.constantFrom<Pos>('V', 'N'), (lemma, pos) => {
      for (const form of regularSlots(lemma, pos).flat()) {
        for (const found of regularLemmas(form, pos)) expect([found, ...regularSlots(found, pos).flat()]).toContain(form);
      }
    }));
  });
});

/** The parts of compromise used here; its own types leave them out. */
interface Tagged {
  tag(name: string): Tagged;
  verbs(): { conjugate(): Record<string, string>[] };
  nouns(): { toPlural(): { text(): string } };
}
const nlp = (word: string): Tagged => compromise(word) as unknown as Tagged;

// The second source: compromise's rules on the most frequent lemmas. Where the two differ it was looked at; these are right in the table.
const judged = new Set([
  'may',
  'must',
  'can',
  'will',
  'shall',
  'ought',
  'bus',
  'cup',
  'flow',
  'snow',
  'sky',
  'busy',
  'general',
  'initial',
  'census',
  'means',
  'data',
  'dead',
  'religious',
]);

describe('the 500 most frequent lemmas against compromise', () => {
  const frequent = (pos: Pos): string[] =>
    [
      ...new Set(
        rowsOf('inflections.tsv')
          .filter((row) => row[1] === pos)
          .map((row) => row[0]?.split(',')[0] ?? ''),
      ),
    ]
      .filter((word) => /^[a-z]+$/u.test(word) && !judged.has(word))
      .sort((a, b) => (idfTable.idf(a) ?? 99) - (idfTable.idf(b) ?? 99))
      .slice(0, 500);

  it('agree on the forms of verbs', () => {
    const failures = frequent('V').flatMap((word) => {
      const conjugations = nlp(word).tag('Verb').tag('Infinitive').verbs().conjugate();
      const forms = inflector.forms(word, 'V');
      const missing = ['PastTense', 'PresentTense', 'Gerund', 'Participle']
        .map((slot) => conjugations[0]?.[slot] ?? '')
        .filter((form) => form !== '' && !forms.includes(form));
      return missing.map((form) => `${word}: ${form}`);
    });
    expect(failures).toEqual([]);
  });

  it('agree on the plurals of nouns', () => {
    const failures = frequent('N').flatMap((word) => {
      const plural = nlp(word).tag('Noun').tag('Singular').nouns().toPlural().text();
      return inflector.forms(word, 'N').includes(plural) ? [] : [`${word}: ${plural}`];
    });
    expect(failures).toEqual([]);
  });
});
