import type { Rewrite } from '../../../core/protocol.ts';
import { foldWord } from '../../../core/text/words.ts';

/**
 * Gives a corrected sentence without the corrections of words in the user's dictionary; none where no correction is left. The offsets of
 * corrections are code points of the source.
 * @param known words of the user's dictionary
 */
export function correctedOf(source: string, rewrites: readonly Rewrite[], known: readonly string[]): readonly Rewrite[] {
  const words = new Set(known.map(foldWord));
  const points = [...source];
  return rewrites.flatMap((rewrite) => {
    const corrections = (rewrite.corrections ?? []).filter(({ text }) => !words.has(foldWord(text)));
    if (corrections.length === 0) return [];
    const text = corrections.toReversed().reduce(
      (all, { start, end, instead }) => [...all.slice(0, start), ...instead, ...all.slice(end)], points,
    ).join('');
    return [{ ...rewrite, text, corrections }];
  });
}
