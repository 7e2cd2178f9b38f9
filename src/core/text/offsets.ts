import { cleanText } from './clean.ts';

/** A stretch of a text with an optional label. Offsets count UTF-16 units or code points, as the user of the type says. */
export interface LabelledSpan {
  readonly start: number;
  readonly end: number;
  readonly label?: string;
}

/**
 * Maps each UTF-16 offset of a text to its cleaned form: `offsets[i]` for i from 0 to the text's length. A removed character has the place
 * of the next one that stays.
 */
export function cleanOffsets(text: string): number[] {
  const clean = cleanText(text);
  const offsets: number[] = [];
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    offsets.push(at);
    const [raw, cleaned] = [text.charAt(i), clean.charAt(at)];
    if (raw === cleaned || (cleaned === ' ' && /[\s\u0085\u200b]/u.test(raw))) at += 1;
  }
  return [...offsets, at];
}

/** Returns the UTF-16 offset of each code point of a text, and the text's length behind them. */
export function unitOffsets(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  return [...offsets, at];
}

/** Turns spans counted in UTF-16 units of a text into spans counted in its code points, in their order. */
export function inCodePoints<S extends LabelledSpan>(text: string, spans: readonly S[]): S[] {
  const points = new Map(unitOffsets(text).map((unit, point) => [unit, point]));
  const pointOf = (unit: number): number => points.get(unit) ?? [...text.slice(0, unit)].length;
  return spans.map((span) => ({ ...span, start: pointOf(span.start), end: pointOf(span.end) }));
}
