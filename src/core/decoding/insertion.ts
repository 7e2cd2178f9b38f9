import type { Random } from './random.ts';
import type { Start } from './steering.ts';
import { constrainedTopK, draw } from './top-k.ts';

/** The very beginning of a text is less welcome than its gap says, by so many nats: what follows has to suit a forced opening. */
const openingCost = 2;

/** A place where a sample could have begun a required phrase: after `length` tokens. */
export interface InsertionPoint {
  readonly length: number;
  readonly start: Start;
}

/** The second course of a sample: it takes these tokens first, then begins the other required phrases where the gap is as good as hoped. */
export interface Insertion {
  readonly script: readonly number[];
  readonly hoped: ReadonlyMap<string, number>;
}

/**
 * Plans the second course of a sample that ended without its required phrases. For each missing phrase a place is drawn, likelier where its
 * first token fell short of the model's best by less. The earliest of the drawn places is taken, so that the others still lie ahead.
 * @param places all that were noted, of missing phrases only
 * @returns the tokens up to the place and the phrase there; all tokens when no phrase fitted anywhere
 */
export function planInsertion(tokens: readonly number[], places: readonly InsertionPoint[], random: Random): Insertion {
  const byPhrase = new Map<string, InsertionPoint[]>();
  for (const place of places) byPhrase.set(place.start.phrase, [...(byPhrase.get(place.start.phrase) ?? []), place]);
  const hoped = new Map([...byPhrase].map(([phrase, points]) => [phrase, Math.max(...points.map(({ start }) => start.gap))]));
  const drawn = [...byPhrase.values()].flatMap((points) => {
    const chosen = draw(
      constrainedTopK(
        points.map(({ length, start }, id) => ({ id, logProb: start.gap - (length === 0 ? openingCost : 0) })),
        () => false,
        points.length,
        1,
      ),
      random.uniform(),
    );
    const place = chosen === undefined ? undefined : points[chosen];
    return place ? [place] : [];
  });
  const first = drawn.sort((a, b) => a.length - b.length)[0];
  return { script: first ? [...tokens.slice(0, first.length), ...first.start.pieces] : [...tokens], hoped };
}
