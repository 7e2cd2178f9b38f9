import { isVocabularyWord, type Vocabulary, vocabularyWords } from '../text/vocabulary.ts';
import { foldWord, wordTokens } from '../text/words.ts';
import { boundary, findFolded, foldText } from './match.ts';

/** A ban that is read off the text while it grows token by token. */
export interface TextBan {
  readonly empty: boolean;
  /** Tells whether a complete text breaks the ban. */
  violates(text: string): boolean;
  /** Tells whether the ban is certainly broken once `piece` follows `tail` (and, with `atEnd`, nothing more follows). */
  closes(tail: string, piece: string, atEnd: boolean): boolean;
  /** Tells whether the text ends within the last word of a banned phrase, or just behind it: its next tokens are likely blocked. */
  isClose(text: string): boolean;
}

/** The number of characters behind a phrase that decide where its word ends, at most `'s'x`. */
const lookAhead = 4;
/** The code units before a phrase that decide where its word begins: an apostrophe and the letter before it (at most two). */
const lookBehind = 3;

interface Tail {
  readonly text: string;
  readonly folded: string;
  /** Phrases that have begun, or have ended without a closed boundary, at the end of the tail. */
  readonly pending: readonly string[];
}

/**
 * Avoided phrases: no surface form of a phrase between word boundaries, in any casing, whatever its tokens (ParaBank's bans on tokens; a
 * user's ⊖). Boundaries are those of `match.ts`: avoiding `for` touches neither `forest` nor `before`, avoiding `plan` touches `plan's`.
 */
export class HardBan implements TextBan {
  readonly phrases: readonly string[];
  private readonly window: number;
  private tail: Tail = { text: '', folded: '', pending: [] };
  private readonly inside = new Map<string, readonly string[]>();

  /** @param phrases words and phrases as people write them; empty ones ban nothing */
  constructor(phrases: readonly string[]) {
    this.phrases = [...new Set(phrases.map((phrase) => foldText(phrase).trim()))].filter((phrase) => phrase !== '');
    this.window = Math.max(0, ...this.phrases.map((phrase) => phrase.length)) + lookAhead + lookBehind;
  }

  get empty(): boolean {
    return this.phrases.length === 0;
  }

  /** Tells whether a complete text contains a banned phrase between word boundaries. */
  violates(text: string): boolean {
    return this.violations(text).length > 0;
  }

  /** The banned phrases, folded, that a complete text contains. */
  violations(text: string): string[] {
    const folded = foldText(text);
    return this.phrases.filter((phrase) => findFolded(folded, phrase, true) >= 0);
  }

  /**
   * Tells whether a banned phrase is complete, its closing boundary certain, once `piece` follows `tail` (and, with `atEnd`, nothing more
   * follows). A text built of tokens violates a ban exactly when one of these calls was true on the way, the last with `atEnd`. A token
   * that is an incomplete UTF-8 sequence (U+FFFD) never closes: its characters show with the next one.
   *
   * It is made for thousands of calls a step: the tail is folded once, and a token is looked at closely only when a phrase has begun at the
   * end of the tail or begins within the token.
   */
  closes(tail: string, piece: string, atEnd: boolean): boolean {
    if (this.phrases.length === 0 || piece.includes('\ufffd')) return false;
    const { folded, pending } = this.fold(tail);
    // A combining mark or a conjoining letter may change what the tail ends in; all of them lie above U+02FF.
    const suspects = piece.charCodeAt(0) > 0x2ff ? [this.phrases] : [pending, piece === '' ? [] : this.begunIn(piece)];
    if (suspects.every((phrases) => phrases.length === 0)) return false;
    const text = foldText(folded + piece);
    return suspects.some((phrases) => phrases.some((phrase) => findFolded(text, phrase, atEnd) >= 0));
  }

  /**
   * Tells whether a text ends in two letters or more of the last word of a phrase, behind all its other words; a shorter word counts whole.
   */
  isClose(text: string): boolean {
    const { folded, pending } = this.fold(text);
    return pending.some((phrase) => {
      const shortest = Math.min(phrase.length, phrase.lastIndexOf(' ') + 3);
      for (let length = phrase.length; length >= shortest; length -= 1) {
        if (folded.endsWith(phrase.slice(0, length)) && boundary(folded, folded.length - length) === 'yes') return true;
      }
      return false;
    });
  }

