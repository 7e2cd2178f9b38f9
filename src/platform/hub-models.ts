import { addressesIn, addressOf, type HubAddress } from '../files/hub/address.ts';
import { pairName } from '../files/hub/pair-name.ts';

/**
 * The address of a model from what a person pasted, that of a pair with both; undefined where it is none.
 * @param hub whose ids are meant; Hugging Face's when empty
 */
export function hubAddress(pasted: string, hub: string): string | undefined {
  try {
    return nameOf(addressesIn(pasted, hub.trim() === '' ? undefined : hub.trim()));
  } catch {
    return undefined;
  }
}

/** The address of one export of a model. */
export const hubModel = (model: string, dtype: string): string =>
  nameOf(addressesIn(model).map((address) => ({ ...address, dtype }))) ?? model;

/** Whether a model is, or is made of, the one of an address, whichever export. */
export const isMadeOf = (model: string, { hub, id }: HubAddress): boolean =>
  addressesIn(model).some((address) => address.hub === hub && address.id === id);

function nameOf([first, second]: readonly HubAddress[]): string | undefined {
  return first && (second ? pairName(addressOf(first), addressOf(second)) : addressOf(first));
}
