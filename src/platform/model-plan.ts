import { hasGraphics, hasLittleMemory, isPhone } from './capabilities.ts';
import { isMetered } from './network.ts';
import { holdsModel } from './storage.ts';

/** What stands for the model that suits the machine. */
export const AUTOMATIC = 'auto';
const WHOLE = 'base';
const SMALL = 'small';

/** Which model answers first, and which one takes its place when it is there. */
export interface ModelPlan {
  readonly first: string;
  readonly then?: string;
}

/**
 * A model that is named is the only one. Else the whole one answers, where it is stored or a graphics device makes it quick; elsewhere the
 * small one until the whole one is there, which is not fetched on a metered line or where memory is short.
 */
export async function planOf(wanted: string): Promise<ModelPlan> {
  if (wanted !== AUTOMATIC) return { first: wanted };
  if ((await holdsModel(WHOLE)) || (!isPhone() && (await hasGraphics()))) return { first: WHOLE };
  return hasLittleMemory() || isMetered() ? { first: SMALL } : { first: SMALL, then: WHOLE };
}
