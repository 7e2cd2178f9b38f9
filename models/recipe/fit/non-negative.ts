/** One observation: features, target, and how much it counts. */
export interface Observation {
  readonly features: readonly number[];
  readonly target: number;
  readonly weight: number;
}

/**
 * Least squares with coefficients that may not be negative and a ridge on the standardised features, by coordinate descent:
 * minimises the weighted mean of (target − Σ c f)² + ridge Σ (c s)², where s is the root mean square of a feature.
 *
 * The objective is convex, so the result does not depend on where the descent starts. A feature that is always 0 gets 0.
 * @returns one coefficient a feature
 */
export function fitNonNegative(observations: readonly Observation[], ridge: number, rounds = 500): number[] {
  const size = observations[0]?.features.length ?? 0;
  const total = observations.reduce((sum, { weight }) => sum + weight, 0);
  const gram = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  for (const { features, target, weight } of observations) {
    for (let j = 0; j < size; j++) {
      const x = (features[j] ?? 0) * (weight / total);
      if (x === 0) continue;
      right[j] = (right[j] ?? 0) + x * target;
      const row = gram[j];
      if (row) for (let k = 0; k < size; k++) row[k] = (row[k] ?? 0) + x * (features[k] ?? 0);
    }
  }
  const coefficients = new Array<number>(size).fill(0);
  for (let round = 0; round < rounds; round++) {
    let moved = 0;
    for (const [j, row] of gram.entries()) {
      const own = row[j] ?? 0;
      if (own === 0) continue;
      const rest = coefficients.reduce((sum, value, k) => (k === j ? sum : sum + value * (row[k] ?? 0)), 0);
      const next = Math.max(0, ((right[j] ?? 0) - rest) / (own * (1 + ridge)));
      moved = Math.max(moved, Math.abs(next - (coefficients[j] ?? 0)));
      coefficients[j] = next;
    }
    if (moved < 1e-9) break;
  }
  return coefficients;
}
