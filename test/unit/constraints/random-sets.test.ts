import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords, randomAvoidSets } from '../../../src/core/constraints/random-sets.ts';
import { Random } from '../../../src/core/decoding/random.ts';
import { inflector } from '../text/tables.ts';

const words = 'a b c d e f g h i j'.split(' ');

describe('randomAvoidSets', () => {
  it('has at least one word and at most half, in order (property)', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (content, seed, probability) => {
          const sets = randomAvoidSets(content, new Random(seed), { probability });
          expect(sets).toHaveLength(5);
          for (const set of sets) {
            expect(set.length).toBeGreaterThanOrEqual(1);
            expect(set.length).toBeLessThanOrEqual(Math.max(1, Math.floor(content.length / 2)));
            expect(content.filter((word) => set.includes(word))).toEqual(set);
          }
        },
      ),
    );
  });

  it('draws each word with the probability given', () => {
    const sets = randomAvoidSets(words, new Random(3), { sets: 4000, probability: 0.3 });
    // Without the bounds 0.3; sets above five words are cut (4.7 % of them, by 1.3 words), empty ones get a word (2.8 %): 0.2966.
    for (const word of words) expect(Math.abs(sets.filter((set) => set.includes(word)).length / 4000 - 0.2966)).toBeLessThan(0.03);
  });

  it('gives set i the same words however many sets are drawn, and other ones by seed', () => {
    expect(randomAvoidSets(words, new Random(1), { sets: 2 })).toEqual(randomAvoidSets(words, new Random(1)).slice(0, 2));
    expect(randomAvoidSets(words, new Random(1))).not.toEqual(randomAvoidSets(words, new Random(2)));
  });

  it('is empty without words', () => {
    expect(randomAvoidSets([], new Random(0), { sets: 2 })).toEqual([[], []]);
  });
});

describe('contentWords', () => {
  const content = (text: string): string[] =>
    contentWords(
      text.split(' '),
      (word) => inflector.isClosed(word),
      (word) => inflector.knows(word),
    );
  it('leaves out closed classes, names, numbers and repetitions', () => {
    expect(content('The committee in Geneva decided to postpone the 3 committee meetings')).toEqual([
      'committee',
      'decided',
      'postpone',
      'meetings',
    ]);
  });

  it('takes the first word when it is a word, not when it is a name', () => {
    expect(content('Children learned quickly')).toEqual(['Children', 'learned', 'quickly']);
    expect(content('Zubrowski learned quickly')).toEqual(['learned', 'quickly']);
  });
});
