import { hasGraphics, hasLittleMemory } from './capabilities.ts';
import { isMetered } from './network.ts';
import { holdsModel } from './storage.ts';

/** The name that stands for the model that suits the machine. */
export const AUTOMATIC = 'auto';
const WHOLE = 'base';
const SMALL = 'small';

/**
 * Chooses the models: a named one alone. Else the whole one answers, where it is stored or a graphics device makes it quick; elsewhere the
 * small one until the whole one is there. That is not fetched on a metered line, where memory is short, or where less is to be done
 * (`careful`).
 */
export async function planOf(wanted: string, careful: boolean): Promise<{ readonly first: string; readonly then?: string }> {
  if (wanted !== AUTOMATIC) return { first: wanted };
  if ((await holdsModel(WHOLE)) || (!isPhone() && (await hasGraphics()))) return { first: WHOLE };
  return careful || hasLittleMemory() || isMetered() ? { first: SMALL } : { first: SMALL, then: WHOLE };
}

/** Tells whether the page runs on a phone. */
function isPhone(): boolean {
  const { userAgentData } = navigator as Navigator & { userAgentData?: { readonly mobile: boolean } };
  return userAgentData?.mobile ?? matchMedia('(pointer: coarse) and (max-width: 48rem)').matches;
}
