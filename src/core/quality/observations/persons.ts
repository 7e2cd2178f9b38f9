import { type Finding, found } from '../finding.ts';
import { lookUpPronoun } from '../reading/pronouns.ts';
import type { Reading } from '../reading/reading.ts';

const personOf = (word: string): string | undefined => lookUpPronoun(word)?.person;

/** Finds personal pronouns of persons (I, we, you, he, she, it, they) that one text has and the other does not. */
export function changedPersons(source: Reading, rewrite: Reading): Finding[] {
  const missing = (from: Reading, other: Reading): string[] => {
    const there = new Set(other.words.map(personOf));
    return from.words.filter((word) => personOf(word) !== undefined && !there.has(personOf(word)));
  };
  const [lost, gained] = [missing(source, rewrite), missing(rewrite, source)];
  return lost.length + gained.length > 0 ? [found('pronoun', lost, gained)] : [];
}

/** Returns the persons whose pronouns stand in a role. */
const inRole = ({ words }: Reading, role: 'subject' | 'object' | 'possessive'): Set<string> =>
  new Set(words.flatMap((word) => { const pronoun = lookUpPronoun(word); return pronoun?.role === role ? [pronoun.person] : []; }));

/**
 * Finds a person that only owned something in the source and is a subject now: “When he was twelve, my brother …” → “When I was twelve …”.
 */
export function newSubjects(source: Reading, rewrite: Reading): Finding[] {
  const [parties, owners] = [new Set([...inRole(source, 'subject'), ...inRole(source, 'object')]), inRole(source, 'possessive')];
  const gained = [...inRole(rewrite, 'subject')].filter((person) => owners.has(person) && !parties.has(person));
  return gained.length > 0 ? [found('role', [], gained)] : [];
}

/** Finds persons of both texts that changed between subject and object, or between owners: “he told her” → “she told him”. */
export function exchangedRoles(source: Reading, rewrite: Reading): Finding[] {
  const turned = (a: 'subject' | 'object' | 'possessive', b: 'subject' | 'object' | 'possessive'): string[] => {
    const [before, after, not] = [inRole(source, a), inRole(rewrite, b), inRole(rewrite, a)];
    return [...before].filter((person) => after.has(person) && !not.has(person) && !inRole(source, b).has(person));
  };
  const [down, up] = [turned('subject', 'object'), turned('object', 'subject')];
  return down.length > 0 && up.length > 0 ? [found('role', down, up)] : [];
}
