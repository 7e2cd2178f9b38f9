/**
 * Returns the overlap ∩/∪ × 100 of two piece lists as sets (ParaBank 2 §3.6): lower-cased, word marks (▁) and all punctuation
 * and symbols deleted, pieces left empty by that ignored. Lower means more diverse. Undefined when neither side has a piece.
 */
export function pieceOverlap(a: readonly string[], b: readonly string[]): number | undefined {
  const [left, right] = [pieceSet(a), pieceSet(b)];
  const union = new Set([...left, ...right]);
  if (union.size === 0) return undefined;
  return (100 * (left.size + right.size - union.size)) / union.size;
}

const pieceSet = (pieces: readonly string[]): Set<string> =>
  new Set(pieces.map((piece) => piece.toLowerCase().replace(/[\p{P}\p{S}\s]/gu, '')).filter((piece) => piece !== ''));
