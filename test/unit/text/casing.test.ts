import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCasing, capitalised, casingOf, decapitalised } from '../../../src/core/text/casing.ts';

describe('casing', () => {
  it('names it', () => {
    expect(['for', 'For', 'FOR', 'iPhone', 'I', 'McCoy', '42', "Don't"].map(casingOf)).toEqual([
      'lower',
      'capitalised',
      'upper',
      'mixed',
      'capitalised',
      'mixed',
      'lower',
      'capitalised',
    ]);
  });

  it('capitalises the first letter only', () => {
    expect(['for', 'élan', 'iPhone', 'ßa', '', '𐐨x'].map(capitalised)).toEqual(['For', 'Élan', 'IPhone', 'ßa', '', '𐐀x']);
  });

  it('takes a capital back, but not from I and abbreviations', () => {
    expect(['How', 'I', "I'm", 'NATO', 'how'].map(decapitalised)).toEqual(['how', 'I', "I'm", 'NATO', 'how']);
  });

  it('applies the casing of one word to another', () => {
    expect(applyCasing('Postponed', 'delayed')).toBe('Delayed');
    expect(applyCasing('POSTPONED', 'delayed')).toBe('DELAYED');
    expect(applyCasing('postponed', 'delayed')).toBe('delayed');
  });

  it('keeps a word that is capitalised already (property)', () => {
    fc.assert(fc.property(fc.string(), (word) => {
      expect(capitalised(capitalised(word))).toBe(capitalised(word));
    }));
  });
});
