import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  joinedWishes, LONGEST_WISH, MOST_WISHES, noWishes, wishOf, withWish, type Wishes,
} from '../../../src/app/state/documents/wishes.ts';

const source = 'The committee read the annual report.';
const join = (own: Partial<Wishes>, throughout: Partial<Wishes>): Wishes =>
  joinedWishes({ ...noWishes, ...own }, { ...noWishes, ...throughout }, source);

test('bans for the whole text hold everywhere, what is kept is required where it stands', () => {
  const throughout = { avoid: ['utilise'], require: ['annual report', 'budget'] };
  expect(join({}, throughout)).toEqual({ avoid: ['utilise'], require: ['annual report'] });
});

test('a wish of the sentence itself goes first: for the phrase, and for a word of it', () => {
  expect(join({ require: ['report'] }, { avoid: ['Report'] })).toEqual({ avoid: [], require: ['report'] });
  expect(join({ require: ['annual report'] }, { avoid: ['report'] })).toEqual({ avoid: [], require: ['annual report'] });
  expect(join({ avoid: ['annual'] }, { require: ['annual report'] })).toEqual({ avoid: ['annual'], require: [] });
});

test('forms that are spared stay spared', () => {
  expect(join({ spared: ['read'] }, { avoid: ['reading'] })).toEqual({ avoid: ['reading'], require: [], spared: ['read'] });
});

const phrases = fc.uniqueArray(fc.constantFrom('the', 'report', 'annual report', 'committee', 'read', 'budget'), { maxLength: 4 });
const wishes = fc.tuple(phrases, phrases).map(([avoid, require]) => ({ avoid, require: require.filter((one) => !avoid.includes(one)) }));

test('no wish of the sentence is lost or turned, and nothing is asked that neither asks', () => {
  fc.assert(
    fc.property(wishes, wishes, (own, throughout) => {
      const joined = join(own, throughout);
      for (const phrase of [...own.avoid, ...own.require]) expect(wishOf(joined, phrase)).toBe(wishOf(own, phrase));
      for (const phrase of [...joined.avoid, ...joined.require])
        expect([wishOf(own, phrase), wishOf(throughout, phrase)]).toContain(wishOf(joined, phrase));
    }),
  );
});

test('what can’t be stored is not wished: a phrase that is too long, and one too many', () => {
  expect(withWish(noWishes, 'a'.repeat(LONGEST_WISH + 1), 'avoid')).toEqual(noWishes);
  const full = Array.from({ length: MOST_WISHES + 1 }, (_, k) => `word${k}`).reduce((all, word) => withWish(all, word, 'avoid'), noWishes);
  expect(full.avoid.length).toBe(MOST_WISHES);
});
