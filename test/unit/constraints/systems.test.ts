import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemOf } from '../../../src/core/constraints/system-table.ts';
import { systemConstraints } from '../../../src/core/constraints/systems.ts';
import type { SystemConstraints, SystemOptions } from '../../../src/core/constraints/systems.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import { IdfTable } from '../../../src/core/text/idf.ts';
import { tagTokens } from '../../../src/core/text/tagger.ts';
import { inflector, lexicon } from '../text/tables.ts';

const usual = { anchoring: 'position', minimum: 7, maximum: 17 } as const;
const run = (sentence: string, system: number, values: Record<string, number>, seed = 0): SystemConstraints =>
  ask(sentence, { ...usual, system }, values, seed);
const ask = (sentence: string, options: SystemOptions, values: Record<string, number>, seed = 0): SystemConstraints => {
  const resources = { idf: IdfTable.of(values), inflector, lexicon, tag: (tokens: readonly string[]) => tagTokens(tokens, inflector) };
  return systemConstraints(sentence.split(' '), options, resources, new Random(seed));
};

const worked = 'I told her I was proud to work for them';
const table2 = { proud: 11.1, told: 7.9, work: 7.4, them: 6.2, her: 5.8, was: 4.3, for: 3.6, to: 2.3 };
const avoid = (number: number, seed = 0): string => run(worked, number, table2, seed).avoid.join(' ');

describe("the worked example of ParaBank's Table 2", () => {
  it.each([
    [1, 'proud Proud'],
    [2, 'told Told'],
    [3, 'work Work'],
    [4, 'proud Proud told Told'],
    [5, 'told Told work Work'],
    [6, 'proud Proud work Work'],
    [7, 'proud Proud told Told work Work'],
    [8, 'proud Proud prouder Prouder proudest Proudest'],
    [9, 'told Told tell Tell telling Telling tells Tells'],
    [10, 'work Work worked Worked working Working works Works'],
    [15, 'to To'],
    [16, 'for For'],
    [17, 'work Work'],
    [18, 'for For to To'],
    [19, 'work Work for For'],
    [20, 'work Work to To'],
    [21, 'work Work for For to To'],
    [28, ''],
  ])('system %i bans %s', (number, expected) => {
    expect(avoid(number)).toBe(expected);
  });

  it('systems 11 to 14 join the variants of 8 to 10', () => {
    const joined = { 11: [8, 9], 12: [9, 10], 13: [8, 10], 14: [8, 9, 10] };
    for (const [number, parts] of Object.entries(joined)) expect(avoid(Number(number))).toBe(parts.map((part) => avoid(part)).join(' '));
  });

  it('systems 22 to 27 ban as many different tokens of the pool as they say, by seed', () => {
    const pool = ['proud', 'told', 'work', 'for', 'to'];
    for (let seed = 0; seed < 40; seed += 1) {
      for (const [number, count] of [[22, 1], [23, 2], [24, 3]] as const) {
        const words = avoid(number, seed).split(' ');
        expect(words).toHaveLength(2 * count);
        expect(words.filter((word) => pool.includes(word))).toHaveLength(count);
        const varied = avoid(number + 3, seed).split(' ');
        expect(words.every((word) => varied.includes(word))).toBe(true);
      }
    }
    expect(new Set(Array.from({ length: 40 }, (_, seed) => avoid(22, seed))).size).toBe(5);
    expect(avoid(24, 7)).toBe(avoid(24, 7));
  });

  it('systems 29 to 31 demand the token, of a verb another form', () => {
    const demands = (number: number): Set<string> =>
      new Set(Array.from({ length: 60 }, (_, seed) => run(worked, number, table2, seed).require.join(' ')));
    expect([...demands(29)]).toEqual(['proud']);
    expect([...demands(30)].sort()).toEqual(['tell', 'telling', 'tells']);
    expect([...demands(31)].sort()).toEqual(['worked', 'working', 'works']);
    expect(run(worked, 29, table2).avoid).toEqual([]);
  });

  it('systems 32 to 34 ban the opening by place or as one n-gram', () => {
    expect(run(worked, 32, table2).anchored).toEqual([['I']]);
    expect(run(worked, 34, table2).anchored).toEqual([['I'], ['told'], ['her']]);
    expect(ask(worked, { ...usual, system: 34, anchoring: 'ngram' }, table2).anchored).toEqual([['I', 'told', 'her']]);
  });
});

