import type { WordKnowledge } from '../text/knowledge.ts';
import { oneSlipAway } from '../text/slips.ts';
import type { Slip } from './slips.ts';
import joined from './data/joined.json' with { type: 'json' };

/** Pairs by how they look written as one word. */
const pairs: ReadonlyMap<string, string> = new Map(joined.pairs.map((pair) => [pair.replace(' ', '').toLowerCase(), pair]));
/** A single word of fewer bits is frequent. */
const FREQUENT = 14;
const MOST = 4;

/** The tables of words that are read here. */
interface Tables {
  readonly words: Pick<WordKnowledge, 'closed'>;
  readonly measures: { rarity(word: string): number };
}

/** Gives the most frequent words one slip away from a word in small letters, the most frequent first. */
export function frequentNear(text: string, measures: Tables['measures']): string[] {
  const frequent = [...new Set(oneSlipAway(text))].map((word) => ({ word, bits: measures.rarity(word) }))
    .filter(({ word, bits }) => bits < FREQUENT && word !== text).toSorted((a, b) => a.bits - b.bits);
  return frequent.slice(0, MOST).map(({ word }) => word);
}

/**
 * Gives a misspelling that may be two words written as one (*apain*: *a pain*) with better suggestions. A pair that is often joined
 * (`joined.json`) is the only suggestion. Otherwise, where the dictionary suggests two words, single words come first: the dictionary's,
 * then frequent words one slip away (*wether*: *whether*). A suggestion of two words follows only if its first word is a function word.
 * If there are no single words, the suggestions stay as they are.
 */
export function unsplit(slip: Slip, { words, measures }: Tables): Slip {
  const splits = slip.instead.filter((text) => /\s/u.test(text));
  const pair = pairs.get(slip.text);
  if (pair !== undefined) return { ...slip, instead: [pair] };
  if (splits.length === 0) return slip;
  const singles = [...slip.instead.filter((text) => !splits.includes(text)), ...frequentNear(slip.text, measures)];
  if (singles.length === 0) return slip;
  return { ...slip, instead: [...new Set([...singles, ...splits.filter((text) => words.closed(text.split(/\s/u)[0] ?? ''))])] };
}
