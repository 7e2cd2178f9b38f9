import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../src/core/errors.ts';
import { findingKinds, type Finding } from '../../../src/core/quality/finding.ts';
import * as deCards from '../../../src/app/ui/messages/de/cards.ts';
import * as deCorpus from '../../../src/app/ui/messages/de/corpus.ts';
import * as deDocuments from '../../../src/app/ui/messages/de/documents.ts';
import * as de from '../../../src/app/ui/messages/de/index.ts';
import * as deMeasure from '../../../src/app/ui/messages/de/measure.ts';
import { remark } from '../../../src/app/ui/messages/de/remarks.ts';
import * as deResearch from '../../../src/app/ui/messages/de/research.ts';
import * as deReview from '../../../src/app/ui/messages/de/review.ts';
import * as deSettings from '../../../src/app/ui/messages/de/settings.ts';
import * as enCards from '../../../src/app/ui/messages/en/cards.ts';
import * as deVocabulary from '../../../src/app/ui/messages/de/vocabulary.ts';
import * as enCorpus from '../../../src/app/ui/messages/en/corpus.ts';
import * as enDocuments from '../../../src/app/ui/messages/en/documents.ts';
import * as en from '../../../src/app/ui/messages/en/index.ts';
import * as enMeasure from '../../../src/app/ui/messages/en/measure.ts';
import * as enResearch from '../../../src/app/ui/messages/en/research.ts';
import * as enReview from '../../../src/app/ui/messages/en/review.ts';
import * as enSettings from '../../../src/app/ui/messages/en/settings.ts';
import * as enVocabulary from '../../../src/app/ui/messages/en/vocabulary.ts';
import { placeholdersOf, saidBy } from './placeholders.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'src/app/ui/messages');

/** Lists every string and function of a module by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}
const kinds = (value: unknown): Record<string, string> => Object.fromEntries(leaves(value).map(([path, leaf]) => [path, typeof leaf]));

/** The messages that are the same in both languages: names, signs, and what is English because the model is. */
const shared = new Set([
  'app.name',
  'settings.languages.en',
  'settings.languages.de',
  'settings.devices.webgpu',
  'settings.devices.wasm',
  'engine.webgpu',
  'engine.wasm',
  'compose.sampleText',
  'cards.details',
  'measures.oneMinusBleu.name',
  'measures.overlap.name',
  'missing',
  'statistics.oneMinusBleu',
  'statistics.overlap',
  'statistics.selfBleu',
]);

describe.each([
  ['the page', en, de],
  ['the Measure pane', enMeasure, deMeasure],
  ['the pane of many sentences', enCorpus, deCorpus],
  ['the cards', enCards, deCards],
  ['the list of documents', enDocuments, deDocuments],
  ['what is for research', enResearch, deResearch],
  ['the settings', enSettings, deSettings],
  ['the review', enReview, deReview],
  ['the list of words', enVocabulary, deVocabulary],
])('German for %s', (_, english, german) => {
  test('has the same keys and kinds', () => {
    expect(leaves(english).length).toBeGreaterThan(10);
    expect(kinds(german)).toEqual(kinds(english));
  });

  test('is German', () => {
    const words = new Map(leaves(german));
    const same = leaves(english).filter(
      ([path, text]) => typeof text === 'string' && /\p{L}{2}/u.test(text) && words.get(path) === text && !shared.has(path),
    );
    expect(same.filter(([path]) => !/^approach\.modes|^shortcuts\.rows\.\d+\.keys|^review\.keys\.\d+\.keys/u.test(path))).toEqual([]);
  });

  test('has no quotation marks or numbers of English', () => {
    const signs = /“[^“”]*”|\d,\d{3}|\d\.\d(?!\d)/u;
    expect(leaves(german).filter(([, text]) => typeof text === 'string' && signs.test(text))).toEqual([]);
  });
});

test('both languages put the same things in', () => {
  const files = readdirSync(join(folder, 'en'));
  expect(files.length).toBeGreaterThan(8);
  let count = 0;
  for (const file of files) {
    const german = placeholdersOf(readFileSync(join(folder, 'de', file), 'utf8'));
    for (const [path, places] of placeholdersOf(readFileSync(join(folder, 'en', file), 'utf8'))) {
      count += 1;
      expect({ file, path, places: german.get(path) }).toEqual({ file, path, places });
    }
  }
  expect(count).toBeGreaterThan(80);
});

test('the search for placeholders sees one that is missing', () => {
  const source = (body: string): string =>
    `export const a = { b: { c: (count: number, name: string) => ${body} } };\nexport const d = (x: number) => x;`;
  expect([...placeholdersOf(source('`${count} of ${list.name}`'))]).toEqual([['a.b.c', [0]], ['d', [0]]]);
  expect([...placeholdersOf(source('say(name, `${count}`)'))]).toEqual([['a.b.c', [0, 1]], ['d', [0]]]);
});

test('every failure that has words in English has them in German', () => {
  const [unknownEn, unknownDe] = [en.failure('internal' as never), de.failure('internal' as never)];
  for (const code of errorCodes) {
    const [english, german] = [en.failure(code), de.failure(code)];
    expect({ code, own: german.title !== unknownDe.title }).toEqual({ code, own: english.title !== unknownEn.title });
    expect(german.advice).not.toBe(english.advice);
  }
});

