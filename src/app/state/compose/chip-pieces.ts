import { amounts } from '../../../core/text/amounts.ts';
import { wordTokens } from '../../../core/text/words.ts';
import { pieces, type Piece } from '../rewrites/pieces.ts';

/** Returns a sentence as the chips show it: words, amounts with their units as one word each, and the text between them. */
export function chipPieces(sentence: string): Piece[] {
  const whole = amounts(sentence);
  const others = wordTokens(sentence).filter((word) => !whole.some(({ start, end }) => word.start < end && word.end > start));
  return pieces(sentence, [...whole, ...others].toSorted((a, b) => a.start - b.start));
}
