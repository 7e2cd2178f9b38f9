import { OtherwiseError } from '../errors.ts';

/** A distribution over a few tokens, most probable first; empty when everything was blocked. */
export interface Distribution {
  readonly ids: readonly number[];
  readonly probabilities: readonly number[];
}

export interface TokenCandidate {
  readonly id: number;
  /** Natural logarithm, up to a constant that all candidates share. */
  readonly logProb: number;
}

/**
 * Gives the constrained top k (ParaBank 2 §2.1): blocked tokens are removed, the k most probable of the rest are kept (ties to the lower
 * id), rescaled by the temperature and renormalised. It is exact when `candidates` holds the k most probable tokens that are not blocked.
 * @param temperature p becomes p^(1/temperature)
 * @throws OtherwiseError `bad-request` for k < 1 or a temperature that is not positive
 */
export function constrainedTopK(
  candidates: readonly TokenCandidate[],
  blocked: (id: number) => boolean,
  k: number,
  temperature: number,
): Distribution {
  if (!Number.isInteger(k) || k < 1) throw new OtherwiseError('bad-request', `k is ${k}; it must be a whole number of at least 1.`);
  if (!(temperature > 0) || !Number.isFinite(temperature))
    throw new OtherwiseError('bad-request', `The temperature is ${temperature}; it must be above 0.`);
  const sorted = [...candidates].sort((a, b) => b.logProb - a.logProb || a.id - b.id);
  const top: TokenCandidate[] = [];
  for (const candidate of sorted) {
    if (top.length === k) break;
    if (candidate.logProb > -Infinity && !blocked(candidate.id)) top.push(candidate);
  }
  const best = top[0]?.logProb ?? 0;
  const weights = top.map((candidate) => Math.exp((candidate.logProb - best) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { ids: top.map((candidate) => candidate.id), probabilities: weights.map((weight) => weight / total) };
}

/**
 * Returns the token at the quantile `u` of a distribution.
 * @param u uniform in [0, 1)
 * @returns its id, or undefined when the distribution is empty
 */
export function draw(distribution: Distribution, u: number): number | undefined {
  let rest = u;
  for (const [index, probability] of distribution.probabilities.entries()) {
    rest -= probability;
    if (rest < 0) return distribution.ids[index];
  }
  // Rounding may leave a hair above the last one.
  return distribution.ids.at(-1);
}
