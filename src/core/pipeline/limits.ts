import { OtherwiseError } from '../errors.ts';
import { splitSentences } from '../text/sentences.ts';
import { wordTokens } from '../text/words.ts';
import { maxPieces } from './plan.ts';
import type { Tools } from './tools.ts';

/** Longest text of one request. */
export const MAX_CHARACTERS = 2000;
export const MAX_PIECES = 256;

const letter = /\p{L}/u;

/** @throws OtherwiseError `text-empty`, `text-too-long`, `nothing-to-rewrite` */
export function checkText(clean: string, tools: Tools): void {
  if (clean === '') throw new OtherwiseError('text-empty', 'There is no text. Give at least one word.');
  if (clean.length > MAX_CHARACTERS)
    throw tooLong(clean, tools, `The text has ${clean.length} characters; ${MAX_CHARACTERS} are the most. Give it in parts.`);
  if (!letter.test(clean)) throw new OtherwiseError('nothing-to-rewrite', 'The text has no letters, so there is nothing to rewrite.');
  const pieces = tools.pieces.encode(clean).length;
  if (pieces > MAX_PIECES) throw tooLong(clean, tools, `The text has ${pieces} tokens; ${MAX_PIECES} are the most. Give it in parts.`);
}

/** A sentence and its longest rewrite must fit the model. @throws OtherwiseError `text-too-long` */
export function checkLength(sentence: string, tools: Tools): void {
  const [pieces, most] = [tools.pieces.encode(sentence).length, mostPieces(tools)];
  if (pieces > most)
    throw tooLong(sentence, tools, `A sentence has ${pieces} tokens; this model can rewrite ${most} at once. Split it.`);
}

/** Longest sentence that the model can rewrite. */
function mostPieces({ model }: Tools): number {
  const marks = 8;
  const fits = (pieces: number): boolean => pieces + maxPieces(pieces) + marks <= model.maxPositions + maxPieces(0);
  let pieces = MAX_PIECES;
  while (pieces > 0 && !fits(pieces)) pieces -= 1;
  return pieces;
}

/** Counts in words for people: so many as long as those of this text fit, as one sentence if it is one. */
function tooLong(text: string, tools: Tools, message: string): OtherwiseError {
  const sample = text.slice(0, MAX_CHARACTERS);
  const share = wordTokens(sample).length / tools.pieces.encode(sample).length;
  const limit = splitSentences(sample).length > 1 ? MAX_PIECES : mostPieces(tools);
  return new OtherwiseError('text-too-long', message, { excess: { words: wordTokens(text).length, most: Math.floor(share * limit) } });
}
