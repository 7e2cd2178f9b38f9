import { describe, expect, it } from 'vitest';
import { replaceableTokens } from '../../../src/core/constraints/replaceable.ts';

const tokens = [' big', 'big', ' Big', 'Big', ' large', 'large', ' Large', 'Large', ' hu', 'ge', ' house'];
/** Splits a text into the tokens above, the longest first. */
const pieces = {
  encode(text: string): number[] {
    const ids: number[] = [];
    for (let rest = text; rest !== '';) {
      const fitting = tokens.filter((token) => rest.startsWith(token)).toSorted((a, b) => b.length - a.length)[0];
      if (fitting === undefined) return ids;
      ids.push(tokens.indexOf(fitting));
      rest = rest.slice(fitting.length);
    }
    return ids;
  },
};
const equivalents: Readonly<Record<string, readonly string[]>> = { big: ['large', 'huge'], huge: ['large'], house: ['home'] };
const table = { alternatives: (word: string) => (equivalents[word] ?? []).map((other) => ({ word: other })) };
const of = (source: string, required: string): [number, number[]][] => [...replaceableTokens(source, required, pieces, table)];

describe('replaceableTokens', () => {
  it('finds the word that a required word replaces, in each spelling', () => {
    expect(of('A big house', 'large')).toEqual([[4, [0]], [5, [1]], [6, [2]], [7, [3]]]);
    expect(of('A big house', 'Large')[0]).toEqual([6, [0, 2]]);
  });

  it('leaves out words of several tokens', () => {
    expect(of('A huge house', 'large')).toEqual([]);
  });

  it('finds nothing for a word that means something else or that the source contains', () => {
    expect(of('A big house', 'red')).toEqual([]);
    expect(of('A big and large house', 'large')).toEqual([]);
  });
});
