import { read } from '../quality/reading/reading.ts';
import { casingOf } from '../text/casing.ts';
import { isVocabularyWord, type Vocabulary, vocabularyWords } from '../text/vocabulary.ts';
import { foldWord, type Span, wordTokens } from '../text/words.ts';
import type { TextBan } from './hard-ban.ts';
import type { SystemResources } from './systems.ts';

/** The reason why a word outside a vocabulary, or the vocabulary itself, is unmet. */
export const vocabularyReason = 'no acceptable rewrite keeps to the vocabulary';

/**
 * Finds the words of a source that a vocabulary lacks and for which the lexicon has one inside it, of the same or of a more general
 * meaning: those that a rewrite can do without. A word with a capital inside the sentence is a name, and none of them.
 */
export function outsideWords(source: string, vocabulary: Vocabulary, lexicon: SystemResources['lexicon']): string[] {
  const { tokens, shouted } = read(source);
  const openings = new Set(tokens.filter(({ first }) => first).map(({ start }) => start));
  const isName = ({ text, start }: Span): boolean => !shouted && !openings.has(start) && casingOf(text) !== 'lower';
  const words = wordTokens(source).flatMap((span) => (vocabulary.has(span.text) || isName(span) ? [] : [span.text]));
  const instead = (word: string) => (['equivalence', 'forward'] as const).flatMap((relation) => lexicon.alternatives(word, { relation }));
  return [...new Set(words)].filter((word) => instead(word).some((other) => vocabulary.has(other.word)));
}

/** The most ends of texts whose answers are kept. */
const MOST_STRETCHES = 200;

/** A text that a piece may follow, what stands behind its last white space, and the answers about that. */
interface AskedTail {
  readonly tail: string;
  readonly stretch: string;
  readonly answers: Map<string, boolean>;
}

/**
 * Bans every word that is not in the vocabulary, while the text grows token by token. A token is also refused if no word of the vocabulary
 * begins with the unfinished word that it leaves. Numbers are free.
 */
export class OutsideBan implements TextBan {
  readonly empty = false;
  /** The answers about what stands behind the last white space of a tail, by the piece. */
  private readonly answers = new Map<string, Map<string, boolean>>();
  /** The last tail that was asked about, and the answers about it. */
  private last: AskedTail | undefined;

  /** @param vocabulary the list, with the words of the source that stay and those that are required */
  constructor(private readonly vocabulary: Vocabulary) {}

  violates(text: string): boolean {
    return vocabularyWords(text).some((word) => !this.vocabulary.has(word));
  }

  closes(tail: string, piece: string, atEnd: boolean): boolean {
    if (piece.includes('\ufffd')) return false;
    const { stretch, answers } = this.stretchOf(tail);
    const key = `${atEnd ? 1 : 0}${piece}`;
    let closes = answers.get(key);
    if (closes === undefined) {
      closes = this.isBroken(stretch + piece, atEnd);
      answers.set(key, closes);
    }
    return closes;
  }

  /**
   * Always false: no unfinished word is certain to be banned, because `closes` refuses a token as soon as no word of the vocabulary begins
   * with the word that it leaves.
   */
  isClose(): boolean {
    return false;
  }

  /** Finds what stands behind the last white space of a tail: it has the whole last word, and all that tells where that begins. */
  private stretchOf(tail: string): AskedTail {
    if (this.last?.tail === tail) return this.last;
    const stretch = /\S*$/u.exec(tail)?.[0] ?? '';
    const answers = this.answers.get(stretch) ?? new Map<string, boolean>();
    if (this.answers.size >= MOST_STRETCHES) this.answers.clear();
    this.answers.set(stretch, answers);
    this.last = { tail, stretch, answers };
    return this.last;
  }

  private isBroken(text: string, atEnd: boolean): boolean {
    return wordTokens(text).some(({ text: token, end }) => {
      const word = foldWord(token);
      // An apostrophe behind a word may belong to it.
      const isOpen = !atEnd && /^['’ʼ＇]?$/u.test(text.slice(end));
      if (isOpen) return /^\p{L}/u.test(word) && !/\p{N}/u.test(word) && !this.vocabulary.begins(word);
      return isVocabularyWord(word) && !this.vocabulary.has(word);
    });
  }
}