describe("Table 1's other examples", () => {
  it('the example with earthquakes has the constraints of the paper', () => {
    const values = { earthquakes: 13, occur: 10.2, often: 8.1 };
    const sentence = 'How often do earthquakes occur ?';
    expect(run(sentence, 2, values).avoid).toEqual(['occur', 'Occur']);
    expect(run(sentence, 5, values).avoid).toEqual(['occur', 'Occur', 'often', 'Often']);
    expect(run(sentence, 32, values).anchored).toEqual([['How']]);
    expect(run(sentence, 35, { often: 8.1 })).toMatchObject({ avoid: ['often', 'Often'] });
    expect(new Set(Array.from({ length: 30 }, (_, seed) => run(sentence, 35, { often: 8.1 }, seed).require[0]))).toContain('frequently');
  });

  it('the example with a myth has the constraints of the paper', () => {
    const values = { misconceptions: 15, myth: 12, involves: 10 };
    const sentence = 'One of the misconceptions about the myth involves time';
    expect(run(sentence, 1, values).avoid).toEqual(['misconceptions', 'Misconceptions']);
    expect(run(sentence, 3, values).avoid).toEqual(['involves', 'Involves']);
    expect(run(sentence, 37, { myth: 12 })).toMatchObject({ avoid: ['myth', 'Myth'], require: ['mythology'] });
  });

  it('the example with a mean has the constraints of the paper', () => {
    const result = run("That does n't mean anything is okay .", 13, { okay: 12, anything: 9, mean: 8 });
    expect(result.avoid.filter((word) => /^[a-z]/u.test(word)).sort()).toEqual(['mean', 'meaning', 'means', 'meant', 'okay']);
  });
});

describe('what does not apply', () => {
  it('is reported and never replaced', () => {
    const one = { proud: 11.1 };
    for (const number of [2, 3, 4, 5, 6, 7, 9, 16, 18, 21, 23, 24, 26, 30, 31]) {
      expect(run('so proud', number, one)).toEqual({
        applicable: false,
        reason: expect.stringMatching(/too few/u),
        avoid: [],
        require: [],
        anchored: [],
      });
    }
    for (const number of [1, 8, 15, 22, 25, 28, 29, 32, 33]) expect(run('so proud', number, one).applicable).toBe(true);
    expect(run('so proud', 34, one).applicable).toBe(false);
    expect(run('so proud', 36, one)).toMatchObject({ applicable: false, reason: expect.stringContaining('forward entailment') });
  });

  it('is an error for no tokens and unknown numbers', () => {
    const resources = { idf: IdfTable.of({}), inflector, lexicon, tag: () => [] };
    expect(() => systemConstraints([], { ...usual, system: 1 }, resources, new Random(0))).toThrow(
      expect.objectContaining({ code: 'text-empty' }),
    );
    for (const number of [0, 38, 1.5, Number.NaN]) expect(() => systemOf(number)).toThrow(expect.objectContaining({ code: 'bad-request' }));
  });
});

describe('every system (property)', () => {
  const words = ['proud', 'told', 'work', 'walked', 'to', 'for', 'them', 'Anna', 'children', '.', 'quickly'];
  const values = { proud: 11, told: 8, work: 7.5, walked: 9, to: 2, for: 3, them: 6, children: 8.5, quickly: 10 };
  it('bans and demands consistently and draws the same from the same seed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 37 }),
        fc.nat(),
        (tokens, number, seed) => {
          const sentence = tokens.join(' ');
          const result = run(sentence, number, values, seed);
          expect(run(sentence, number, values, seed)).toEqual(result);
          expect(new Set(result.avoid).size).toBe(result.avoid.length);
          expect(result.require.some((word) => result.avoid.includes(word))).toBe(false);
          if (!result.applicable) expect([...result.avoid, ...result.require, ...result.anchored]).toEqual([]);
          if (number < 28 && result.applicable) expect(result.avoid.length).toBeGreaterThan(1);
          if (number > 34 && result.applicable) expect([result.avoid.length, result.require.length]).toEqual([2, 1]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
