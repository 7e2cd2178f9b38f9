import type { Inflector } from './inflect.ts';
import { foldWord, wordTokens } from './words.ts';

type Inflecting = Pick<Inflector, 'readings'>;

/** What a contraction ends in, and what that stands for. */
const CLITICS: readonly (readonly [ending: RegExp, words: readonly string[]])[] = [
  [/^(can)'t$/u, ['not']], [/^(wo)n't$/u, ['not']], [/^(sha)n't$/u, ['not']], [/^(.+)n't$/u, ['not']], [/^(.+)'(?:re|m)$/u, ['be']],
  [/^(.+)'ve$/u, ['have']], [/^(.+)'ll$/u, ['will']], [/^(.+)'d$/u, ['would']],
];
const STUMPS: Readonly<Record<string, string>> = { wo: 'will', sha: 'shall' };

/** A list of words that a text is held against: readers' level, learners, controlled language. */
export class Vocabulary {
  private readonly words: ReadonlySet<string>;

  /** @param words in any casing */
  constructor(words: readonly string[], private readonly inflector: Inflecting) {
    this.words = new Set(words.flatMap((word) => this.basesOf(foldWord(word.trim()))));
  }

  /**
   * Tells whether the list has a word or another form of it; a contraction is in the list when it, or all that it stands for,
   * is. A phrase is when all its words are.
   */
  has(phrase: string): boolean {
    return countedWords(phrase).every((word) => this.hasWord(word));
  }

  /** The share of a text's words that are not in the list, 0–1 with four decimals; 0 for a text without words. */
  outside(text: string): number {
    const words = countedWords(text);
    const outside = words.filter((word) => !this.hasWord(word)).length;
    return words.length === 0 ? 0 : Math.round((outside / words.length) * 1e4) / 1e4;
  }

  private hasWord(word: string): boolean {
    if (this.basesOf(word).some((base) => this.words.has(base))) return true;
    for (const [ending, meant] of CLITICS) {
      const [, stem] = ending.exec(word) ?? [];
      if (stem !== undefined) return [STUMPS[stem] ?? stem, ...meant].every((part) => this.hasWord(part));
    }
    return false;
  }

  /** A word and the words that it is a form of. */
  private basesOf(word: string): string[] {
    return [...new Set([word, ...this.inflector.readings(word).map(({ lemma }) => foldWord(lemma))])];
  }
}

/** The words of a text that a list can have: numbers and the possessive 's are none. */
function countedWords(text: string): string[] {
  return wordTokens(text).map((token) => foldWord(token.text)).filter((word) => /\p{L}/u.test(word) && word !== "'s");
}
