import { findPhrase } from '../../../core/text/words.ts';
import { LONGEST_SENTENCE } from '../documents/texts.ts';
import type { Wish, Wishes } from '../documents/wishes.ts';

/** A stretch of a sentence with its constraint. */
export interface WishedPart {
  readonly text: string;
  readonly wish: Wish;
}

/** Splits a sentence into stretches: the avoided or required words and phrases, and the text between. */
export function wishedParts(sentence: string, { avoid, require }: Wishes): WishedPart[] {
  if (sentence.length > LONGEST_SENTENCE) return [{ text: sentence, wish: 'neutral' }];
  const found = [...placesOf(sentence, avoid, 'avoid'), ...placesOf(sentence, require, 'require')].toSorted((a, b) => a.start - b.start);
  const parts: WishedPart[] = [];
  let at = 0;
  for (const { text, start, end, wish } of found) {
    if (start < at) continue;
    if (start > at) parts.push({ text: sentence.slice(at, start), wish: 'neutral' });
    parts.push({ text, wish });
    at = end;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at), wish: 'neutral' });
  return parts;
}

function placesOf(sentence: string, phrases: readonly string[], wish: Wish) {
  return phrases.flatMap((phrase) => findPhrase(sentence, phrase).map((span) => ({ ...span, wish })));
}
