import { isFunctionWord } from '../../../core/quality/reading/reading.ts';
import { foldWord, type Span, wordTokens } from '../../../core/text/words.ts';

/** A stretch of a text: a word, or the text between words. */
export interface Piece {
  readonly text: string;
  readonly word: boolean;
  /** Tells whether the word is not at this place in the other text, or the space lies between two such words. */
  readonly changed: boolean;
}

/** Returns the content words of a rewrite that its source lacks, as written and in their order. */
export function broughtWords(source: string, rewrite: string): string[] {
  const there = new Set(wordTokens(source).map((span) => foldWord(span.text)));
  const brought = new Map<string, string>();
  for (const { text } of wordTokens(rewrite)) {
    const key = foldWord(text);
    if (!there.has(key) && isContentWord(text)) brought.set(key, brought.get(key) ?? text);
  }
  return [...brought.values()];
}

/** Tells whether a word is of content, not of grammar. */
export const isContentWord = (word: string): boolean => !isFunctionWord(foldWord(word)) && /^[\p{L}\p{N}]/u.test(word);

/** Cuts a text into words and the stretches between them. @param changed the indices of words that the other text lacks at this place */
export function pieces(text: string, spans: readonly Span[] = wordTokens(text), changed: ReadonlySet<number> = new Set()): Piece[] {
  const result: Piece[] = [];
  let at = 0;
  spans.forEach((span, index) => {
    // The space inside a run of changed words is marked with them.
    const between = text.slice(at, span.start);
    if (between !== '')
      result.push({ text: between, word: false, changed: between.trim() === '' && changed.has(index - 1) && changed.has(index) });
    result.push({ text: span.text, word: true, changed: changed.has(index) });
    at = span.end;
  });
  if (at < text.length) result.push({ text: text.slice(at), word: false, changed: false });
  return result;
}
