import { pieces } from '../../state/rewrites/pieces.ts';
import type { Span } from '../../../core/text/words.ts';
import { rangeOf } from './mirror.ts';

/** A word of the text; `start`: UTF-16 offset in all of it. */
export interface WordPlace {
  readonly word: string;
  readonly start: number;
}

/** Tells whether a point of the screen lies on a range. */
export function covers(range: Range, x: number, y: number): boolean {
  return [...range.getClientRects()].some(({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom);
}

/** Returns the word of a sentence at a point of the screen; words follow each other from left to right and from top to bottom. */
export function wordAt(mirror: Node, sentence: Span, x: number, y: number): WordPlace | undefined {
  const words = wordsOf(sentence);
  const rangeAt = (index: number): Range => rangeOf(mirror, words[index]?.start ?? 0, words[index]?.word.length ?? 0);
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = [...rangeAt(middle).getClientRects()].at(-1);
    const isBefore = end !== undefined && (end.bottom <= y || (end.top <= y && end.right <= x));
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low < words.length && covers(rangeAt(low), x, y) ? words[low] : undefined;
}

/** Gives the words of a sentence; a possessive 's is none that anybody asks about. */
function wordsOf({ text, start }: Span): WordPlace[] {
  let at = start;
  return pieces(text).flatMap((piece) => {
    const own = { word: piece.text, start: at };
    at += piece.text.length;
    return piece.word && !/^['’]s$/iu.test(piece.text) ? [own] : [];
  });
}
