import { asSentence, borders, standsAlone, type Border } from './clauses.ts';
import { wordTokens } from './words.ts';

/** A sentence of so many words reads and rewrites well; no part is longer. The models take about 200 words. */
const GOOD = 25;
const MOST = 120;

/** The beginning of a part of a question that is a question by itself. */
const asks = new RegExp(
  '^(?:(?:and|but|or) )?(?:who|what|when|where|why|how|which|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\\b',
  'iu',
);

/** The parts of a sentence up to a place, and their cost together. */
interface Way {
  readonly cost: number;
  readonly parts: readonly string[];
}

const none: Way = { cost: Infinity, parts: [] };

/**
 * Splits a long sentence at the best borders of its clauses, into parts of about the same length that can stand alone, each with a capital
 * letter and an end. A conjunction stays at the beginning of its part. The same sentence gives the same parts, and [] where it can't be cut
 * so that no part is too long.
 */
export function splitLong(sentence: string): string[] {
  const text = sentence.trim();
  const cuts: readonly Border[] = [{ end: 0, start: 0, cost: 0 }, ...borders(text), { end: text.length, start: text.length, cost: 0 }];
  const counts = wordsBefore(text, cuts.map(({ start }) => start));
  const ways: Way[] = [{ cost: 0, parts: [] }];
  for (let to = 1; to < cuts.length; to += 1) {
    let best = none;
    for (let from = to - 1; from >= 0; from -= 1) {
      const words = (counts[to] ?? 0) - (counts[from] ?? 0);
      if (words > MOST) break;
      const [way, cut] = [ways[from] ?? none, cuts[from]];
      const cost = way.cost + (cut?.cost ?? 0) + (words / GOOD) ** 2;
      const isAll = from === 0 && to === cuts.length - 1;
      const part = text.slice(cut?.start, cuts[to]?.end);
      if (cost < best.cost && !isAll && standsAlone(part)) best = { cost, parts: [...way.parts, part] };
    }
    ways.push(best);
  }
  const parts = ways.at(-1)?.parts ?? [];
  return parts.map((part) => asSentence(part, text.endsWith('?') && asks.test(part) ? '?' : '.'));
}

/** Counts the words that begin before each of some places, which are in order. */
function wordsBefore(text: string, places: readonly number[]): number[] {
  const starts = wordTokens(text).map(({ start }) => start);
  let count = 0;
  return places.map((place) => {
    while ((starts[count] ?? Infinity) < place) count += 1;
    return count;
  });
}
