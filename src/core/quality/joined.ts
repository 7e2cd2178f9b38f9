import type { WordKnowledge } from '../text/knowledge.ts';
import { oneSlipAway } from '../text/slips.ts';
import type { Slip } from './slips.ts';
import joined from './data/joined.json' with { type: 'json' };

/** Pairs by how they look written as one word. */
const pairs: ReadonlyMap<string, string> = new Map(joined.pairs.map((pair) => [pair.replace(' ', '').toLowerCase(), pair]));
/** A single word of fewer bits is frequent. */
const FREQUENT = 14;
const MOST = 4;

/** What the tables know of words. */
interface Tables {
  readonly words: Pick<WordKnowledge, 'closed'>;
  readonly measures: { rarity(word: string): number };
}

/**
 * A misspelling that could be two words written as one, with what it may be: those of a pair that is often joined, else the frequent
 * words one slip away (*wether*, *whether*). Two words stand beside these only where the first is a function word (*apain*,
 * *a pain*), and alone where there is no such word.
 */
export function unsplit(slip: Slip, { words, measures }: Tables): Slip {
  const splits = slip.instead.filter((text) => /\s/u.test(text));
  const pair = pairs.get(slip.text);
  if (pair !== undefined) return { ...slip, instead: [pair] };
  if (splits.length === 0) return slip;
  const frequent = [...new Set(oneSlipAway(slip.text))].map((word) => ({ word, bits: measures.rarity(word) }))
    .filter(({ word, bits }) => bits < FREQUENT && word !== slip.text).toSorted((a, b) => a.bits - b.bits);
  const singles = [...slip.instead.filter((text) => !splits.includes(text)), ...frequent.slice(0, MOST).map(({ word }) => word)];
  if (singles.length === 0) return slip;
  return { ...slip, instead: [...new Set([...singles, ...splits.filter((text) => words.closed(text.split(/\s/u)[0] ?? ''))])] };
}
