import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../src/errors.ts';
import * as de from '../../../src/ui/messages/de/index.ts';
import * as deMeasure from '../../../src/ui/messages/de/measure.ts';
import { remark } from '../../../src/ui/messages/de/remarks.ts';
import * as en from '../../../src/ui/messages/en/index.ts';
import * as enMeasure from '../../../src/ui/messages/en/measure.ts';
import { placeholdersOf, saidBy } from './placeholders.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, 'src/ui/messages');

/** Every string and function of a module by its path. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}
const kinds = (value: unknown): Record<string, string> => Object.fromEntries(leaves(value).map(([path, leaf]) => [path, typeof leaf]));

/** What is the same in both languages: names, signs, and what is English because the model is. */
const shared = new Set([
  'app.name',
  'settings.languages.en',
  'settings.languages.de',
  'settings.devices.webgpu',
  'settings.devices.wasm',
  'engine.webgpu',
  'engine.wasm',
  'compose.sampleText',
  'rewrites.details',
  'measures.oneMinusBleu.name',
  'measures.overlap.name',
  'missing',
]);

describe.each([
  ['the page', en, de],
  ['the Measure pane', enMeasure, deMeasure],
])('German for %s', (_, english, german) => {
  test('has the same keys and kinds', () => {
    expect(leaves(english).length).toBeGreaterThan(60);
    expect(kinds(german)).toEqual(kinds(english));
  });

  test('is German', () => {
    const words = new Map(leaves(german));
    const same = leaves(english).filter(
      ([path, text]) => typeof text === 'string' && /\p{L}{2}/u.test(text) && words.get(path) === text && !shared.has(path),
    );
    expect(same.filter(([path]) => !/^approach\.choices\.\d+\.value$|^shortcuts\.rows\.\d+\.keys/u.test(path))).toEqual([]);
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
      // One that is a function of another module gets what there is.
      if (german.has(path)) expect({ file, path, places: german.get(path) }).toEqual({ file, path, places });
      else expect({ file, path, form: /^rewrites\.note$/u.test(path) }).toEqual({ file, path, form: true });
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
  expect(de.review.count(1, 1234)).toBe('1 von 1.234 Sätzen ersetzt');
  expect(de.review.count(1, 1)).toBe('1 von 1 Satz ersetzt');
  expect(de.engine.left(61)).toBe('noch 61 Sekunden');
  expect(de.engine.left(200)).toBe('noch 4 Minuten');
  expect(de.presets.banned(['postpone', 'defer'])).toBe('Hier verboten: „postpone“ und „defer“.');
  expect(deMeasure.plots.tick(-0.5)).toBe('−0,5');
});

describe('what the engine says', () => {
  const folders = ['src/quality', 'src/quality/checks', 'src/constraints'];
  const said = folders.flatMap((one) =>
    readdirSync(join(root, one))
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => saidBy(readFileSync(join(root, one, file), 'utf8'), ['drop', 'flag', 'notApplicable']))
      .filter((text) => text.includes(' ')),
  );
  const fillings = ['“x”', 'x', '3', 'equivalence', 'reverse entailment', 'what comes first'];
  const known = (text: string): boolean =>
    (text.includes('•') ? fillings.map((filling) => text.replaceAll('•', filling)) : [text]).some((filled) => remark(filled) !== filled);

  test('has German words, all of it', () => {
    expect(said.length).toBeGreaterThan(25);
    expect(said.filter((text) => !known(text))).toEqual([]);
    expect(known('does • to “•”')).toBe(false);
  });

  test.each([
    ['changes “must” and “not” to “may”', 'macht aus „must“ und „not“ „may“'],
    ['adds “10 km”', 'fügt „10 km“ hinzu'],
    ['perhaps leaves out “cold”', 'vielleicht: lässt „cold“ weg'],
    ['uses “delays”, a relative of a banned word', 'benutzt „delays“, das mit einem verbotenen Wort verwandt ist'],
    ['says “told” without whom', 'sagt „told“, ohne zu sagen, wem'],
    ['says “explanation” beside “explains”', 'sagt „explanation“ neben „explains“'],
    ['exchanges cause and effect', 'vertauscht Ursache und Wirkung'],
    ['not reached within 40 tokens', 'nicht erreicht innerhalb von 40 Wortstücken'],
    ['conflicts with a ban', 'widerspricht einem Verbot'],
    ['no acceptable rewrite holds it', 'keine brauchbare Umformulierung enthält es'],
    ['something new', 'something new'],
  ])('%s', (english, german) => {
    expect(remark(english)).toBe(german);
  });
});
