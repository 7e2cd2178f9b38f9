import { type Finding, found } from '../finding.ts';
import { calendar, missing } from '../reading/classes.ts';
import { negators } from '../reading/negators.ts';
import { lookUpPronoun } from '../reading/pronouns.ts';
import { isFunctionWord, isQuestion, phraseAt, type Reading } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';
import { checks, type Group, groupOf, heldIn, wordsOf } from './tables.ts';

const acts = checks.acts.map((groups) => groups.map(groupOf));
const parties = checks.parties.map((groups) => groups.map(groupOf));
const none = wordsOf(checks.none);
const hedges = checks.hedges.map(([kind = '', limits = '', like = '']) => ({
  kind: kind === 'modality' ? kind : 'quantifier', limits: limits.split(' ').map((phrase) => phrase.split('_')), like: groupOf(like),
} as const));
const relative = groupOf(checks.relative);

const denies = (reading: Reading): boolean => negators(reading).length > 0;

/** Finds a group of a pair that became the other: the words of the source, and the words of the rewrite. */
function exchangeOf(pair: readonly Group[], source: Reading, rewrite: Reading): readonly [lost: string, gained: string] | undefined {
  for (const [group, other] of [pair, pair.toReversed()]) {
    const [lost, gained] = [group && heldIn(group, source), other && heldIn(other, rewrite)];
    const isExchanged = group && other && !heldIn(group, rewrite) && !heldIn(other, source);
    if (isExchanged && lost !== undefined && gained !== undefined) return [lost, gained];
  }
  return undefined;
}

/**
 * Finds a deed that became the one that undoes it: “get up” → “go to bed”. A negation that comes or goes turns it back, and questions may
 * ask either way.
 */
export function undoneAct(source: Reading, rewrite: Reading): Finding[] {
  if (denies(source) !== denies(rewrite) || isQuestion(source)) return [];
  return acts.flatMap((pair) => {
    const exchange = exchangeOf(pair, source, rewrite);
    return exchange ? [found('contrast', [exchange[0]], [exchange[1]])] : [];
  });
}

/** Names who does what a phrase says, roughly: the person or the last content word before it; undefined in the passive. */
function doerOf({ words, ...reading }: Reading, phrase: string): string | undefined {
  const [at = -1] = phraseAt({ words, ...reading }, phrase.split(' '));
  if (/^(?:is|are|was|were|be|been|being|get|got)$/u.test(words[at - 1] ?? '')) return undefined;
  const doer = words.slice(Math.max(0, at - REACH), Math.max(0, at)).findLast((word) => lookUpPronoun(word) ?? !isFunctionWord(word));
  return doer === undefined ? undefined : lookUpPronoun(doer)?.person ?? stem(doer);
}
const REACH = 4;

/** Finds a person who is now at the other end of a deed: “she lent me” → “she borrowed from me”. */
export function otherParty(source: Reading, rewrite: Reading): Finding[] {
  return parties.flatMap((pair) => {
    const exchange = exchangeOf(pair, source, rewrite);
    if (!exchange) return [];
    const [one, other] = [doerOf(source, exchange[0]), doerOf(rewrite, exchange[1])];
    return one !== undefined && one === other ? [found('role', [exchange[0]], [exchange[1]])] : [];
  });
}

/** Finds one of several that became not one: “one of them is missing” → “none of them is there”. */
export function oneToNone(source: Reading, rewrite: Reading): Finding[] {
  const has = ({ words }: Reading): boolean => words.some((word, at) => word === checks.single && words[at - 1] !== 'no');
  const gained = rewrite.words.filter((word, at) => none.has(word) || (word === 'no' && rewrite.words[at + 1] === 'one'));
  if (!has(source) || has(rewrite) || denies(source) || isQuestion(source) || gained.length === 0) return [];
  return [found('quantifier', [checks.single], gained)];
}

/** Finds a time relative to today that became a day or month that the source does not name: “next week” → “on Monday”. */
export function inventedDay(source: Reading, rewrite: Reading): Finding[] {
  const lost = heldIn(relative, source);
  const gained = missing(rewrite, source, calendar);
  return lost === undefined || gained.length === 0 ? [] : [found('name', [lost], gained)];
}

/** Finds a limit of a claim that is gone without a replacement: “could hardly see” → “could not see”, “only today” → “today”. */
export function lostHedge(source: Reading, rewrite: Reading): Finding[] {
  return hedges.flatMap(({ kind, limits, like }) => {
    const lost = limits.filter((phrase) => phraseAt(source, phrase).length > 0).map((phrase) => phrase.join(' '));
    return lost.length === 0 || heldIn(like, rewrite) !== undefined ? [] : [found(kind, lost)];
  });
}
