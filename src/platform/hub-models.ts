import { addressOf, type HubAddress, readAddress } from '../files/hub/address.ts';

/** The address of a model from what a person pasted; undefined where it is none. @param hub whose ids are meant; Hugging Face's when empty */
export function hubAddress(pasted: string, hub: string): string | undefined {
  try {
    const address = readAddress(pasted, hub.trim() === '' ? undefined : hub.trim());
    return address && addressOf(address);
  } catch {
    return undefined;
  }
}

/** The address of one export of a model. */
export function hubModel(model: string, dtype: string): string {
  const address = readAddress(model);
  return address === undefined ? model : addressOf({ ...address, dtype });
}

/** Whether an address is that of a model, whichever export. */
export function isSameModel(model: string, { hub, id }: HubAddress): boolean {
  const address = readAddress(model);
  return address?.hub === hub && address.id === id;
}
