import { describe, expect, it } from 'vitest';
import { IdfTable } from '../../../src/core/text/idf.ts';
import { idfTable } from './tables.ts';

describe('IdfTable', () => {
  it('is log2(sentences / sentences with the word) on the shipped counts', () => {
    // 1,567,825 sentences, 527 with "proud", 227,220 with "for".
    expect(idfTable.idf('proud')).toBeCloseTo(Math.log2(1_567_825 / 527), 2);
    expect(idfTable.idf('For')).toBeCloseTo(Math.log2(1_567_825 / 227_220), 2);
  });

  it("orders Table 2's words as the paper does", () => {
    const order = ['proud', 'told', 'work', 'for', 'to'].map((word) => idfTable.idf(word) ?? Number.NaN);
    expect([...order].sort((a, b) => b - a)).toEqual(order);
  });

  it('knows no unseen word and takes given values', () => {
    expect(idfTable.idf('blorpification')).toBeUndefined();
    expect(IdfTable.of({ Proud: 11.1 }).idf('proud')).toBe(11.1);
    expect(IdfTable.of({}).idf('constructor')).toBeUndefined();
  });

  it('refuses a line without a value', () => {
    expect(() => IdfTable.from('many words')).toThrow(expect.objectContaining({ code: 'model-corrupt' }));
  });
});