  private fold(text: string): Tail {
    if (text === this.tail.text) return this.tail;
    // The cut is generous, so that white space and decomposed letters may shrink; a cut inside a word could invent a
    // boundary, so it keeps the words whole.
    const cut = text.length > 4 * this.window ? wordStartBefore(text, text.length - 3 * this.window) : 0;
    const folded = foldText(text.slice(cut));
    const pending = this.phrases.filter((phrase) => underWay(folded, phrase));
    this.tail = { text, folded, pending };
    return this.tail;
  }

  /** Gives the phrases that lie within the token; those that begin further back are in `pending`. */
  private begunIn(piece: string): readonly string[] {
    let phrases = this.inside.get(piece);
    if (phrases === undefined) {
      const folded = foldText(piece);
      phrases = this.phrases.filter((phrase) => folded.includes(phrase));
      this.inside.set(piece, phrases);
    }
    return phrases;
  }
}

/** The last white space at or before `index`, or 0. */
function wordStartBefore(text: string, index: number): number {
  for (let at = index; at > 0; at -= 1) if (/\s/u.test(text.charAt(at))) return at;
  return 0;
}

/** Tells whether some beginning of the phrase, or the whole phrase and up to a few characters, ends the text. */
function underWay(text: string, phrase: string): boolean {
  if (text.slice(-(phrase.length + lookAhead)).includes(phrase)) return true;
  for (let length = Math.min(phrase.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(phrase.slice(0, length))) return true;
  }
  return false;
}

/**
 * Bans on the opening of a text (ParaBank's systems 32–34), read off its words in any casing. `position`: word i of the text is not entry
 * i; `ngram`: the text does not begin with all entries in a row.
 */
export class OpeningBan implements TextBan {
  private readonly words: readonly string[];
  private done: { readonly tail: string; readonly past: boolean } = { tail: '', past: false };

  constructor(words: readonly string[], private readonly anchoring: 'position' | 'ngram' = 'position') {
    this.words = words.map((word) => foldText(word).trim());
  }

  get empty(): boolean {
    return this.words.length === 0;
  }

  violates(text: string): boolean {
    return this.broken(completeWords(text, true));
  }

  closes(tail: string, piece: string, atEnd: boolean): boolean {
    if (this.empty || piece.includes('\ufffd')) return false;
    // Behind the opening nothing can break it, and most calls come from there.
    if (this.done.tail !== tail) this.done = { tail, past: completeWords(tail, false).length >= this.words.length };
    return !this.done.past && this.broken(completeWords(tail + piece, atEnd));
  }

  isClose(text: string): boolean {
    const folded = foldText(text);
    const words = wordTokens(folded);
    const last = words.at(-1);
    const open = last?.end === folded.length ? this.words[words.length - 1] : undefined;
    if (!last || open === undefined || !open.startsWith(last.text)) return false;
    return (
      this.anchoring === 'position' ||
      (words.length === this.words.length && this.words.slice(0, -1).every((word, k) => words[k]?.text === word))
    );
  }

  private broken(words: readonly string[]): boolean {
    if (this.anchoring === 'position') return this.words.some((word, k) => words[k] === word);
    return words.length >= this.words.length && this.words.every((word, k) => words[k] === word);
  }
}

/** The folded words of a text whose ends can't move any more. */
function completeWords(text: string, atEnd: boolean): string[] {
  const folded = foldText(text) + (atEnd ? ' ' : '');
  return wordTokens(folded).filter(({ end }) => boundary(folded, end) === 'yes').map((word) => word.text);
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

/** Joins several bans to one. */
export class TextBans implements TextBan {
  private readonly bans: readonly TextBan[];

  constructor(bans: readonly TextBan[]) {
    this.bans = bans.filter((ban) => !ban.empty);
  }

  get empty(): boolean {
    return this.bans.length === 0;
  }

  violates(text: string): boolean {
    return this.bans.some((ban) => ban.violates(text));
  }

  closes(tail: string, piece: string, atEnd: boolean): boolean {
    return this.bans.some((ban) => ban.closes(tail, piece, atEnd));
  }

  isClose(text: string): boolean {
    return this.bans.some((ban) => ban.isClose(text));
  }
}
