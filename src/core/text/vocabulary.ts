import { contractedWords, irregularContractions } from './contractions.ts';
import type { Inflector } from './inflect.ts';
import { foldWord, wordTokens } from './words.ts';

type Inflecting = Pick<Inflector, 'readings' | 'forms'>;

/** A list of words that a text is compared with: readers' level, learners, controlled language. */
export class Vocabulary {
  private readonly words: ReadonlySet<string>;
  /** All forms of its words, sorted. */
  private readonly forms: readonly string[];

  /**
   * @param entries words in any casing; of a phrase or a compound with a hyphen all words are in the list
   * @param more a list whose words are in this one too
   */
  constructor(entries: readonly string[], private readonly inflector: Inflecting, private readonly more?: Vocabulary) {
    this.words = new Set(entries.flatMap((entry) => vocabularyWords(entry)).flatMap((word) => this.basesOf(word)));
    this.forms = this.allForms();
  }

  /**
   * Tells whether the list has a word or another form of it; a contraction is in the list when it, or all that it stands for,
   * is. A phrase is when all its words are.
   */
  has(phrase: string): boolean {
    return vocabularyWords(phrase).every((word) => this.hasWord(word));
  }

  /** The share of a text's words that are not in the list, 0–1 with four decimals; 0 for a text without words. */
  outside(text: string): number {
    const words = vocabularyWords(text);
    const outside = words.filter((word) => !this.hasWord(word)).length;
    return words.length === 0 ? 0 : Math.round((outside / words.length) * 1e4) / 1e4;
  }

  /** Tells whether some word of the list, or a form or a contraction of one, begins with letters; folded. */
  begins(letters: string): boolean {
    const [stem = ''] = letters.split("'");
    return startsAny(this.forms, stem) || this.more?.begins(letters) === true || this.beginsContraction(letters, stem);
  }

  private allForms(): string[] {
    const forms = [...this.words].flatMap((word) => [...this.inflector.forms(word).map(foldWord), ...(word === 'a' ? ['an'] : [])]);
    return [...new Set(forms)].sort();
  }

  /** Tells whether letters begin a contraction that does not begin like its first word alone: *cannot*, *won't*, *isn't*. */
  private beginsContraction(letters: string, stem: string): boolean {
    if (stem.endsWith('n') && this.hasWord(`${stem}'t`)) return true;
    return irregularContractions.some((word) => word.startsWith(letters) && this.hasWord(word));
  }

  private hasBase(word: string): boolean {
    return this.words.has(word) || this.more?.hasBase(word) === true;
  }

  private hasWord(word: string): boolean {
    if (this.basesOf(word).some((base) => this.hasBase(base))) return true;
    return contractedWords(word)?.every((part) => this.hasWord(part)) === true;
  }

  /** A word and the words that it is a form of. */
  private basesOf(word: string): string[] {
    const lemmas = this.inflector.readings(word).map(({ lemma }) => foldWord(lemma));
    return [...new Set([word, ...(word === 'an' ? ['a'] : []), ...lemmas])];
  }
}

/** Tells whether one of some texts, ascending, starts with letters. */
function startsAny(texts: readonly string[], letters: string): boolean {
  let [from, to] = [0, texts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((texts[middle] ?? '') < letters) from = middle + 1;
    else to = middle;
  }
  return texts[from]?.startsWith(letters) === true;
}

/** The vocabulary that was made last with each inflector, and its list. */
const made = new WeakMap<Inflecting, { readonly words: readonly string[]; readonly vocabulary: Vocabulary }>();

/**
 * Makes the vocabulary of a list. The last one is kept, and serves every list of the same words: thousands of words take long to inflect,
 * and each request to a worker brings a copy of its list.
 * @param words in any casing
 */
export function vocabularyOf(words: readonly string[], inflector: Inflecting): Vocabulary {
  const last = made.get(inflector);
  if (last?.words === words) return last.vocabulary;
  const isSame = last?.words.length === words.length && words.every((word, at) => word === last.words[at]);
  const vocabulary = isSame ? last.vocabulary : new Vocabulary(words, inflector);
  made.set(inflector, { words, vocabulary });
  return vocabulary;
}

/** Gives the words of a text that a vocabulary can contain, folded. Tokens with digits and the possessive 's are left out. */
export function vocabularyWords(text: string): string[] {
  return wordTokens(text).map((token) => foldWord(token.text)).filter(isVocabularyWord);
}

/** Tells whether a list can have a word, which is folded. */
export const isVocabularyWord = (word: string): boolean => /\p{L}/u.test(word) && !/\p{N}/u.test(word) && word !== "'s";
