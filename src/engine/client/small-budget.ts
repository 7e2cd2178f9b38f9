import type { Budget } from '../../core/protocol.ts';

/** What every machine can do, 15 rows: for those with little memory, and for those where more has failed. */
export const smallBudget = { sets: 2, samples: 5, free: 1 } as const satisfies Budget;

/** The smaller of a budget and the small one, number by number; the small one where there is none. */
export function withinSmall({ sets, samples, free }: { readonly [N in keyof Budget]?: number | undefined }): Required<Budget> {
  const least = (own: number | undefined, small: number): number => Math.min(own ?? small, small);
  return { sets: least(sets, smallBudget.sets), samples: least(samples, smallBudget.samples), free: least(free, smallBudget.free) };
}