test('numbers, nouns and times are German', () => {
  expect(de.engine.bytes(12_345_678, 1_234_567_890)).toBe('12,3 MB von 1,2 GB');
  expect(deReview.review.count(1, 1234)).toBe('1 von 1.234 Sätzen ersetzt');
  expect(deReview.review.count(1, 1)).toBe('1 von 1 Satz ersetzt');
  expect(de.engine.left(61)).toBe('noch 61 Sekunden');
  expect(de.engine.left(200)).toBe('noch 4 Minuten');
  expect(de.presets.banned(['postpone', 'defer'])).toBe('Hier vermieden: „postpone“ und „defer“.');
  expect(deMeasure.plots.tick(-0.5)).toBe('−0,5');
});

describe('findings', () => {
  const notes = (finding: Finding): string[] => [enCards.cards.finding(finding), deCards.cards.finding(finding)];

  test.each(findingKinds.filter((kind) => kind !== 'tense'))(
    '%s: words in both languages, with every word of the finding and no other',
    (kind) => {
      const bare = notes({ kind });
      for (const found of [{ lost: ['alpha', 'beta'] }, { gained: ['gamma'] }, { lost: ['alpha'], gained: ['gamma'] }]) {
        const [english = '', german = ''] = notes({ kind, ...found });
        const words = [...(found.lost ?? []), ...(found.gained ?? [])];
        expect(english.match(/(?<=“)[^”]*/gu)).toEqual(words);
        expect(german.match(/(?<=„)[^“]*/gu)).toEqual(words);
      }
      expect(bare.join()).not.toMatch(/[“„]|undefined/u);
      expect(bare[0]).not.toBe(bare[1]);
    },
  );

  test.each<[Finding, string, string]>([
    [{ kind: 'number', lost: ['10'], gained: ['12'] }, '“10” became “12”', 'aus „10“ wurde „12“'],
    [{ kind: 'unit', gained: ['10 km'] }, 'adds “10 km”', 'fügt „10 km“ hinzu'],
    [{ kind: 'detail', lost: ['cold'] }, 'leaves out “cold”', 'lässt „cold“ weg'],
    [{ kind: 'role', lost: ['cat'], gained: ['dog'] }, 'changes who does what: “cat” and “dog”', 'ändert, wer was tut: „cat“ und „dog“'],
    [{ kind: 'tense' }, 'changes the time', 'ändert die Zeit'],
    [
      { kind: 'tense', lost: ['past'], gained: ['future'] },
      'changes the time: past → future',
      'ändert die Zeit: Vergangenheit → Zukunft',
    ],
  ])('%j', (finding, english, german) => {
    expect(notes(finding)).toEqual([english, german]);
  });
});

test('the account of the samples says what happened and nothing else, and adds up to all of them', () => {
  const none = { unfinished: 0, copies: 0, duplicates: 0, banned: 0, unmet: 0, unlikely: 0, aboveThreshold: 0, unscored: 0 };
  const counts = { ...none, sampled: 12, unique: 9, copies: 1, duplicates: 2, invariants: { number: 4 }, unmet: 2, accepted: 3 };
  expect(enCards.cards.counts(counts)).toBe(
    '12 sampled: 3 good enough, 2 came twice, 1 the same as the original, 2 without something required, 4 dropped: changes a number.',
  );
  for (const { cards } of [enCards, deCards]) {
    const [sampled, ...parts] = (cards.counts(counts).match(/\d+/gu) ?? []).map(Number);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(sampled);
  }
});

test('the reason for few rewrites is one sentence', () => {
  expect([enCards, deCards].map(({ cards }) => cards.few(2, 'doubtful')).concat(enCards.cards.few(7, 'alike'))).toEqual([
    'Only two: the others that were found may well be wrong.',
    'Nur zwei: Die anderen Funde sind wohl falsch.',
    'Only 7: the others that were found are much like these, or less surely right.',
  ]);
});

describe('what the engine says', () => {
  const said = ['src/core/constraints/systems.ts', 'src/core/pipeline/plan.ts'].flatMap((file) =>
    saidBy(readFileSync(join(root, file), 'utf8'), ['notApplicable']),
  );
  const fillings = ['3', 'equivalence', 'reverse entailment'];
  const known = (text: string): boolean =>
    fillings.some((filling) => remark(text.replaceAll('•', filling)) !== text.replaceAll('•', filling));

  test('has German words, all of it', () => {
    expect(said.length).toBeGreaterThan(2);
    expect(said.filter((text) => !known(text))).toEqual([]);
    expect(known('does • to “•”')).toBe(false);
  });

  test.each([
    ['not reached within 40 tokens', 'nicht erreicht innerhalb von 40 Wortstücken'],
    ['conflicts with a ban', 'widerspricht etwas, das vermieden werden soll'],
    ['no acceptable rewrite holds it', 'in keiner brauchbaren Umformulierung'],
    ['something new', 'something new'],
  ])('%s', (english, german) => {
    expect(remark(english)).toBe(german);
  });
});
