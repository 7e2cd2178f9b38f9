import { AvoidAutomaton } from '../../core/constraints/avoid.ts';
import { requireMachine } from '../../core/constraints/require.ts';

export interface Constraints {
  readonly avoid: readonly (readonly number[])[];
  readonly anchored?: readonly (readonly number[])[];
  readonly require: readonly (readonly number[])[];
  readonly ordered?: boolean;
}

/**
 * Tells whether any sequence of at most `maxTokens` tokens meets all constraints, whatever a model thinks of it: reachability in the
 * product of the avoid automaton and the machine of required phrases, breadth first, so that each pair of states is seen with the fewest
 * tokens.
 * @param vocabulary ids are 0…vocabulary−1
 * @param eos ends a sequence and never stands inside
 */
export function satisfiable(constraints: Constraints, vocabulary: number, eos: number, maxTokens: number): boolean {
  const avoid = new AvoidAutomaton(constraints.avoid, constraints.anchored);
  const demands = requireMachine(constraints.require, constraints.ordered);
  const ids = representatives(constraints, vocabulary, eos);
  const seen = new Set<string>();
  let layer: { at: number; met: unknown }[] = [{ at: avoid.start, met: demands.start }];
  for (let length = 0; layer.length > 0 && length <= maxTokens; length += 1) {
    if (layer.some(({ at, met }) => demands.satisfied(met) && !avoid.isBlocked(at, eos))) return true;
    const following: typeof layer = [];
    for (const { at, met } of layer) {
      for (const id of ids) {
        if (avoid.isBlocked(at, id)) continue;
        const next = { at: avoid.next(at, id), met: demands.next(met, id) };
        const key = `${next.at}/${demands.key(next.met)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        following.push(next);
      }
    }
    layer = following;
  }
  return false;
}

/** The ids that the constraints name, and one that stands for all others. */
function representatives({ avoid, anchored = [], require }: Constraints, vocabulary: number, eos: number): number[] {
  const named = new Set([...avoid, ...anchored, ...require].flat());
  const ids = [...named].filter((id) => id < vocabulary && id !== eos);
  for (let id = 0; id < vocabulary; id += 1) if (id !== eos && !named.has(id)) return [...ids, id];
  return ids;
}
