import type { WordKnowledge } from '../../text/knowledge.ts';
import names from '../data/names.json' with { type: 'json' };
import { type Finding, found } from '../finding.ts';
import { calendar, exchanges } from '../reading/classes.ts';
import { lookUpPronoun } from '../reading/pronouns.ts';
import { isFunctionWord, phraseAt, type Reading, type Token } from '../reading/reading.ts';
import { stem } from '../reading/stem.ts';

const ignored = new Set(names.ignore.split(' '));
const aliases = names.same.map((line) => line.split(' ').map((alias) => alias.split('_')));

/** Tells whether a token is a name and nothing else: a capital where no sentence starts, on no word of the tables (River, Bank). */
export const isName = (token: Token, { shouted }: Reading, words: WordKnowledge): boolean =>
  token.kind === 'word' &&
  token.word.length > 1 &&
  token.capital &&
  !token.first &&
  !shouted &&
  !ignored.has(token.word) &&
  !isOrdinary(token.word, words);

const isOrdinary = (word: string, words: WordKnowledge): boolean => isFunctionWord(word) || words.listed(word) || words.listed(stem(word));

const bare = (word: string): string => word.normalize('NFD').replace(/[\p{M}'’.-]/gu, '');

/** Tells whether a word is this name but for accents, an ending (plural, nationality) or the letters behind the first four or more. */
function answers(name: string, word: string): boolean {
  const [a, b] = [bare(name), bare(word)];
  if (a === b || stem(a) === stem(b)) return true;
  const shared = [...a].findIndex((letter, at) => letter !== b[at]);
  const prefix = shared < 0 ? a.length : shared;
  return prefix >= 4 && prefix >= Math.min(a.length, b.length) - 1 && Math.abs(a.length - b.length) <= 4;
}

const isThere = ({ word }: Token, other: Reading): boolean =>
  other.words.some((one) => answers(word, one)) ||
  aliases.some((line) => line.some((alias) => alias.includes(word)) && line.some((alias) => phraseAt(other, alias).length > 0));

/**
 * Tells whether an acronym is spelt out in a text, in words that begin with its letters: UV for ultraviolet, MDGs for Millennium
 * Development Goals.
 */
function spells({ form }: Token, other: Reading): boolean {
  const letters = /^(\p{Lu}{2,6})s?$/u.exec(form)?.[1]?.toLowerCase();
  if (letters === undefined) return false;
  const initials = other.tokens.filter(({ kind }) => kind === 'word').map(({ word }) => word[0]).join('');
  return (
    initials.includes(letters) ||
    other.words.some((word) => word.length >= 8 && word.startsWith(letters[0] ?? '') && word.includes(letters[1] ?? ''))
  );
}

const thirdPersons = new Set<string | undefined>(['he', 'she', 'they']);
/** Tells whether a rewrite has a “he” or “she” that the source does not have: it can stand for a name. */
const hasNewPerson = (source: Reading, rewrite: Reading): boolean => rewrite.words.some((word) => {
  const person = lookUpPronoun(word)?.person;
  return thirdPersons.has(person) && !source.words.some((other) => lookUpPronoun(other)?.person === person);
});

/** Gives the names of one text that the other lacks; part of a longer name or of an acronym is not missed. */
function missing(from: Reading, other: Reading, words: WordKnowledge): string[] {
  const acronyms = other.tokens.filter((token) => spells(token, from));
  return from.tokens
    .filter((token) => isName(token, from, words) && !isThere(token, other) && !spells(token, other))
    .filter(({ word }) => !acronyms.some((acronym) => acronym.word.startsWith(word[0] ?? '')))
    .map(({ form }) => form);
}

/** Finds names that came or went: a pronoun may stand for one, and a day or month may not become another. */
export function brokenNames(source: Reading, rewrite: Reading, words: WordKnowledge): Finding[] {
  const [day] = exchanges(source, rewrite, calendar);
  if (day) return [found('name', [day.lost], [day.gained])];
  if (source.shouted !== rewrite.shouted) return [];
  const [lost, gained] = [missing(source, rewrite, words), missing(rewrite, source, words)];
  const stands = gained.length === 0 && hasNewPerson(source, rewrite);
  return lost.length + gained.length > 0 && !stands ? [found('name', lost, gained)] : [];
}
