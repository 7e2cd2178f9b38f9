import { markKinds, type Mark, type MarkKind, type RichText } from './rich.ts';
import type { TextRange } from './sections.ts';

/** A stretch with the same marks all over, these from the outside in. */
export interface MarkedStretch extends TextRange {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A notation: it writes words, and words (written already) with a mark around them, which stand at `at`. */
export interface Notation {
  readonly words: (text: string) => string;
  readonly mark: (mark: Mark, inner: string, at: TextRange) => string;
}

/** Returns a stretch of a text in pieces, cut where a mark begins or ends; joined they are the stretch. */
export function piecesOf({ text, marks }: RichText, { start, end }: TextRange): MarkedStretch[] {
  const own = marks.filter((mark) => mark.start < end && mark.end > start);
  const cuts = new Set([start, end, ...own.flatMap((mark) => [Math.max(mark.start, start), Math.min(mark.end, end)])]);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1] ?? end;
    const over = own.filter((mark) => mark.start <= from && mark.end >= to);
    const ordered = markKinds.flatMap((kind) => over.find((mark) => mark.kind === kind) ?? []);
    return { start: from, end: to, text: text.slice(from, to), marks: ordered };
  });
}

/** Returns a stretch of a text in a notation, its marks nested. */
export function inline(rich: RichText, range: TextRange, notation: Notation): string {
  return nested(piecesOf(rich, range), markKinds, notation);
}

function nested(pieces: readonly MarkedStretch[], [kind, ...inner]: readonly MarkKind[], notation: Notation): string {
  if (kind === undefined) return notation.words(pieces.map((piece) => piece.text).join(''));
  const groups: { mark: Mark | undefined; pieces: MarkedStretch[] }[] = [];
  for (const piece of pieces) {
    const mark = piece.marks.find((own) => own.kind === kind);
    const last = groups.at(-1);
    if (last && last.mark === mark) last.pieces.push(piece);
    else groups.push({ mark, pieces: [piece] });
  }
  return groups.map((group) => {
    const written = nested(group.pieces, inner, notation);
    const [first, last] = [group.pieces[0], group.pieces.at(-1)];
    return group.mark && first && last ? notation.mark(group.mark, written, { start: first.start, end: last.end }) : written;
  }).join('');
}
