import { naiveBlocked, naiveRequire } from './constraints.ts';

export interface SmallProblem {
  readonly vocabulary: number;
  readonly eos: number;
  readonly maxTokens: number;
  readonly avoid: readonly (readonly number[])[];
  readonly require: readonly (readonly number[])[];
  readonly ordered: boolean;
}

/** Tells whether a finished sequence (end piece not included) meets every constraint. */
export function meetsAll(problem: SmallProblem, tokens: readonly number[]): boolean {
  const { avoid, require, ordered, eos, vocabulary } = problem;
  const ids = [...tokens, eos];
  return (
    ids.every((id, k) => !naiveBlocked(avoid, [], ids.slice(0, k), vocabulary).includes(id)) &&
    naiveRequire(require, ordered, tokens).satisfied
  );
}

/** Gives every sequence of at most `maxTokens` pieces that meets everything. */
export function allSequences(problem: SmallProblem): number[][] {
  let layer: number[][] = [[]];
  const found: number[][] = [];
  for (let length = 0; length <= problem.maxTokens; length += 1) {
    found.push(...layer.filter((tokens) => meetsAll(problem, tokens)));
    layer = layer.flatMap((tokens) =>
      Array.from({ length: problem.vocabulary }, (_, id) => [...tokens, id]).filter((ids) => ids.at(-1) !== problem.eos),
    );
  }
  return found;
}
