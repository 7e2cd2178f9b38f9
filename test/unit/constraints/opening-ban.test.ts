import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HardBan, TextBans } from '../../../src/core/constraints/hard-ban.ts';
import { OpeningBan } from '../../../src/core/constraints/opening-ban.ts';

describe('OpeningBan', () => {
  const position = new OpeningBan(['How', 'do', 'often']);
  const ngram = new OpeningBan(['How', 'do', 'often'], 'ngram');

  it.each([
    ['How many?', true, false],
    ['how', true, false],
    ['However', false, false],
    ['They do', true, false],
    ['They will do', false, false],
    ['“HOW do often', true, true],
    ['How do often-felt quakes', true, true],
    ['How do oftener', true, false],
    ['So it was how', false, false],
    ['', false, false],
  ])('%s', (text, byPosition, byNgram) => {
    expect([position.violates(text), ngram.violates(text)]).toEqual([byPosition, byNgram]);
  });

  it('closes exactly when the whole text violates', () => {
    const piece = fc.constantFrom('how', 'How', ' do', ' often', 'er', "'", 's', ' ', 'x', '-', '.');
    fc.assert(fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom(position, ngram, new OpeningBan([])), (pieces, ban) => {
      let tail = '';
      let closed = false;
      for (const next of pieces) {
        closed ||= ban.closes(tail, next, false);
        tail += next;
      }
      expect(closed || ban.closes(tail, '', true)).toBe(ban.violates(tail));
    }), { numRuns: 2000 });
  });

  it('is close while the word at a banned place could still become the banned one', () => {
    expect(['H', 'How', 'They d', 'So of', 'It is oft'].map((text) => position.isClose(text))).toEqual([true, true, true, false, true]);
    expect(['How', 'How do oft', 'So do oft', 'How do often '].map((text) => ngram.isClose(text))).toEqual([false, true, false, false]);
  });

  it('adds up with other bans', () => {
    const both = new TextBans([new OpeningBan(['how']), new HardBan(['plan']), new HardBan([])]);
    expect([both.empty, both.violates('How so'), both.violates('a plan'), both.violates('so how')]).toEqual([false, true, true, false]);
    expect([both.closes('How', ' so', false), both.closes('so how', ' so', false)]).toEqual([true, false]);
    expect(new TextBans([new HardBan([])]).empty).toBe(true);
  });
});
