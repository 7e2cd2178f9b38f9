import { wordTokens } from '../text/words.ts';
import { boundary, foldText } from './match.ts';
import type { TextBan } from './hard-ban.ts';

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
