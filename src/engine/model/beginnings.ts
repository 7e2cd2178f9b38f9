/** The number of positions that are read at once. */
export const STRETCH = 4;

/** A stretch of positions, shared by all sequences that are equal up to its end. */
export interface Stretch {
  /** The ids [STRETCH], filled up with zeros behind the end of a sequence. */
  readonly ids: readonly number[];
  /** The index of the stretch before it in the layer before; undefined at the beginning. */
  readonly before: number | undefined;
}

/** Sequences cut into stretches, each of which is stored once for all sequences that begin alike. */
export interface Beginnings {
  /** Layer 0 has the first stretches, layer 1 the second ones and so on. */
  readonly layers: readonly (readonly Stretch[])[];
  /** The stretches of each sequence, by their indices in the layers. */
  readonly paths: readonly (readonly number[])[];
}

/**
 * Cuts sequences into stretches. The output of a causal network at a position depends on those before it, so equal beginnings are read once
 * for all.
 */
export function beginningsOf(sequences: readonly (readonly number[])[]): Beginnings {
  const layers: { places: Map<string, number>; stretches: Stretch[] }[] = [];
  const paths = sequences.map((sequence) => {
    const path: number[] = [];
    for (let at = 0; at < sequence.length; at += STRETCH) {
      const { places, stretches } = layers[path.length] ??= { places: new Map(), stretches: [] };
      const ids = Array.from({ length: STRETCH }, (_, i) => sequence[at + i] ?? 0);
      const stretch = { ids, before: path.at(-1) };
      const key = `${stretch.before}:${ids.join()}`;
      const place = places.get(key) ?? stretches.push(stretch) - 1;
      places.set(key, place);
      path.push(place);
    }
    return path;
  });
  return { layers: layers.map(({ stretches }) => stretches), paths };
}
