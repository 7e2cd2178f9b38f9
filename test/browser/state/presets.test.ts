import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Rewrite } from '../../../src/core/protocol.ts';
import { FormalityTable } from '../../../src/core/text/formality.ts';
import { IdfTable, rarityOf } from '../../../src/core/text/idf.ts';
import { Inflector } from '../../../src/core/text/inflect.ts';
import { Lexicon } from '../../../src/core/text/lexicon.ts';
import { noWishes } from '../../../src/app/state/documents/wishes.ts';
import { difficultWords } from '../../../src/app/state/words/plain-words.ts';
import type { Aim } from '../../../src/core/aims.ts';
import { sameFrame, serveAim, wantedLength } from '../../../src/core/choice/aims.ts';
import { wordMeasures, type WordMeasures } from '../../../src/core/text/word-measures.ts';
import { passivesOf } from '../../../src/core/choice/voice.ts';
import { noPreset, presetNames, presetOf, presets, type Preset } from '../../../src/app/state/rewrites/presets.ts';
import { bannedByAim, requestOf, type RewriteRequest, type KnownWords } from '../../../src/app/state/rewrites/request-of.ts';
import { keyOf, sentOf } from '../../../src/app/state/rewrites/request.ts';
import { defaultSettings, type PageSettings } from '../../../src/app/state/settings/settings.svelte.ts';

interface Pipeline {
  checkOptions(options: unknown): object;
  settingsOf(
    options: object,
    threshold: number,
  ): Readonly<Record<string, unknown>> & { readonly temperature: number; readonly p: number; readonly diversity: number };
}
// The pipeline belongs to the worker's world of types; here it is asked what it makes of the page's options.
const pipeline = Object.values(import.meta.glob<Pipeline>('../../../src/core/options.ts', { eager: true }))[0] as Pipeline;
const { checkOptions, settingsOf } = pipeline;

const table = async (name: string): Promise<string> => (await fetch(`/models/lexical/${name}`)).text();
const shippedMeasures = async (): Promise<WordMeasures> => wordMeasures({
  inflector: Inflector.from(await table('inflections.tsv')), idf: IdfTable.from(await table('idf.tsv')),
  formality: FormalityTable.from(await table('formality.tsv')),
});
const flat: WordMeasures = { rarity: () => 0, formality: () => 0, shifts: () => [] };
const source = 'We must endeavour to utilise all resources, because they postponed it.';
const words: KnownWords = {
  loaded: true,
  banned: ({ avoid }) => avoid.flatMap((word) => [word, `${word}s`]),
  difficult: () => ['utilise', 'endeavour'],
};
const asked = (values: Partial<RewriteRequest> = {}): RewriteRequest => ({ source, wishes: noWishes, settings: defaultSettings,
  words, ...values });
/** Gives the pipeline's settings for a preset, through the same checks as a message to the worker. */
const settingsFor = (preset: Preset): ReturnType<Pipeline['settingsOf']> =>
  settingsOf(
    checkOptions(sentOf(requestOf(asked({ settings: { ...defaultSettings, ...presets[preset] }, budget: { sets: 5, samples: 8 } })))),
    3,
  );
const rewrite = (text: string, score = 1): Rewrite => ({ text, forward: score / 2, backward: score / 2, score, distance: 0.5 });

