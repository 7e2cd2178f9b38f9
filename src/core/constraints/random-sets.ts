import { pick, pickSome } from './random.ts';
import type { ForkingSource } from './random.ts';

export interface RandomSetOptions {
  /** The number of sets (ParaBank 2: 5). */
  readonly sets?: number;
  /** The chance of each word to enter a set, 0 to 1 (0.3). */
  readonly probability?: number;
}

/**
 * Gives the words that random bans are drawn from: each different word with a letter that is no closed-class word, as written, in sentence
 * order. Names stay out (a rewrite without them is rejected anyway): words with a capital, but for the first one when `known` has it in
 * lower case.
 */
export function contentWords(tokens: readonly string[], closed: (word: string) => boolean, known: (word: string) => boolean): string[] {
  const words = new Map<string, string>();
  tokens.forEach((token, position) => {
    const lower = token.toLowerCase();
    const plain = /^\p{Ll}+$/u.test(token) || (position === 0 && /^\p{Lu}\p{Ll}+$/u.test(token) && known(lower));
    if (plain && !closed(lower) && !words.has(lower)) words.set(lower, token);
  });
  return [...words.values()];
}

/** Gives every different word of a sentence, as first written, in sentence order: ParaBank 2's sets are drawn from these (§2.1). */
export function everyWord(tokens: readonly string[]): string[] {
  const words = new Map<string, string>();
  for (const token of tokens) if (!words.has(token.toLowerCase())) words.set(token.toLowerCase(), token);
  return [...words.values()];
}

/**
 * Draws ParaBank 2's random negative sets (§2.1): each word enters a set independently with the probability given; a set has at least one
 * word (one drawn uniformly) and at most half of them, rounded down but never below one (a uniform choice of those drawn). Sets are
 * independent and may be equal; without words every set is empty.
 */
export function randomAvoidSets(words: readonly string[], random: ForkingSource, options: RandomSetOptions = {}): string[][] {
  const { sets = 5, probability = 0.3 } = options;
  const most = Math.max(1, Math.floor(words.length / 2));
  return Array.from({ length: sets }, (_, set) => {
    const stream = random.fork(set);
    const drawn = words.filter(() => stream.uniform() < probability);
    if (drawn.length > most) return pickSome(drawn, most, stream);
    const one = drawn.length === 0 ? pick(words, stream) : undefined;
    return one === undefined ? drawn : [one];
  });
}
