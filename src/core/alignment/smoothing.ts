const reach = 2;

/**
 * Replaces each value by the mean of itself and its neighbours, two on each side (Wang & Callison-Burch 2011 §3.3). At the
 * edges the mean is over the neighbours that exist.
 */
export function smooth(values: readonly number[]): number[] {
  return values.map((_, place) => {
    const window = values.slice(Math.max(0, place - reach), place + reach + 1);
    return window.reduce((sum, value) => sum + value, 0) / window.length;
  });
}
