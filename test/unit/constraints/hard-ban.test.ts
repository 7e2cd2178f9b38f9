import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { HardBan, OpeningBan, TextBans } from '../../../src/core/constraints/hard-ban.ts';
import { boundary, endsInPhrase, foldText } from '../../../src/core/constraints/match.ts';
import { wordTokens } from '../../../src/core/text/words.ts';

const bans = (phrase: string, text: string): boolean => new HardBan([phrase]).violates(text);
/** Texts and phrases over few characters, so that matches, apostrophes and boundaries are frequent. */
const character = fc.constantFrom('a', 'b', 's', 'S', 'é', 'e', '\u0301', "'", '’', ' ', '-', '1', '.', '\u2028', 'ß', 'ς', '𝒂');
const words = fc.array(character, { maxLength: 14 }).map((list) => list.join(''));
const phrase = fc
  .array(fc.constantFrom('a', 'b', 's', 'é', "'", ' ', '-', '1', 'ss', 'a b', "a's", 'σ'), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(''));
const cut = (text: string, places: readonly number[]): string[] => {
  const units = [...text];
  const at = [...new Set(places.map((place) => place % (units.length + 1)))].sort((a, b) => a - b);
  return [...at, units.length].map((end, k) => units.slice(k === 0 ? 0 : at[k - 1], end).join(''));
};

describe('HardBan', () => {
  it.each([
    ['for', 'the forest', false],
    ['for', 'before', false],
    ['for', 'not for him', true],
    ['For', 'FOR', true],
    ['for', 'for', true],
    ['well', 'a well-known man', true],
    ['plan', "the plan's end", true],
    ['plan', 'the plan’s end', true],
    ['plan', "the PLAN'S", true],
    ["plan's", 'the plan’s end', true],
    ['don', "don't", false],
    ["don't", 'I DON’T know', true],
    ['don', 'don', true],
    ['t', "don't", false],
    ['plans', "the plans' end", true],
    ['rock', "rock'n'roll", false],
    ['it', "it's", true],
    ['naïve', 'NAÏVE', true],
    ['straße', 'STRASSE', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['naive', 'nai\u0308ve', false],
    ['next week', 'until next \u2028 week.', true],
    ['next week', 'next weekend', false],
    ['week', 'week2', false],
    ['week', 'week_2', true],
    ['C++', 'in C++.', true],
  ])('%s in %s: %s', (banned, text, expected) => {
    expect(bans(banned, text)).toBe(expected);
  });

  it('closes when the next word or the end shows that the banned one is complete, not before', () => {
    const ban = new HardBan(['for', 'plan', "can't"]);
    expect(ban.closes('not', ' for', false)).toBe(false);
    expect(ban.closes('not', ' for', true)).toBe(true);
    expect(ban.closes('not for', 'est', false)).toBe(false);
    expect(ban.closes('not for', ' him', false)).toBe(true);
    expect(ban.closes('not for', '-', false)).toBe(true);
    expect(ban.closes('not for', '', true)).toBe(true);
    expect(ban.closes('the plan', "'", false)).toBe(false);
    expect(ban.closes("the plan'", 's', false)).toBe(false);
    expect(ban.closes("the plan's", ' end', false)).toBe(true);
    expect(ban.closes("can't", 've', false)).toBe(false);
    expect(ban.closes('not for', '\ufffd', false)).toBe(false);
    expect(ban.closes('not', ' for her', false)).toBe(true);
  });

  it('has closed at some piece exactly when the whole text violates', () => {
    fc.assert(
      fc.property(
        fc.array(phrase, { minLength: 1, maxLength: 3 }),
        words,
        fc.array(fc.nat(), { maxLength: 6 }),
        (phrases, text, places) => {
          const ban = new HardBan(phrases);
          let tail = '';
          let closed = false;
          for (const piece of cut(text, places)) {
            closed ||= ban.closes(tail, piece, false);
            tail += piece;
          }
          closed ||= ban.closes(tail, '', true);
          expect(closed).toBe(ban.violates(text));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('is close within the last word of a phrase and just behind it', () => {
    const ban = new HardBan(['postpone', 'the meeting', 'a']);
    const close = ['we postp', 'we postpone', 'the me', 'THE MEETING', 'so a'];
    const far = ['we p', 'repostp', 'we post-', 'the', 'the ', 'a meet', 'we postpone it', '', 'an'];
    expect([...close, ...far].filter((text) => ban.isClose(text))).toEqual(close);
  });

  it('is not confused by a long tail', () => {
    fc.assert(fc.property(phrase, words, words, (banned, text, piece) => {
      const ban = new HardBan([banned]);
      const filler = 'xyz, '.repeat(40);
      for (const atEnd of [false, true])
        expect(ban.closes(filler + text, piece, atEnd)).toBe(new HardBan([banned]).closes(`xyz, ${text}`, piece, atEnd));
    }), { numRuns: 2000 });
  });

  it('has the boundaries of the word tokens, and matches where they say', () => {
    fc.assert(fc.property(words, phrase, (text, banned) => {
      const folded = `${foldText(text)} `;
      const tokens = wordTokens(folded);
      const isBoundary = (index: number): boolean => !tokens.some(({ start, end }) => start < index && index < end);
      const indices = Array.from(folded, (_, k) => [...folded].slice(0, k).join('').length);
      expect(indices.map((index) => boundary(folded, index))).toEqual(indices.map((index) => (isBoundary(index) ? 'yes' : 'no')));
      const wanted = foldText(banned).trim();
      const matches =
        wanted !== '' &&
        indices.some((index) => folded.startsWith(wanted, index) && isBoundary(index) && isBoundary(index + wanted.length));
      expect(bans(banned, text)).toBe(matches);
    }), { numRuns: 3000 });
  });
});

describe('DemandedText', () => {
  it('finds demands between word boundaries, in order when asked', () => {
    expect(new DemandedText(['delay', 'the plan']).met('The plan’s delay', true)).toEqual([true, true]);
    expect(new DemandedText(['delay', 'the plan'], true).met('The plan’s delay', true)).toEqual([true, false]);
    expect(new DemandedText(['delay']).met('a delay', false)).toEqual([false]);
    expect(new DemandedText(['delay']).satisfied('delayed')).toBe(false);
    expect(new DemandedText(['a', 'a'], true).met('a b', true)).toEqual([true, false]);
  });

  it('knows whether a text ends in a phrase that begins at a boundary', () => {
    expect([endsInPhrase('to Delay', 'delay'), endsInPhrase('predelay', 'delay'), endsInPhrase('a delayed', 'delay')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

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
