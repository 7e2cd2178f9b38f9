import { conflictOf } from '../../../core/constraints/chips.ts';
import { findPhrase, foldWord } from '../../../core/text/words.ts';

/** What the user asks of the rewrites of one sentence. Words and phrases, as typed. */
export interface Wishes {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** Forms of banned words that stay allowed: the user took them out of the ban. */
  readonly spared?: readonly string[] | undefined;
}

export const noWishes: Wishes = { avoid: [], require: [] };

/** Whether two ask for the same, in the same order. */
export function sameWishes(a: Wishes, b: Wishes): boolean {
  const lists = ({ avoid, require, spared = [] }: Wishes): string => JSON.stringify([avoid, require, spared]);
  return lists(a) === lists(b);
}

/** Longest phrase that is wished for, characters, and most of them in a list: more can't be stored. */
export const LONGEST_WISH = 200;
export const MOST_WISHES = 200;

/** The three states of a chip. */
export type Wish = 'neutral' | 'avoid' | 'require';

/** The next state in the order in which a chip cycles. */
export function nextWish(wish: Wish): Wish {
  return wish === 'neutral' ? 'avoid' : wish === 'avoid' ? 'require' : 'neutral';
}

/** What is wished of a word or phrase; casing and the kind of apostrophe do not matter. */
export function wishOf(wishes: Wishes, phrase: string): Wish {
  const key = foldPhrase(phrase);
  if (wishes.avoid.some((other) => foldPhrase(other) === key)) return 'avoid';
  return wishes.require.some((other) => foldPhrase(other) === key) ? 'require' : 'neutral';
}

/**
 * The wishes with `phrase` wished as said; a phrase is in at most one of the lists. One that is too long to be stored, and one too
 * many, is not wished.
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

/** The wishes with one form of a banned word allowed, or banned again. */
export function withForm(wishes: Wishes, form: string, banned: boolean): Wishes {
  const others = (wishes.spared ?? []).filter((other) => foldPhrase(other) !== foldPhrase(form));
  return { ...wishes, spared: banned ? others : [...others, form] };
}

/** Whether a form was taken out of the ban. */
export function isSpared(wishes: Wishes, form: string): boolean {
  return (wishes.spared ?? []).some((other) => foldPhrase(other) === foldPhrase(form));
}

/**
 * What is asked of a sentence: its own wishes, and those for the whole text that its own don't contradict as they are written
 * (other forms of a banned word are a conflict, which `conflicts` names). A phrase that is kept throughout is required where it stands.
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
 * The wishes for a sentence as those for its parts: what is banned is banned in each, what is required is required in the
 * first that holds it, or in the first of all.
 */
export function partedWishes(wishes: Wishes, parts: readonly string[]): Wishes[] {
  const placeOf = (phrase: string): number => Math.max(0, parts.findIndex((part) => findPhrase(part, phrase).length > 0));
  return parts.map((_, at) => ({ ...wishes, require: wishes.require.filter((phrase) => placeOf(phrase) === at) }));
}

/** Required phrases that hold a banned form, which no rewrite can meet. */
export function conflicts(
  wishes: Wishes,
  forms: readonly string[],
): { readonly phrase: string; readonly banned: string }[] {
  return wishes.require.flatMap((phrase) => {
    const banned = conflictOf(phrase, forms);
    return banned === undefined ? [] : [{ phrase, banned }];
  });
}

/** Phrases of the wishes that are no word of the sentence: they need a place of their own beside the chips. */
export function freePhrases(wishes: Wishes, words: readonly string[]): { readonly phrase: string; readonly wish: Wish }[] {
  const inSentence = new Set(words.map(foldPhrase));
  const list = (phrases: readonly string[], wish: Wish): { phrase: string; wish: Wish }[] =>
    phrases.filter((phrase) => !inSentence.has(foldPhrase(phrase))).map((phrase) => ({ phrase, wish }));
  return [...list(wishes.avoid, 'avoid'), ...list(wishes.require, 'require')];
}

function foldPhrase(phrase: string): string {
  return foldWord(phrase).replace(/\s+/gu, ' ').trim();
}
