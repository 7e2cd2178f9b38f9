import { describe, expect, it } from 'vitest';
import { bannedForms, isSingleWord, resolveConstraints } from '../../../src/core/constraints/chips.ts';
import { conflictOf } from '../../../src/core/constraints/match.ts';
import { inflector } from '../text/tables.ts';

const resolve = (avoid: string[], require: string[], inflections = true) => resolveConstraints({ avoid, require, inflections }, inflector);

describe('bans', () => {
  it('of a single word cover its inflections, irregular ones too', () => {
    expect(bannedForms('postpone', inflector).sort()).toEqual(['postpone', 'postponed', 'postpones', 'postponing']);
    expect(bannedForms('went', inflector)).toEqual(expect.arrayContaining(['go', 'gone']));
    expect(bannedForms('Children', inflector)).toEqual(expect.arrayContaining(['Children', 'Child']));
  });

  it('of a phrase, a hyphenated word or without inflections cover what is written', () => {
    expect(bannedForms('next week', inflector)).toEqual(['next week']);
    expect(bannedForms('well-known', inflector)).toEqual(['well-known']);
    expect(bannedForms(' postpone ', inflector, false)).toEqual(['postpone']);
    expect([' work ', "don't", "plan's", 'a b', 'C++'].map(isSingleWord)).toEqual([true, true, false, false, false]);
  });
});

describe('conflicts', () => {
  it.each([
    ['delay', ['delayed'], undefined],
    ['was delayed', ['delayed'], 'delayed'],
    ["the plan's end", ['plan'], 'plan'],
    ["don't go", ['don'], undefined],
    ['a well-known man', ['well'], 'well'],
    ['before', ['for'], undefined],
    ['NEXT  week', ['next week'], 'next week'],
    ['don’t', ["don't"], "don't"],
  ])('%j against %j: %s', (demand, banned, expected) => {
    expect(conflictOf(demand, banned)).toBe(expected);
  });

  it('are found before decoding, through inflections, with the demand as sent', () => {
    expect(resolve(['postpone'], ['Postponed until', 'delay'])).toMatchObject({
      require: ['delay'],
      unmet: [{ phrase: 'Postponed until', reason: 'conflicts with a ban' }],
    });
    expect(resolve(['postpone'], ['postponed until'], false).unmet).toEqual([]);
  });

  it('keep a demand named twice once', () => {
    expect(resolve([], ['delay', 'Delay', 'delay ']).require).toEqual(['delay']);
  });

  it('refuse blank bans and demands', () => {
    expect(() => resolve([' '], [])).toThrow(expect.objectContaining({ code: 'word-empty' }));
    expect(() => resolve([], [''])).toThrow(expect.objectContaining({ code: 'word-empty' }));
  });
});
