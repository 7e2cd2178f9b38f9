import type { Random } from './random.ts';
import type { Start } from './steering.ts';
import { constrainedTopK, draw } from './top-k.ts';

/** Nats by which the very beginning is less welcome than its gap says: what follows a forced opening has to be bent to it. */
const openingCost = 2;

/** Where a demand could have begun on a sample's way: after `length` pieces. */
export interface InsertionPoint {
  readonly length: number;
  readonly start: Start;
}

/** What a sample does on its second course: these pieces first, then the rest of the demands where the gap is as good as hoped. */
export interface Insertion {
  readonly script: readonly number[];
  readonly hoped: ReadonlyMap<string, number>;
}

/**
 * Plans the second course of a sample that ended without its demands: for each unmet demand a place is drawn, likelier
 * where its beginning fell short of the model's best piece by less; the earliest of the drawn places is taken, so that
 * the others still lie ahead.
 * @param places all that were noted, of unmet demands only
 * @returns the pieces up to the place and the demand there; all pieces when no demand fitted anywhere
 */
export function planInsertion(tokens: readonly number[], places: readonly InsertionPoint[], random: Random): Insertion {
  const byPhrase = new Map<string, InsertionPoint[]>();
  for (const place of places) byPhrase.set(place.start.phrase, [...(byPhrase.get(place.start.phrase) ?? []), place]);
  const hoped = new Map([...byPhrase].map(([phrase, own]) => [phrase, Math.max(...own.map(({ start }) => start.gap))]));
  const drawn = [...byPhrase.values()].flatMap((own) => {
    const chosen = draw(
      constrainedTopK(
        own.map(({ length, start }, id) => ({ id, logProb: start.gap - (length === 0 ? openingCost : 0) })),
        () => false,
        own.length,
        1,
      ),
      random.uniform(),
    );
    const place = chosen === undefined ? undefined : own[chosen];
    return place ? [place] : [];
  });
  const first = drawn.sort((a, b) => a.length - b.length)[0];
  return { script: first ? [...tokens.slice(0, first.length), ...first.start.pieces] : [...tokens], hoped };
}
