import type { IdfTable } from '../../../core/text/idf.ts';
import type { Lexicon } from '../../../core/text/lexicon.ts';
import { wordTokens } from '../../../core/text/words.ts';

/** The bits (inverse sentence frequency) below which a word is common. */
const RARE = 8.5;
/** The bits by which a substitute must be commoner: four times as frequent. */
const GAIN = 2;
const MOST = 3;

/**
 * Finds the rare words of a sentence for which the lexicon has a much commoner one of the same or a wider meaning, the rarest first, at
 * most three. When they are avoided, the common ones take their place. Capitalised words inside the sentence are names and stay.
 */
export function difficultWords(sentence: string, idf: IdfTable, lexicon: Lexicon): string[] {
  const found = wordTokens(sentence).flatMap(({ text, start }) => {
    const rarity = idf.idf(text) ?? 0;
    const name = start > 0 && /^\p{Lu}/u.test(text);
    if (name || rarity < RARE) return [];
    const commoner = lexicon
      .alternatives(text)
      .some(({ word, relation }) => relation !== 'reverse' && (idf.idf(word) ?? Infinity) <= rarity - GAIN);
    return commoner ? [{ text, rarity }] : [];
  });
  return [...new Set(found.toSorted((a, b) => b.rarity - a.rarity).map(({ text }) => text))].slice(0, MOST);
}
