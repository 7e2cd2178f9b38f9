import { findFolded, foldText } from './match.ts';

/**
 * Required phrases read off the text: words or phrases as written, any casing, between word boundaries. Unordered by default: each must
 * occur somewhere. Ordered: one after the other without overlap (the leftmost match of each is the best choice, so greedy matching is
 * exact).
 */
export class DemandedText {
  private readonly folded: readonly string[];

  constructor(readonly phrases: readonly string[], readonly ordered = false) {
    this.folded = phrases.map((phrase) => foldText(phrase).trim());
  }

  /**
   * Tells which required phrases a text contains, in the order of `phrases`; in ordered mode none after the first that is missing.
   * @param atEnd tells whether the text is complete; if not, a word that could still grow does not count
   */
  met(text: string, atEnd: boolean): boolean[] {
    const whole = foldText(text);
    let from = 0;
    let going = true;
    return this.folded.map((phrase) => {
      if (!this.ordered) return findFolded(whole, phrase, atEnd) >= 0;
      const start = going ? findFolded(whole, phrase, atEnd, from) : -1;
      going = start >= 0;
      if (going) from = start + phrase.length;
      return going;
    });
  }

  /** Tells whether a complete text contains every required phrase. */
  satisfied(text: string): boolean {
    return this.met(text, true).every(Boolean);
  }

  /** Tells whether a token would destroy a required phrase that the text contains, because its word would grow ('delay' + 'ed'). */
  destroys(text: string, piece: string): boolean {
    const now = this.met(text, true);
    if (!now.some(Boolean)) return false;
    const after = this.met(text + piece, true);
    return now.some((met, k) => met && !after[k]);
  }
}