describe('presets', () => {
  test('every option of every preset is one of the pipeline’s and arrives there', () => {
    expect(settingsFor('plainer')).toMatchObject({
      avoid: ['utilise', 'endeavour'],
      distance: 2,
      temperature: 0.5,
      p: 0.05,
      free: 3,
      diversity: 0.1,
      n: 16,
      rounds: 2,
      sets: 5,
      samples: 8,
    });
    expect(settingsFor('shorter')).toMatchObject({ avoid: [], distance: 2, temperature: 0.8, diversity: 0.1, n: 16, rounds: 2 });
    expect(settingsFor('different')).toMatchObject({ distance: 4, temperature: 1, p: 0.5, free: 0, diversity: 0.55, n: 5, rounds: 3 });
    expect(settingsFor('structure')).toMatchObject({ distance: 0, temperature: 0.5, n: 16, rounds: 2 });
  });

  test('without one the engine’s own numbers hold; what is doubted is asked for, and the best one first', () => {
    expect(settingsOf(checkOptions(requestOf(asked()).options), 3)).toEqual(settingsOf({ doubts: true, foreign: false, order: 'best' }, 3));
  });

  test('the device’s budget is sent but not part of what is asked: another visit measures another one', () => {
    const fast = requestOf(asked({ budget: { sets: 5, samples: 30, free: 2 } }));
    const slow = requestOf(asked({ budget: { sets: 2, samples: 5, free: 1 } }));
    expect(keyOf(fast)).toBe(keyOf(slow));
    expect([sentOf(fast), sentOf(slow)]).toMatchObject([{ sets: 5, samples: 30, free: 2 }, { sets: 2, samples: 5, free: 1 }]);
    const own = requestOf(asked({ settings: { ...defaultSettings, sets: 7 }, budget: { sets: 2, samples: 5 } }));
    expect(sentOf(own)).toMatchObject({ sets: 7, samples: 5 });
    expect(keyOf(own)).not.toBe(keyOf(slow));
  });

  test('the papers’ modes go to the engine as the papers give them, whatever spread and device', () => {
    const of = (approach: PageSettings['approach']): object => {
      const settings = { ...defaultSettings, spread: 4, approach };
      return settingsOf(checkOptions(sentOf(requestOf(asked({ settings, budget: { sets: 2, samples: 5, free: 1 } })))), 3);
    };
    expect(of('parabank2')).toEqual(settingsOf({ mode: 'parabank2', distance: 2, foreign: false }, 3));
    expect(of(34)).toEqual(settingsOf({ mode: 'parabank', system: 34, distance: 2, n: 5, foreign: false }, 3));
  });

  test('all spreads are lawful, from cool to hot', () => {
    const all = [0, 1, 2, 3, 4].map((spread) =>
      settingsOf(checkOptions(requestOf(asked({ settings: { ...defaultSettings, spread } })).options), 3),
    );
    const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
    expect(all.map(({ temperature }) => temperature)).toEqual(sorted(all.map(({ temperature }) => temperature)));
    expect(all.map(({ p }) => p)).toEqual(sorted(all.map(({ p }) => p)));
    expect(all.map(({ diversity }) => diversity)).toEqual(sorted(all.map(({ diversity }) => diversity)));
    expect(new Set(all.map((settings) => JSON.stringify(settings))).size).toBe(5);
  });

  test('a preset is in force until its aim goes; the one without an aim until a slider is moved', () => {
    for (const name of presetNames)
      expect(presetOf({ ...defaultSettings, ...presets[name] })).toBe(name);
    expect(presetOf({ ...defaultSettings, ...presets.shorter, distance: 4 })).toBe('shorter');
    expect(presetOf({ ...defaultSettings, ...presets.different, distance: 3 })).toBeUndefined();
    expect(presetOf(defaultSettings)).toBeUndefined();
    expect(defaultSettings).toMatchObject(noPreset);
  });

  test('the words of the aim give way to what the user wants, and are banned in the forms that are left', () => {
    const plainer = { ...defaultSettings, ...presets.plainer };
    const wishes = { avoid: ['Endeavour'], require: ['to utilise all'] };
    expect(bannedByAim(asked({ settings: plainer, wishes }))).toEqual([]);
    expect(bannedByAim(asked({ settings: { ...defaultSettings, ...presets.shorter } }))).toEqual([]);
    const edited = { avoid: ['all'], require: [], spared: ['alls'] };
    const { options } = requestOf(asked({ settings: plainer, wishes: edited, variation: 2 }));
    expect(options).toMatchObject({
      avoid: ['all', 'alls', 'utilise', 'utilises', 'endeavour', 'endeavours'],
      inflections: false,
      seed: 2,
    });
  });
});

