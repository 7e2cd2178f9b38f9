import { HUB as usualHub } from '../../engine/files/hub/request.ts';
import { type HubAddress, nameOf, readAddresses } from '../../engine/files/hub/address.ts';

/**
 * Returns the address of a model from what a person pasted, or of a pair of translators (`pair:<to pivot>,<back>`); undefined where it is
 * none.
 * @param hub whose ids are meant; Hugging Face's when empty
 */
export function hubAddress(pasted: string, hub: string): string | undefined {
  try {
    const addresses = readAddresses(pasted, hub.trim() === '' ? undefined : hub.trim());
    return addresses && nameOf(addresses);
  } catch {
    return undefined;
  }
}

export { usualHub };

/** Tells whether the models of an address lie on one host: an engine may speak to one alone. */
export const isOfOneHub = (model: string): boolean => new Set(readAddresses(model)?.map(({ hub }) => new URL(hub).origin)).size === 1;

/** Returns the address of one export of a model, or of both of a pair. */
export function hubModel(model: string, dtype: string): string {
  const addresses = readAddresses(model);
  return addresses === undefined ? model : nameOf(addresses.map((address) => ({ ...address, dtype })));
}

/** Tells whether an address is that of a model, whichever export, or of a pair that it belongs to. */
export const hasModel = (model: string, { hub, id }: HubAddress): boolean =>
  readAddresses(model)?.some((address) => address.hub === hub && address.id === id) === true;
