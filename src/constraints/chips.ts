import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../text/words.ts';
import { findFolded, foldText } from './match.ts';

/** A ban: a word or phrase, or one whose banned forms the user has edited. */
export type Ban = string | { readonly phrase: string; readonly forms: readonly string[] };

/** A chip over the sentence: a word of it and what the user wants of it; `forms` where the user has edited the list of banned forms. */
export interface Chip {
  readonly word: string;
  readonly state: 'neutral' | 'avoid' | 'require';
  readonly forms?: readonly string[];
}

export interface ConstraintRequest {
  readonly avoid: readonly Ban[];
  readonly require: readonly string[];
  /** whether a single banned word bans its inflections too (true) */
  readonly inflections?: boolean;
}

export interface Unmet {
  readonly phrase: string;
  readonly reason: string;
}

export interface ResolvedConstraints {
  /** every banned form, without repetition */
  readonly avoid: readonly string[];
  /** the demands that no ban contradicts, as sent, in their order */
  readonly require: readonly string[];
  /** the demands that hold a banned form, found before decoding */
  readonly unmet: readonly Unmet[];
}

export const conflictReason = 'conflicts with a ban';

/** Chips and free phrases as one request: ⊖ chips and phrases are bans, ⊕ ones demands, neutral chips nothing. */
export function requestOf(
  chips: readonly Chip[],
  free: { readonly avoid: readonly string[]; readonly require: readonly string[] },
): ConstraintRequest {
  const bans = chips
    .filter((chip) => chip.state === 'avoid')
    .map((chip): Ban => (chip.forms === undefined ? chip.word : { phrase: chip.word, forms: chip.forms }));
  const demands = chips.filter((chip) => chip.state === 'require').map((chip) => chip.word);
  return { avoid: [...bans, ...free.avoid], require: [...demands, ...free.require] };
}

/** Whether a phrase is a single word, the only kind that is inflected: no white space, hyphen, possessive or other boundary inside. */
export function isSingleWord(phrase: string): boolean {
  const tokens = wordTokens(phrase);
  return tokens.length === 1 && tokens[0]?.text === phrase.trim();
}

/**
 * The forms a ban covers: an edited list as it is, a single word with all its inflections (irregular ones included), a phrase alone.
 * @throws OtherwiseError `word-empty` for a blank ban
 */
export function bannedForms(ban: Ban, inflector: { forms(word: string): string[] }, inflections = true): string[] {
  const phrase = (typeof ban === 'string' ? ban : ban.phrase).trim();
  if (phrase === '') throw new OtherwiseError('word-empty', 'A ban is blank: give a word or a phrase, or leave it out.');
  if (typeof ban !== 'string') return [...new Set([...ban.forms.map((form) => form.trim()).filter((form) => form !== '')])];
  return inflections && isSingleWord(phrase) ? inflector.forms(phrase) : [phrase];
}

/** The first banned form a demand holds between word boundaries, in any casing; undefined when they agree. */
export function conflictOf(demand: string, banned: readonly string[]): string | undefined {
  const text = foldText(demand);
  return banned.find((form) => findFolded(text, foldText(form).trim(), true) >= 0);
}

/**
 * Bans with their inflections and the demands they leave possible. A demand that holds a banned form at word boundaries goes to `unmet`
 * ('conflicts with a ban') and is never decoded; a demand named twice is kept once.
 * @throws OtherwiseError `word-empty` for a blank ban or demand
 */
export function resolveConstraints(request: ConstraintRequest, inflector: { forms(word: string): string[] }): ResolvedConstraints {
  const avoid = [...new Set(request.avoid.flatMap((ban) => bannedForms(ban, inflector, request.inflections)))];
  const demands = new Map<string, string>();
  for (const demand of request.require) {
    const key = foldText(demand).trim();
    if (key === '') throw new OtherwiseError('word-empty', 'A demand is blank: give a word or a phrase, or leave it out.');
    if (!demands.has(key)) demands.set(key, demand);
  }
  const all = [...demands.values()];
  const unmet = all.filter((demand) => conflictOf(demand, avoid) !== undefined).map((phrase) => ({ phrase, reason: conflictReason }));
  const refused = new Set(unmet.map(({ phrase }) => phrase));
  return { avoid, require: all.filter((demand) => !refused.has(demand)), unmet };
}
