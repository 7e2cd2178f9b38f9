import commonWords from '../data/common-words.json' with { type: 'json' };
import names from '../data/names.json' with { type: 'json' };
import { editDistance } from '../../text/edit-distance.ts';
import { expansion } from './acronyms.ts';
import { lookUpPronoun } from './pronoun-table.ts';
import { isFunctionWord, phraseAt, type Reading, type Token } from './reading.ts';
import { drop, flag, type Slip } from '../finding.ts';
import { stem } from './stem.ts';

const common = new Set(commonWords.words.split(' ').flatMap((word) => [word, stem(word)]));
const ignored = new Set(names.ignore.split(' '));
const aliases = names.same.map((line) => line.split(' ').map((alias) => alias.split('_')));

/** A word so usual, in this form or its base form, that a capital at the start of a sentence says nothing about it. */
export const isCommon = (word: string): boolean => common.has(word) || common.has(stem(word)) || isFunctionWord(word);

/** Endings of ordinary nouns and verbs that open sentences without an article. */
const ordinaryEnding = /(?:tion|ment|ness|ity|ing|ism|ance|ence|ly|ed|ers?|ists?)$/u;

/** A capital where no sentence starts, or at a start when the word is none of the usual ones. */
function isName(token: Token, reading: Reading): boolean {
  if (token.kind !== 'word' || !token.capital || ignored.has(token.word)) return false;
  if (reading.shouted) return false;
  if (!token.first) return !isFunctionWord(token.word);
  return !isCommon(token.word) && (!ordinaryEnding.test(token.word) || token.possessive);
}

const bare = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replace(/['’.-]/gu, '');

/**
 * Whether a word of the other text is this name: casing, accents, plural, a nationality of the same stem, a slip of one
 * letter in a long name.
 */
function answers(name: string, word: string): boolean {
  const [a, b] = [bare(name), bare(word)];
  if (a === b || stem(a) === stem(b)) return true;
  const shared = [...a].findIndex((letter, place) => letter !== b[place]);
  const prefix = shared < 0 ? a.length : shared;
  if (prefix >= 4 && prefix >= Math.min(a.length, b.length) - 1 && Math.abs(a.length - b.length) <= 4) return true;
  return (
    a.length >= 4 &&
    Math.abs(a.length - b.length) === 1 &&
    a[0] === b[0] &&
    editDistance([...a], [...b]) === 1 &&
    [...a].some((letter, place) => letter === a[place + 1])
  );
}

function present(token: Token, other: Reading): boolean {
  if (other.words.some((word) => answers(token.word, word))) return true;
  return aliases.some(
    (line) => line.some((alias) => alias.includes(token.word)) && line.some((alias) => phraseAt(other, alias).length > 0),
  );
}

/** Part of a longer name (Bank of England) or a title; losing it alone is not losing the name. */
const isPart = (token: Token, reading: Reading): boolean => {
  const at = reading.tokens.indexOf(token);
  return (
    isCommon(token.word) &&
    [reading.tokens[at - 1], reading.tokens[at + 1]].some(
      (neighbour) => neighbour?.kind === 'word' && neighbour.capital && !neighbour.first,
    )
  );
};

/** Words that spell out an acronym of the other text, and acronyms that it spells out. */
function spelledOut(token: Token, other: Reading, own: Reading): boolean {
  if (expansion(token.form, other).length > 0) return true;
  return other.tokens.some((acronym) => expansion(acronym.form, own).includes(token));
}

const thirdPersons = new Set<string | undefined>(['he', 'she', 'they']);

/** A “he” or “she” that the source does not have can stand for a name. */
const hasNewPronoun = (source: Reading, rewrite: Reading): boolean => rewrite.words.some((word) => {
  const person = lookUpPronoun(word)?.person;
  return thirdPersons.has(person) && !source.words.some((other) => lookUpPronoun(other)?.person === person);
});

/**
 * Names must stay: none may be lost, none may appear. Initial capitals of usual words count for nothing. Only to be
 * looked at: a part of a longer name, a usual word written with a capital (the City), a name for which a pronoun stands.
 */
export function nameSlips(source: Reading, rewrite: Reading): Slip[] {
  if (source.shouted !== rewrite.shouted) return [];
  const missing = (from: Reading, other: Reading): Token[] =>
    from.tokens.filter((token) => isName(token, from) && !present(token, other) && !spelledOut(token, other, from));
  const [lost, gained] = [missing(source, rewrite), missing(rewrite, source)];
  if (lost.length === 0 && gained.length === 0) return [];
  const weak = [...lost, ...gained].every((token) => isCommon(token.word) || isPart(token, source) || isPart(token, rewrite));
  const replaced = gained.length === 0 && hasNewPronoun(source, rewrite);
  return [(weak || replaced ? flag : drop)('name', lost.map((token) => token.form), gained.map((token) => token.form))];
}
