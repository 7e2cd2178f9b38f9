import { findPhrase, foldWord } from '../../text/words.ts';

/** What the user asks of the rewrites of one sentence. Words and phrases, as typed. */
export interface Demands {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** Forms of banned words that stay allowed: the user took them out of the ban. */
  readonly spared?: readonly string[] | undefined;
}

export const noDemands: Demands = { avoid: [], require: [] };

/** Whether two ask for the same, in the same order. */
export function sameDemands(a: Demands, b: Demands): boolean {
  const lists = ({ avoid, require, spared = [] }: Demands): string => JSON.stringify([avoid, require, spared]);
  return lists(a) === lists(b);
}

/** The three states of a chip. */
export type Wish = 'neutral' | 'avoid' | 'require';

/** The next state in the order in which a chip cycles. */
export function nextWish(wish: Wish): Wish {
  return wish === 'neutral' ? 'avoid' : wish === 'avoid' ? 'require' : 'neutral';
}

/** What is wished of a word or phrase; casing and the kind of apostrophe do not matter. */
export function wishOf(demands: Demands, phrase: string): Wish {
  const key = foldPhrase(phrase);
  if (demands.avoid.some((other) => foldPhrase(other) === key)) return 'avoid';
  return demands.require.some((other) => foldPhrase(other) === key) ? 'require' : 'neutral';
}

/** The demands with `phrase` wished as said; a phrase is in at most one of the lists. */
export function withWish(demands: Demands, phrase: string, wish: Wish): Demands {
  const cleaned = phrase.replace(/\s+/gu, ' ').trim();
  const key = foldPhrase(cleaned);
  if (key === '') return demands;
  const others = (list: readonly string[]): string[] => list.filter((other) => foldPhrase(other) !== key);
  const avoid = others(demands.avoid);
  const require = others(demands.require);
  if (wish === 'avoid') avoid.push(cleaned);
  if (wish === 'require') require.push(cleaned);
  return { ...demands, avoid, require };
}

/** The demands with one form of a banned word allowed, or banned again. */
export function withForm(demands: Demands, form: string, banned: boolean): Demands {
  const others = (demands.spared ?? []).filter((other) => foldPhrase(other) !== foldPhrase(form));
  return { ...demands, spared: banned ? others : [...others, form] };
}

/** Whether a form was taken out of the ban. */
export function isSpared(demands: Demands, form: string): boolean {
  return (demands.spared ?? []).some((other) => foldPhrase(other) === foldPhrase(form));
}

/** Demanded phrases that hold a banned one, which no rewrite can meet. `forms`: the bans with their forms, where those are known. */
export function conflicts(
  demands: Demands,
  forms: readonly string[] = demands.avoid,
): { readonly phrase: string; readonly banned: string }[] {
  return demands.require.flatMap((phrase) => {
    const banned = forms.find((other) => findPhrase(phrase, other).length > 0);
    return banned === undefined ? [] : [{ phrase, banned }];
  });
}

/** Phrases of the demands that are no word of the sentence: they need a place of their own beside the chips. */
export function freePhrases(demands: Demands, words: readonly string[]): { readonly phrase: string; readonly wish: Wish }[] {
  const inSentence = new Set(words.map(foldPhrase));
  const list = (phrases: readonly string[], wish: Wish): { phrase: string; wish: Wish }[] =>
    phrases.filter((phrase) => !inSentence.has(foldPhrase(phrase))).map((phrase) => ({ phrase, wish }));
  return [...list(demands.avoid, 'avoid'), ...list(demands.require, 'require')];
}

function foldPhrase(phrase: string): string {
  return foldWord(phrase).replace(/\s+/gu, ' ').trim();
}
