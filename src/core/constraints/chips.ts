import { OtherwiseError } from '../errors.ts';
import { wordTokens } from '../text/words.ts';
import { conflictOf, foldText } from './match.ts';

export interface ConstraintRequest {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /** Tells whether a single avoided word covers its inflections too (default true). */
  readonly inflections?: boolean;
}

export interface UnmetConstraint {
  readonly phrase: string;
  readonly reason: string;
}

export interface ResolvedConstraints {
  /** Every form of the avoided phrases, without repetition. */
  readonly avoid: readonly string[];
  /** The required phrases without an avoided form, as sent, in their order. */
  readonly require: readonly string[];
  /** The required phrases that contain an avoided form, found before decoding. */
  readonly unmet: readonly UnmetConstraint[];
}

export const conflictReason = 'conflicts with a ban';

/**
 * Tells whether a phrase is a single word, the only kind that is inflected: no white space, hyphen, possessive or other boundary inside.
 */
export function isSingleWord(phrase: string): boolean {
  const tokens = wordTokens(phrase);
  return tokens.length === 1 && tokens[0]?.text === phrase.trim();
}

/**
 * Gives the forms that an avoided phrase covers: a single word with all its inflections (irregular ones included), a phrase alone.
 * @throws OtherwiseError `word-empty` for a blank phrase
 */
export function bannedForms(ban: string, inflector: { forms(word: string): string[] }, inflections = true): string[] {
  const phrase = ban.trim();
  if (phrase === '') throw new OtherwiseError('word-empty', 'A ban is blank: give a word or a phrase, or leave it out.');
  return inflections && isSingleWord(phrase) ? inflector.forms(phrase) : [phrase];
}

/**
 * Resolves avoided phrases to their forms, and gives the required phrases that they leave possible. A required phrase that contains an
 * avoided form at word boundaries goes to `unmet` ('conflicts with a ban') and is never decoded; one that is named twice is kept once.
 * @throws OtherwiseError `word-empty` for a blank phrase
 */
export function resolveConstraints(request: ConstraintRequest, inflector: { forms(word: string): string[] }): ResolvedConstraints {
  const avoid = [...new Set(request.avoid.flatMap((ban) => bannedForms(ban, inflector, request.inflections)))];
  return { avoid, ...settledDemands(request.require, avoid) };
}

/**
 * Splits required phrases into those that avoided forms leave possible, and the others; see `resolveConstraints`.
 * @throws OtherwiseError `word-empty`
 */
export function settledDemands(require: readonly string[], avoid: readonly string[]): Pick<ResolvedConstraints, 'require' | 'unmet'> {
  const demands = new Map<string, string>();
  for (const demand of require) {
    const key = foldText(demand).trim();
    if (key === '') throw new OtherwiseError('word-empty', 'A demand is blank: give a word or a phrase, or leave it out.');
    if (!demands.has(key)) demands.set(key, demand);
  }
  const all = [...demands.values()];
  const unmet = all.filter((demand) => conflictOf(demand, avoid) !== undefined).map((phrase) => ({ phrase, reason: conflictReason }));
  const refused = new Set(unmet.map(({ phrase }) => phrase));
  return { require: all.filter((demand) => !refused.has(demand)), unmet };
}
