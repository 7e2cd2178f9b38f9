import { conflictOf } from '../../../core/constraints/match.ts';
import { findPhrase, foldWord } from '../../../core/text/words.ts';

/** The user's constraints on the rewrites of one sentence: words and phrases, as typed. */
export interface Wishes {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** Forms of avoided words that stay allowed: the user excepted them. */
  readonly spared?: readonly string[] | undefined;
}

export const noWishes: Wishes = { avoid: [], require: [] };

/** Tells whether two constraints are the same, in the same order. */
export function sameWishes(a: Wishes, b: Wishes): boolean {
  const lists = ({ avoid, require, spared = [] }: Wishes): string => JSON.stringify([avoid, require, spared]);
  return lists(a) === lists(b);
}

/** The most characters of a phrase, and the most phrases in a list: more can't be stored. */
export const LONGEST_WISH = 200;
export const MOST_WISHES = 200;

export type Wish = 'neutral' | 'avoid' | 'require';

/** Returns the next state in the order in which a chip cycles. */
export function nextWish(wish: Wish): Wish {
  return wish === 'neutral' ? 'avoid' : wish === 'avoid' ? 'require' : 'neutral';
}

/** Returns the constraint on a word or phrase; casing and the kind of apostrophe do not matter. */
export function wishOf(wishes: Wishes, phrase: string): Wish {
  const key = foldPhrase(phrase);
  if (wishes.avoid.some((other) => foldPhrase(other) === key)) return 'avoid';
  return wishes.require.some((other) => foldPhrase(other) === key) ? 'require' : 'neutral';
}

/**
 * Sets the constraint on `phrase`; a phrase is in at most one of the lists. One that is too long to be stored, or one too many, is left
 * out.
 */
export function withWish(wishes: Wishes, phrase: string, wish: Wish): Wishes {
  const cleaned = phrase.replace(/\s+/gu, ' ').trim();
  const key = foldPhrase(cleaned);
  if (key === '' || cleaned.length > LONGEST_WISH) return wishes;
  const others = (list: readonly string[]): string[] => list.filter((other) => foldPhrase(other) !== key);
  const avoid = others(wishes.avoid);
  const require = others(wishes.require);
  const list = wish === 'avoid' ? avoid : require;
  if (wish !== 'neutral' && list.length < MOST_WISHES) list.push(cleaned);
  return { ...wishes, avoid, require };
}

/** Excepts one form of an avoided word, or takes the exception back. */
export function withForm(wishes: Wishes, form: string, banned: boolean): Wishes {
  const others = (wishes.spared ?? []).filter((other) => foldPhrase(other) !== foldPhrase(form));
  return { ...wishes, spared: banned ? others : [...others, form] };
}

/** Tells whether a form was taken out of the ban. */
export function isSpared(wishes: Wishes, form: string): boolean {
  return (wishes.spared ?? []).some((other) => foldPhrase(other) === foldPhrase(form));
}

/**
 * Returns the constraints on a sentence: its own, and those for the whole text that do not contradict them as written (other forms of an
 * avoided word are a conflict, which `conflicts` names). A phrase that stays throughout is required where the sentence has it.
 */
export function joinedWishes(ownWishes: Wishes, throughout: Wishes, source: string): Wishes {
  const holds = (text: string, phrase: string): boolean => findPhrase(text, phrase).length > 0;
  const isFree = (phrase: string): boolean => wishOf(ownWishes, phrase) === 'neutral';
  const avoid = throughout.avoid.filter((phrase) => isFree(phrase) && !ownWishes.require.some((other) => holds(other, phrase)));
  const require = throughout.require.filter(
    (phrase) => holds(source, phrase) && isFree(phrase) && !ownWishes.avoid.some((other) => holds(phrase, other)),
  );
  if (avoid.length + require.length === 0) return ownWishes;
  return { ...ownWishes, avoid: [...ownWishes.avoid, ...avoid], require: [...ownWishes.require, ...require] };
}

/**
 * Gives the constraints of a sentence to its parts: each part avoids what the sentence avoids, and a required phrase goes to the first part
 * that has it, or to the first of all.
 */
export function partedWishes(wishes: Wishes, parts: readonly string[]): Wishes[] {
  const placeOf = (phrase: string): number => Math.max(0, parts.findIndex((part) => findPhrase(part, phrase).length > 0));
  return parts.map((_, at) => ({ ...wishes, require: wishes.require.filter((phrase) => placeOf(phrase) === at) }));
}

/** Returns the required phrases with an avoided form, which no rewrite can contain. */
export function conflicts(
  wishes: Wishes,
  forms: readonly string[],
): { readonly phrase: string; readonly banned: string }[] {
  return wishes.require.flatMap((phrase) => {
    const banned = conflictOf(phrase, forms);
    return banned === undefined ? [] : [{ phrase, banned }];
  });
}

/** Gives the phrases of the constraints that are no word of the sentence: they need a place of their own beside the chips. */
export function freePhrases(wishes: Wishes, words: readonly string[]): { readonly phrase: string; readonly wish: Wish }[] {
  const inSentence = new Set(words.map(foldPhrase));
  const list = (phrases: readonly string[], wish: Wish): { phrase: string; wish: Wish }[] =>
    phrases.filter((phrase) => !inSentence.has(foldPhrase(phrase))).map((phrase) => ({ phrase, wish }));
  return [...list(wishes.avoid, 'avoid'), ...list(wishes.require, 'require')];
}

function foldPhrase(phrase: string): string {
  return foldWord(phrase).replace(/\s+/gu, ' ').trim();
}
