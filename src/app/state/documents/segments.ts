import { isSmall, splitSentences } from '../../../core/text/sentences.ts';
import type { Span } from '../../../core/text/words.ts';

// A line that begins like this may carry on the sentence of the line before it.
const continues = /^[\s"'“‘([{«¿¡–—-]*(?:\p{Ll}|$)/u;
/** The length of a line's beginning that is looked at, UTF-16 units; a line whose beginning says nothing is not cut off. */
const BEGINNING = 80;

/**
 * The sentences of a text that is edited: like `splitSentences`, but lines that did not change since the last call are
 * not segmented again, so that a keystroke in an article costs what one in a note costs.
 */
export class Segments {
  #text = '';
  #spans: readonly Span[] = [];
  #chunks: ReadonlyMap<string, readonly Span[]> = new Map();
  #small = true;

  /** Splits a text into sentences. @returns the same array for the same text, one call after the other */
  of(text: string): readonly Span[] {
    if (text === this.#text) return this.#spans;
    const chunks = new Map<string, readonly Span[]>();
    const small = isSmall(text);
    // The first capital of a text, and the loss of its last one, may move every border.
    if (small !== this.#small) this.#chunks = new Map();
    const spans: Span[] = [];
    let start = 0;
    for (const chunk of chunksOf(text)) {
      const found = this.#chunks.get(chunk) ?? chunks.get(chunk) ?? splitSentences(chunk, small);
      chunks.set(chunk, found);
      for (const span of found) spans.push({ text: span.text, start: start + span.start, end: start + span.end });
      start += chunk.length;
    }
    this.#text = text;
    this.#spans = spans;
    this.#chunks = chunks;
    this.#small = small;
    return spans;
  }
}

/** Cuts the text after line breaks that no sentence reaches over; joined the chunks are the text. */
function* chunksOf(text: string): Generator<string> {
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    const end = at + 1;
    if (text[end] === '\n' || continues.test(text.slice(end, end + BEGINNING))) continue;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
