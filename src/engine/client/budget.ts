import type { Budget } from '../../core/protocol.ts';

/** A budget, or the part of a request's options that is one. */
type Rows = { readonly [N in keyof Budget]?: number | undefined };

/** The small budget, 15 candidates, which every machine can draw: for those with little memory, and for those where more has failed. */
export const smallBudget = { sets: 2, samples: 5, free: 1 } as const satisfies Budget;

/** The reasons to draw less than was measured or asked for: memory is short, visits died at work, or the engine failed more than once. */
export interface Reasons {
  readonly littleMemory?: boolean;
  readonly careful?: boolean;
  readonly failing?: boolean;
}

/**
 * Gives the budget of a request: as measured or asked for or, where there is a reason, the smaller of that and the small one, number by
 * number. Where nothing was measured or asked for, it is the small one.
 */
export function budgetFor<T extends Rows>(rows: T, { littleMemory, careful, failing }: Reasons): T {
  if (!littleMemory && !careful && !failing) return rows;
  const least = (wanted: number | undefined, small: number): number => Math.min(wanted ?? small, small);
  const { sets, samples, free } = rows;
  return {
    ...rows, sets: least(sets, smallBudget.sets), samples: least(samples, smallBudget.samples), free: least(free, smallBudget.free),
  };
}
