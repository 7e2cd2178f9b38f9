import type { Budget } from '../../workers/protocol.ts';

/** What every machine can do, 15 rows: for those with little memory, and for those where more has failed. */
export const smallBudget: Budget = { sets: 3, samples: 5 };

/** The smaller of a budget and the small one, number by number; the small one where there is none. */
export function withinSmall({ sets, samples }: Partial<Budget>): Budget {
  return { sets: Math.min(sets ?? smallBudget.sets, smallBudget.sets), samples: Math.min(samples ?? smallBudget.samples, smallBudget.samples) };
}
