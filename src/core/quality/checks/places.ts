import { type Finding, found } from '../finding.ts';
import { negators } from '../reading/negators.ts';
import { isFunctionWord, phraseAt, type Reading } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';

/** The prepositions of each place, seen from a thing. */
const places = {
  upon: 'on upon onto on_top_of atop',
  below: 'under beneath underneath below',
  above: 'above',
  over: 'over',
  behind: 'behind',
  before: 'in_front_of',
  inside: 'in inside into within',
  outside: 'outside outside_of out_of',
  beside: 'beside alongside next_to',
  across: 'across',
} as const;
type Place = keyof typeof places;

/** Places that are never the same as one; others may be, as “over the wall” and “on the wall”. */
const exclusive: readonly (readonly [Place, readonly Place[]])[] = [
  ['below', ['upon', 'over', 'above', 'behind', 'before', 'inside', 'across', 'beside']], ['behind', ['upon', 'above', 'before', 'inside']],
  ['before', ['upon', 'above', 'inside']], ['inside', ['above', 'outside', 'beside']], ['above', ['beside']],
];
const areExclusive = (one: Place, other: Place): boolean =>
  exclusive.some(([place, others]) => (place === one && others.includes(other)) || (place === other && others.includes(one)));

const phrases = (Object.keys(places) as Place[]).flatMap((place) =>
  places[place].split(' ').map((phrase) => ({ place, words: phrase.split('_') })));

/** Nouns behind *under*, *in* or *behind* that have no place: rules, times, states. */
const noThings = new Set((
  'law rule order term condition circumstance agreement contract treaty deal act plan policy scheme system programme program ' +
  'constitution ' +
  'year month week day time age period hour moment past future situation case name title heading category pressure guidance influence ' +
  'control command attack review name sun rain moon light dark sky average limit line surface scene'
).split(' ').map((word) => stem(word)));

/** Words that stand before a thing that has a place. */
const determiner = /^(?:the|a|an|this|that|these|those|my|your|his|her|its|our|their)$/u;

/** A place that a text names, and the stem of the thing whose place it is. */
interface Placed {
  readonly place: Place;
  readonly phrase: string;
  readonly thing: string;
}

/**
 * Finds places, as in “under the old table”: a preposition of place, a determiner, and the last content word before the next word of
 * another kind.
 */
function placesIn(reading: Reading): Placed[] {
  const { words } = reading;
  return phrases.flatMap(({ place, words: phrase }) => phraseAt(reading, phrase).flatMap((at) => {
    const from = at + phrase.length;
    if (!determiner.test(words[from] ?? '') || isPartOfLonger(words, at, phrase)) return [];
    const rest = words.slice(from + 1, from + 4);
    const end = rest.findIndex((word) => isFunctionWord(word));
    const thing = rest.slice(0, end < 0 ? undefined : end).at(0);
    return thing === undefined || noThings.has(stem(thing)) ? [] : [{ place, phrase: phrase.join(' '), thing: stem(thing) }];
  }));
}

/** Tells whether a preposition is part of a longer one: “in front of” is no “in”, “out of” no “of”, “on top of” no “on”. */
const isPartOfLonger = (words: readonly string[], at: number, phrase: readonly string[]): boolean => phrases.some(({ words: longer }) =>
  longer.length > phrase.length && longer.some((_, offset) => longer.every((word, n) => words[at - offset + n] === word)));

/** Words that say that something is not there: “left out of the cake”, “not put in the cake”. */
const absence = /^(?:leav|left|keep|kept|stay|take|took|exclud|remov)/u;
const denies = (reading: Reading): boolean => negators(reading).length > 0 || reading.words.some((word) => absence.test(word));

/** Finds the same thing in another place: “on the mat” → “under the mat”. */
export function otherPlace(source: Reading, rewrite: Reading): Finding[] {
  if (denies(source) || denies(rewrite)) return [];
  const [before, after] = [placesIn(source), placesIn(rewrite)];
  return before.flatMap(({ place, phrase, thing }) => {
    const others = after.filter((one) => one.thing === thing);
    const isKept = others.some((one) => !areExclusive(one.place, place));
    const [other] = others;
    return isKept || other === undefined ? [] : [found('contrast', [phrase], [other.phrase])];
  });
}