describe('choosing by aim', () => {
  const texts = fc.array(
    fc
      .array(fc.constantFrom('we', 'must', 'try', 'to', 'use', 'everything', ','), { minLength: 1, maxLength: 14 })
      .map((parts) => parts.join(' ')),
    { maxLength: 20 },
  );
  const count = (text: string): number => text.split(' ').filter((word) => word !== ',').length;

  test('shorter and longer: fewer or more words than the source, nearest to the wanted length first; the others are counted', () => {
    // The source has 11 words.
    expect([wantedLength('shorter', source), wantedLength('longer', source), wantedLength('formal', source)]).toEqual([8, 17, undefined]);
    const wants = [['shorter', 8.25, (words: number) => words < 11], ['longer', 16.5, (words: number) => words > 11]] as const;
    for (const [aim, wanted, serves] of wants) {
      fc.assert(fc.property(texts, (candidates) => {
        const chosen = serveAim(aim, source, candidates.map((text, index) => rewrite(text, index)), { n: 5, measures: flat });
        const far = (words: number): number => Math.abs(words - wanted);
        const serving = candidates.map(count).filter(serves);
        expect(chosen.rewrites.map(({ text }) => far(count(text)))).toEqual(serving.map(far).sort((a, b) => a - b).slice(0, 5));
        expect(chosen.rewrites.every(({ text }) => serves(count(text)))).toBe(true);
        expect(chosen.left).toBe(candidates.length - serving.length);
      }));
    }
  });

  test('formal and friendly: by the words, and none that goes the other way', async () => {
    const measures = await shippedMeasures();
    const texts = ['They asked for help at once.', 'They requested assistance immediately.', 'They asked for assistance at once.'];
    const served = (aim: Aim): string[] =>
      serveAim(aim, texts[2] ?? '', texts.map((text) => rewrite(text)), { n: 5, measures }).rewrites.map(({ text }) => text);
    expect(served('formal')).toEqual([texts[1], texts[2]]);
    expect(served('friendly')).toEqual([texts[0], texts[2]]);
  });

  test('formal and friendly: no phrase is replaced by one that goes the other way, whatever the rest of the sentence gains', async () => {
    const measures = await shippedMeasures();
    const served = (aim: Aim, from: string, texts: readonly string[]): string[] =>
      serveAim(aim, from, texts.map((text) => rewrite(text)), { n: 5, measures }).rewrites.map(({ text }) => text);
    const mistake = 'They corrected the mistake at once.';
    const better = 'They corrected the error immediately.';
    expect(served('formal', mistake, ['They fixed the error immediately.', better])).toEqual([better]);
    const help = 'We maintain that they need help.';
    const formal = 'We maintain that they require assistance.';
    expect(served('formal', help, ['We keep that they require assistance.', formal])).toEqual([formal]);
    const friendly = 'They asked him and then got help.';
    expect(served('friendly', 'They asked him and then received assistance.', ['They requested it of him and then got help.', friendly]))
      .toEqual([friendly]);
  });

  test('active: fewer passive clauses than the source; of an active one those without any', () => {
    const passive = 'The report was not finished, and the vase has been broken by the cat.';
    const half = 'They did not finish the report, and the vase was broken by the cat.';
    const active = 'They did not finish the report, and the cat broke the vase.';
    expect([passive, half, active].map(passivesOf)).toEqual([2, 1, 0]);
    const all = [passive, half, active].map((text) => rewrite(text));
    const served = (from: string): string[] =>
      serveAim('active', from, all, { n: 5, measures: flat }).rewrites.map(({ text }) => text);
    expect(served(passive)).toEqual([active, half]);
    expect(served(active)).toEqual([active]);
  });

  test('structure puts the same frame with other words before another frame', () => {
    const same = 'We must try to use all means, because they delayed it.';
    const other = 'Because of its delay, every means has to be used by us.';
    expect(
      serveAim('structure', source, [rewrite(other, 0.5), rewrite(same, 2)], { n: 5, measures: flat }).rewrites.map(({ text }) => text),
    ).toEqual([same, other]);
    expect([sameFrame(source, source), sameFrame(source, same)]).toEqual([1, 1]);
    expect(sameFrame(source, other)).toBeLessThan(0.6);
  });

  test('plainer puts the commonest words first, and gives five at most', () => {
    const rarity: Record<string, number> = { a: 3, b: 1, c: 2, d: 9, e: 8, f: 7 };
    expect(
      serveAim(
        'plainer',
        source,
        Object.keys(rarity).map((text) => rewrite(text)),
        { n: 5, measures: { ...flat, rarity: (text) => rarity[text] ?? 0 } },
      ).rewrites.map(({ text }) => text),
    ).toEqual(['b', 'c', 'a', 'f', 'e']);
  });

  test('a rewrite with a finding comes behind those without, however well it serves', () => {
    const noted = { ...rewrite('We must try to use all resources now.'), findings: [{ kind: 'unlikely' as const }] };
    expect(
      serveAim('shorter', source, [noted, rewrite('We must try.')], { n: 5, measures: flat }).rewrites.map(({ text }) => text),
    ).toEqual(['We must try.', noted.text]);
  });

  test('without an aim everything stays as it is', () => {
    const all = [rewrite('b'), rewrite('a')];
    expect(serveAim('any', source, all, { n: 5, measures: flat })).toEqual({ rewrites: all, left: 0 });
  });
});

test('difficult words are rare ones with a common substitute, no names', async () => {
  const inflector = Inflector.from(await table('inflections.tsv'));
  const [idf, lexicon] = [IdfTable.from(await table('idf.tsv')), Lexicon.from(await table('lexicon.tsv'), inflector)];
  expect(
    difficultWords('We must endeavour to utilise all available resources in order to facilitate the transition.', idf, lexicon),
  ).toEqual(['utilise', 'endeavour', 'facilitate']);
  expect(difficultWords('I like your car.', idf, lexicon)).toEqual([]);
  expect(difficultWords('They met Mr. Postpone at the sea.', idf, lexicon)).toEqual([]);
  expect(rarityOf('We must use it.', idf)).toBeLessThan(rarityOf('We must utilise it.', idf));
});
