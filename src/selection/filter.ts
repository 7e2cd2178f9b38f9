import { comparisonKey } from './normalise.ts';

/** A candidate before it is scored; `forward` is the negative log-likelihood per piece (nats) under which it was sampled. */
export interface Candidate {
  readonly text: string;
  readonly forward: number;
}

/** A candidate with both scores: negative log-likelihoods per piece in nats, end of sentence counted, lower is better. */
export interface ScoredCandidate extends Candidate {
  readonly backward: number;
}

export interface Distinct<T> {
  readonly kept: readonly T[];
  /** Why the others are gone: no words at all, the source again, or another candidate again. */
  readonly dropped: { readonly empty: number; readonly copies: number; readonly duplicates: number };
}

/**
 * Drops empty candidates, copies of the source and duplicates, all by `comparisonKey` (seeds-spec 2.1: duplicates go before scoring).
 * Of duplicates the one with the lowest forward score stays, the earlier one in a tie, at the place of the first.
 */
export function distinctCandidates<T extends Candidate>(source: string, candidates: readonly T[]): Distinct<T> {
  const sourceKey = comparisonKey(source);
  const kept = new Map<string, T>();
  const dropped = { empty: 0, copies: 0, duplicates: 0 };
  for (const candidate of candidates) {
    const key = comparisonKey(candidate.text);
    const rival = kept.get(key);
    if (key === '') dropped.empty++;
    else if (key === sourceKey) dropped.copies++;
    else if (rival === undefined) kept.set(key, candidate);
    else {
      dropped.duplicates++;
      if (candidate.forward < rival.forward) kept.set(key, candidate);
    }
  }
  return { kept: [...kept.values()], dropped };
}

export interface Acceptance<T> {
  readonly kept: readonly T[];
  /** `score`: the sum lies above the threshold; `unscored`: the sum is no finite number. */
  readonly dropped: { readonly score: number; readonly unscored: number };
}

/**
 * Keeps the candidates whose forward and backward scores sum to at most the threshold, in their order (ParaBank 2 §2.2:
 * dropped when the sum of the two negative log-likelihoods exceeds 3.5; read per piece, seeds-spec 2.1).
 */
export function acceptCandidates<T extends ScoredCandidate>(candidates: readonly T[], threshold: number): Acceptance<T> {
  const dropped = { score: 0, unscored: 0 };
  const kept = candidates.filter(({ forward, backward }) => {
    const score = forward + backward;
    if (!Number.isFinite(score)) dropped.unscored++;
    else if (score > threshold) dropped.score++;
    else return true;
    return false;
  });
  return { kept, dropped };
}
