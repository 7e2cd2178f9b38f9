import * as v from 'valibot';
import { foldWord } from '../../../core/text/words.ts';

/** Longest phrase of the list, characters, and how many pairs it holds. */
const [LONGEST, MOST] = [100, 2000];

const phraseText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST), v.regex(/^[^\t\r\n]*$/u));
export const keptPhrase = v.object({
  /** A phrase, and the user's preferred replacement. */
  phrase: phraseText,
  instead: phraseText,
  /** The number of times that it was put in that place. */
  used: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});
export type KeptPhrase = v.InferOutput<typeof keptPhrase>;
/** A phrase and its replacement. */
export type PhraseFor = Pick<KeptPhrase, 'phrase' | 'instead'>;

/** The list as it is stored: broken entries are left out. */
export const keptPhrases = v.pipe(
  v.array(v.unknown()),
  v.transform((all) => all.flatMap((one): KeptPhrase[] => {
    const read = v.safeParse(keptPhrase, one);
    return read.success ? [read.output] : [];
  }).slice(-MOST)),
);

const keyOf = ({ phrase, instead }: PhraseFor): string => `${foldWord(phrase)}\t${foldWord(instead)}`;
const isSame = (a: PhraseFor, b: PhraseFor): boolean => keyOf(a) === keyOf(b);

export const isKept = (list: readonly KeptPhrase[], pair: PhraseFor): boolean => list.some((kept) => isSame(kept, pair));

/** Returns the list with more pairs, whose count is the greater one where they were there already; the oldest ones give way. */
export function withPhrases(list: readonly KeptPhrase[], more: readonly KeptPhrase[]): KeptPhrase[] {
  const all = new Map(list.map((pair) => [keyOf(pair), pair]));
  for (const pair of more) {
    const known = all.get(keyOf(pair)) ?? pair;
    all.set(keyOf(pair), { ...known, used: Math.max(known.used, pair.used) });
  }
  return [...all.values()].slice(-MOST);
}

export const withoutPhrase = (list: readonly KeptPhrase[], pair: PhraseFor): KeptPhrase[] => list.filter((kept) => !isSame(kept, pair));

/** Returns the list after a pair was used once more; the same list where it does not hold the pair. */
export const withUse = (list: readonly KeptPhrase[], pair: PhraseFor): readonly KeptPhrase[] =>
  isKept(list, pair) ? list.map((kept) => (isSame(kept, pair) ? { ...kept, used: kept.used + 1 } : kept)) : list;

/** Returns the preferred replacements of a word or phrase, the most used first. */
export const insteadOf = (list: readonly KeptPhrase[], phrase: string): string[] =>
  list.filter((kept) => foldWord(kept.phrase) === foldWord(phrase)).toSorted((a, b) => b.used - a.used).map(({ instead }) => instead);
