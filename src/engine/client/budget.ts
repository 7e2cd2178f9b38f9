import type { Budget } from '../../core/protocol.ts';

/** A budget, or the part of a request's options that is one. */
type Rows = { readonly [N in keyof Budget]?: number | undefined };

/** What every machine can do, 15 rows: for those with little memory, and for those where more has failed. */
export const smallBudget = { sets: 2, samples: 5, free: 1 } as const satisfies Budget;

/** Why less is drawn than was measured or asked for: memory is short, visits died at work, or the engine failed more than once. */
export interface Reasons {
  readonly littleMemory?: boolean;
  readonly careful?: boolean;
  readonly failing?: boolean;
}

/**
 * The budget that a machine is given: as measured or asked for or, where there is a reason, the smaller of that and the small one,
 * number by number; the small one where there is none.
 */
export function budgetFor<T extends Rows>(rows: T, { littleMemory, careful, failing }: Reasons): T {
  if (!littleMemory && !careful && !failing) return rows;
  const least = (own: number | undefined, small: number): number => Math.min(own ?? small, small);
  const { sets, samples, free } = rows;
  return {
    ...rows, sets: least(sets, smallBudget.sets), samples: least(samples, smallBudget.samples), free: least(free, smallBudget.free),
  };
}
