import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatePool, prepositions } from '../../../src/core/constraints/pool.ts';
import { IdfTable } from '../../../src/core/text/idf.ts';

const table2 = IdfTable.of({ proud: 11.1, told: 7.9, work: 7.4, them: 6.2, her: 5.8, was: 4.3, for: 3.6, to: 2.3 });
const pool = (tokens: readonly string[], idf = table2, bounds = { minimum: 7, maximum: 17 }): string[] =>
  candidatePool(tokens, idf, bounds).map((token) => token.word);

describe('candidatePool', () => {
  it("is Table 2's for the worked example", () => {
    expect(pool('I told her I was proud to work for them .'.split(' '))).toEqual(['proud', 'told', 'work', 'for', 'to']);
  });

  it('takes lower-case letters only, in any script, each token once', () => {
    const idf = IdfTable.of({ élan: 9, work: 8, "don't": 9, x2: 9, 'well-known': 9, дом: 8.5, ª: 9 });
    expect(pool(['Work', 'WORK', "don't", 'x2', 'well-known', 'élan', 'work', 'work', 'дом', 'e\u0301lan', 'ª'], idf)).toEqual([
      'élan',
      'дом',
      'work',
    ]);
  });

  it('keeps both bounds and leaves out absent words', () => {
    const idf = IdfTable.of({ low: 7, under: 6.99, high: 17, beyond: 17.01 });
    expect(pool(['low', 'under', 'high', 'beyond', 'absent'], idf)).toEqual(['high', 'low']);
    expect(pool(['low', 'under', 'high', 'beyond'], idf, { minimum: 6, maximum: 20 })).toEqual(['beyond', 'high', 'low', 'under']);
  });

  it('has 14 prepositions, and breaks ties by place', () => {
    expect(prepositions.size).toBe(14);
    expect(prepositions.has('and')).toBe(false);
    expect(pool(['b', 'a', 'c'], IdfTable.of({ a: 8, b: 8, c: 8 }))).toEqual(['b', 'a', 'c']);
  });

  it('equals a slow selection (property)', () => {
    const words = ['to', 'for', 'alpha', 'beta', 'gamma', 'Delta', 'x1', 'rare'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words)),
        fc.dictionary(fc.constantFrom(...words), fc.integer({ min: 1, max: 19 })),
        (tokens, values) => {
          const idf = IdfTable.of(values);
          const kept = tokens.filter(
            (token, index) =>
              /^[a-z]+$/u.test(token) &&
              tokens.indexOf(token) === index &&
              Object.hasOwn(values, token) &&
              (prepositions.has(token) || ((values[token] ?? 0) >= 7 && (values[token] ?? 0) <= 17)),
          );
          const slow: string[] = [];
          while (slow.length < kept.length) {
            const left = kept.filter((token) => !slow.includes(token));
            const highest = Math.max(...left.map((token) => values[token] ?? 0));
            slow.push(left.find((token) => values[token] === highest) ?? '');
          }
          expect(pool(tokens, idf)).toEqual(slow);
        },
      ),
    );
  });
});
