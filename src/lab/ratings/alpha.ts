/**
 * Returns Krippendorff's alpha for values on a scale of equal steps: 1 less the mean squared difference within units over that between any
 * two values ("Computing Krippendorff's Alpha-Reliability", 2011, interval metric). For values of 0 and 1 it is the nominal one.
 *
 * @param units the values of each; units with fewer than two count for nothing
 * @returns at most 1; undefined when all values are the same or there are none
 */
export function alpha(units: readonly (readonly number[])[]): number | undefined {
  const paired = units.filter((values) => values.length > 1);
  const all = paired.flat();
  const expected = variance(all);
  if (all.length === 0 || expected === 0) return undefined;
  return 1 - paired.reduce((sum, values) => sum + values.length * variance(values), 0) / all.length / expected;
}

/** Gives half of what two of the values differ by on average, squared. */
function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
