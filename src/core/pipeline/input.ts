import { checkSpans, KeptSpans } from '../constraints/kept.ts';
import { OtherwiseError } from '../errors.ts';
import { cleanText } from '../text/clean.ts';
import { cleanOffsets, type LabelledSpan, unitOffsets } from '../text/offsets.ts';
import { splitSentences } from '../text/sentences.ts';
import { type Span, wordTokens } from '../text/words.ts';
import { maxPieces } from './plan.ts';
import type { Tools } from './tools.ts';

/** A stretch of a text as a request names it, in code points of the text as it was sent. */
export type KeepSpan = readonly [start: number, end: number, label?: string];

/** The fields of one text of a request besides its words and options. */
export interface TextInput {
  /** Tells whether the text stays one unit instead of being split into sentences. */
  readonly lines?: boolean | undefined;
  /** The stretches that come back letter for letter. */
  readonly keep?: readonly KeepSpan[] | undefined;
  /** The same text in the pivot language of a pair of translators; it is then one unit. */
  readonly foreign?: string | undefined;
}

/** A sentence of a clean text with its kept spans, in UTF-16 units of the sentence. */
export interface KeptSentence extends Span {
  readonly kept?: KeptSpans;
}

/**
 * Maps spans of a text to its cleaned form, in UTF-16 units and in their order.
 * @throws OtherwiseError `bad-request` as `checkSpans`, and for a span of white space or of characters that are cleaned away
 */
export function cleanSpans(text: string, keep: readonly KeepSpan[]): LabelledSpan[] {
  const units = unitOffsets(text);
  const named = keep.map(([start, end, label]) => ({ start, end, ...(label !== undefined && { label }) }));
  checkSpans(named, units.length - 1);
  const [offsets, clean] = [cleanOffsets(text), cleanText(text)];
  return named.map((span) => {
    const [start = 0, end = 0] = [offsets[units[span.start] ?? 0], offsets[units[span.end] ?? 0]];
    if (clean.slice(start, end).trim() === '')
      throw new OtherwiseError('bad-request', `keep: [${span.start}, ${span.end}] holds nothing but white space.`);
    return { ...span, start, end };
  });
}

/** Splits a clean text into sentences. No border lies within a kept span, and a text that is one unit stays whole. */
export function sentencesOf(clean: string, spans: readonly LabelledSpan[] | undefined, isOne: boolean): KeptSentence[] {
  const parts = isOne ? [] : splitSentences(clean);
  const sentences: { text: string; start: number; end: number }[] = [];
  for (const next of parts.length > 1 ? parts : [{ text: clean, start: 0, end: clean.length }]) {
    const last = sentences.at(-1);
    if (!last || !spans?.some(({ start, end }) => start < next.start && end > last.end)) sentences.push({ ...next });
    else Object.assign(last, { end: next.end, text: clean.slice(last.start, next.end) });
  }
  return sentences.map((sentence) => ({ ...sentence, ...keptOf(sentence, spans) }));
}

function keptOf({ text, start: from, end: to }: Span, spans: readonly LabelledSpan[] = []): { readonly kept?: KeptSpans } {
  const inside = spans.filter(({ start }) => from <= start && start < to)
    .map((span) => ({ ...span, start: span.start - from, end: span.end - from }));
  return inside.length > 0 ? { kept: new KeptSpans(text, inside) } : {};
}

/**
 * Gives the places of kept spans in a text that is put together from parts of some lengths, UTF-16.
 * @param spans the spans of each part, in its offsets @param owners the part of each span, in the order in which spans are wanted
 */
export function joinedSpans(
  lengths: readonly number[], spans: readonly (readonly LabelledSpan[])[], owners: readonly number[],
): LabelledSpan[] {
  const used = lengths.map(() => 0);
  return owners.flatMap((part) => {
    const span = spans[part]?.[used[part] ?? 0];
    used[part] = (used[part] ?? 0) + 1;
    const shift = lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
    return span ? [{ ...span, start: span.start + shift, end: span.end + shift }] : [];
  });
}

/** The most characters of one request. */
export const MAX_CHARACTERS = 2000;
export const MAX_PIECES = 256;

const letter = /\p{L}/u;

/** Checks a clean text. @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite` */
export function checkText(clean: string, tools: Tools): void {
  if (clean === '') throw new OtherwiseError('text-empty', 'There is no text. Give at least one word.');
  if (clean.length > MAX_CHARACTERS)
    throw tooLong(clean, tools, `The text has ${clean.length} characters; ${MAX_CHARACTERS} are the most. Give it in parts.`);
  if (!letter.test(clean)) throw new OtherwiseError('nothing-to-rewrite', 'The text has no letters, so there is nothing to rewrite.');
  const pieces = tools.pieces.encode(clean).length;
  if (pieces > MAX_PIECES) throw tooLong(clean, tools, `The text has ${pieces} tokens; ${MAX_PIECES} are the most. Give it in parts.`);
}

/** Checks that a sentence and its longest rewrite fit the model. @throws OtherwiseError `text-too-long` */
export function checkLength(sentence: string, tools: Tools): void {
  const [pieces, most] = [tools.pieces.encode(sentence).length, mostPieces(tools)];
  if (pieces > most)
    throw tooLong(sentence, tools, `A sentence has ${pieces} tokens; this model can rewrite ${most} at once. Split it.`);
}

/** The most tokens of a sentence that the model can rewrite. */
function mostPieces({ model }: Tools): number {
  const marks = 8;
  const fits = (pieces: number): boolean => pieces + maxPieces(pieces) + marks <= model.maxPositions + maxPieces(0);
  let pieces = MAX_PIECES;
  while (pieces > 0 && !fits(pieces)) pieces -= 1;
  return pieces;
}

/** Says how long a text may be in words, which people can count: as many words of this text as fit, as one sentence if it is one. */
function tooLong(text: string, tools: Tools, message: string): OtherwiseError {
  const sample = text.slice(0, MAX_CHARACTERS);
  const share = wordTokens(sample).length / tools.pieces.encode(sample).length;
  const limit = splitSentences(sample).length > 1 ? MAX_PIECES : mostPieces(tools);
  return new OtherwiseError('text-too-long', message, { excess: { words: wordTokens(text).length, most: Math.floor(share * limit) } });
}
