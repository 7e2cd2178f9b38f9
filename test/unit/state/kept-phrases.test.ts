import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  insteadOf, isKept, type KeptPhrase, keptPhrases, withoutPhrase, withPhrases, withUse,
} from '../../../src/app/state/settings/kept-phrases.ts';
import { phraseTable, readPhraseTable } from '../../../src/app/state/compose/phrase-table.ts';

const pair = (phrase: string, instead: string, used = 0): KeptPhrase => ({ phrase, instead, used });
const phrase = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.replace(/[\t\r\n]/gu, ' ').trim())
  .filter((text) => text !== '' && !text.startsWith('\ufeff'));
const list = fc.array(fc.record({ phrase, instead: phrase, used: fc.nat() }), { maxLength: 8 })
  .map((all) => withPhrases([], all));

describe('kept phrases', () => {
  it('are the same after they were written and read', () => {
    fc.assert(fc.property(list, (all) => {
      expect(readPhraseTable(phraseTable(all))).toEqual({ phrases: all, wrong: [] });
      expect(v.parse(keptPhrases, structuredClone(all))).toEqual(all);
    }));
  });

  it('name the lines of a file that are none', () => {
    const file = '\ufeffbuy\tpurchase\r\n\nalone\na\tb\tc\nx\ty\t-1\n\t\t3\ntoo\tmany\t1\t2\nsell\tvend\t4';
    expect(readPhraseTable(file)).toEqual({ phrases: [pair('buy', 'purchase'), pair('sell', 'vend', 4)], wrong: [3, 4, 5, 6, 7] });
    expect(readPhraseTable(`${'long '.repeat(30)}\tx`)).toEqual({ phrases: [], wrong: [1] });
  });

  it('are one pair in any casing, with the greater count', () => {
    const kept = withPhrases([pair('Buy', 'purchase', 2)], [pair('buy', 'Purchase', 5)]);
    expect(kept).toEqual([pair('Buy', 'purchase', 5)]);
    expect(isKept(kept, pair('BUY', 'PURCHASE'))).toBe(true);
    expect(withoutPhrase(kept, pair('buy', 'purchase'))).toEqual([]);
  });

  it('come with the most used first, and count uses of what is kept only', () => {
    let kept: readonly KeptPhrase[] = [pair('buy', 'get'), pair('buy', 'purchase'), pair('sell', 'vend')];
    kept = withUse(kept, pair('Buy', 'purchase'));
    expect(insteadOf(kept, 'BUY')).toEqual(['purchase', 'get']);
    expect(withUse(kept, pair('buy', 'rent'))).toBe(kept);
  });

  it('lose the oldest when there are too many, and whatever is no pair', () => {
    const many = Array.from({ length: 2001 }, (_, at) => pair(`p${at}`, 'x'));
    const kept = withPhrases([], many);
    expect([kept.length, kept[0]?.phrase]).toEqual([2000, 'p1']);
    expect(v.parse(keptPhrases, [null, 3, { phrase: 'a' }, { phrase: ' a ', instead: 'b', used: 'often' }])).toEqual([pair('a', 'b')]);
  });
});
