import checks from '../data/checks.json' with { type: 'json' };
import { phraseAt, type Reading } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';

/** A list of words, which are compared by their stems, and of phrases, which are compared by their words. */
export interface Group {
  readonly stems: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
}

/** Reads a list: items parted by spaces, the words of a phrase joined by `_`. */
export function groupOf(list: string): Group {
  const phrases = list.split(' ').map((item) => item.split('_'));
  return {
    stems: new Set(phrases.filter(({ length }) => length === 1).map(([word = '']) => stem(word))),
    phrases: phrases.filter(({ length }) => length > 1),
  };
}

/** Returns words parted by spaces, as they are written. */
export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Returns the first word or phrase of a group that a text has, phrases before words; undefined where it has none. */
export const heldIn = ({ stems, phrases }: Group, reading: Reading): string | undefined =>
  phrases.find((phrase) => phraseAt(reading, phrase).length > 0)?.join(' ') ?? reading.tokens.find((token) => stems.has(token.stem))?.word;

export { checks };
