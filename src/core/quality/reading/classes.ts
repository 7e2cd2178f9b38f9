import pairs from '../data/antonyms.json' with { type: 'json' };
import classes from '../data/classes.json' with { type: 'json' };
import { phraseAt, type Reading } from './reading.ts';
import { stem } from './stem.ts';

/** A set of groups of words that exclude each other; a word is compared by its stem, a phrase by its words. */
type ExclusiveSet = readonly { readonly stems: ReadonlySet<string>; readonly phrases: readonly (readonly string[])[] }[];

const setOf = (groups: readonly string[]): ExclusiveSet => groups.map((group) => {
  const phrases = group.split(' ').map((phrase) => phrase.split('_'));
  return {
    stems: new Set(phrases.filter(({ length }) => length === 1).map(([word = '']) => stem(word))),
    phrases: phrases.filter(({ length }) => length > 1),
  };
});

/** Pairs of words of which one becomes the other by a negation (more, less; open, closed). */
export const opposites = classes.opposites.map(setOf);
export const calendar = classes.calendar.map(setOf);
/** Members of one kind (brother, sister). */
export const contraries = classes.contraries.map(setOf);
/** The words for an event seen from its two ends (buy, sell). */
export const converses = classes.converses.map(setOf);
/** The words for how many and how often: a step along the scale changes what is claimed. */
export const quantity = classes.quantity.map(setOf);

/** An exchange: one group of a set became another; with a word or phrase of the source, and one of the rewrite. */
export interface Exchange {
  readonly lost: string;
  readonly gained: string;
}

const heldOf = ({ stems, phrases }: ExclusiveSet[number], reading: Reading): string | undefined =>
  reading.tokens.find(({ stem: root }) => stems.has(root) || stems.has(stem(root)))?.word ??
  phrases.find((phrase) => phraseAt(reading, phrase).length > 0)?.join(' ');

/** Returns the words of the sets that one text has and the other lacks. */
export const missing = (from: Reading, other: Reading, sets: readonly ExclusiveSet[]): string[] =>
  from.tokens
    .filter(({ stem: root }) => sets.some((groups) => groups.some(({ stems }) => stems.has(root))) && !other.stems.has(root))
    .map(({ word }) => word);

/** The opposites of each stem, beyond those of `opposites`. */
const antonyms = new Map<string, Set<string>>();
for (const pair of pairs.pairs.flatMap((line) => line.split(' '))) {
  const [a = '', b = ''] = pair.split('/').map(stem);
  for (const [one, other] of [[a, b], [b, a]] as const) antonyms.set(one, (antonyms.get(one) ?? new Set<string>()).add(other));
}

/** Endings of words that a prefix turns round (*patient*, *legal*); *form* and *inform* are no opposites. */
const turnable = /(?:[ae]nt|[ai]ble|al|ic|[iu]ve|[aeu]te|[aec]ct|ile|ous|ure|lar|er[ae]nce|lity|ency|ly|ed|est|py|like|agree|obey|trust)$/u;
const unlike = new Set('different valuable flammable passive habited'.split(' '));

/** Tells whether a prefix or a suffix makes one word the opposite of another: *patient*, *impatient*; *careful*, *careless*. */
function isTurnedByAffix(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long === `un${short}`) return short.length > 3;
  if (/ful$/u.test(one) && /less$/u.test(other)) return one.slice(0, -3) === other.slice(0, -4);
  if (/less$/u.test(one) && /ful$/u.test(other)) return one.slice(0, -4) === other.slice(0, -3);
  const isPrefixed = ['in', 'im', 'il', 'ir', 'dis', 'non'].some((prefix) => long === prefix + short);
  return isPrefixed && short.length > 4 && turnable.test(short) && !unlike.has(short);
}

/** Finds words of the source that the rewrite lacks, each with an opposite that the rewrite has and the source does not. */
export const turnedWords = (source: Reading, rewrite: Reading): Exchange[] =>
  source.tokens.filter(({ stem: root }) => !rewrite.stems.has(root)).flatMap(({ word, stem: root }) => {
    // The stem of “remembered” keeps an ending that that of “remember” lacks.
    const opposite = antonyms.get(root) ?? antonyms.get(stem(root));
    const isOpposite = (other: string): boolean => opposite?.has(other) === true || opposite?.has(stem(other)) === true;
    const gained = rewrite.tokens.find((token) =>
      !source.stems.has(token.stem) && (isOpposite(token.stem) || isTurnedByAffix(word, token.word)));
    return gained ? [{ lost: word, gained: gained.word }] : [];
  });

/** Finds the sets of which the source has one group and the rewrite another instead. */
export function exchanges(source: Reading, rewrite: Reading, sets: readonly ExclusiveSet[]): Exchange[] {
  return sets.flatMap((groups) => {
    const before = groups.map((group) => heldOf(group, source));
    if (before.every((phrase) => phrase === undefined)) return [];
    const after = groups.map((group) => heldOf(group, rewrite));
    const lost = before.find((phrase, n) => phrase !== undefined && after[n] === undefined);
    const gained = after.find((phrase, n) => phrase !== undefined && before[n] === undefined);
    return lost !== undefined && gained !== undefined ? [{ lost, gained }] : [];
  });
}
