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
