import { HUB, hubHost } from './request.ts';

/** A model on a hub, in one line: `https://huggingface.co/owner/name#q8`, as the address of its page with the export behind it. */
export interface HubAddress {
  /** Address of the host, with a `/` at the end. */
  readonly hub: string;
  /** The model's name on the hub, owner/name. */
  readonly id: string;
  /** The name of one of its exports; the first that it has when undefined. */
  readonly dtype?: string;
}

const ID = /^[\w-][\w.-]*\/[\w-][\w.-]*$/u;

/** Tells whether a name may be that of a model on a hub. */
export const isHubId = (name: string): boolean => ID.test(name);

/** The beginning of the name of a pair of translators: `pair:<to pivot>,<back>`. */
const PAIR = 'pair:';

/** Reads the models that a name has: two of a pair, else one. @returns undefined where one of them is no address and no id */
export function readAddresses(pasted: string, hub = HUB): readonly [HubAddress, ...HubAddress[]] | undefined {
  const isPair = pasted.trim().startsWith(PAIR);
  const names = isPair ? pasted.trim().slice(PAIR.length).split(',') : [pasted];
  const [first, ...others] = names.map((name) => readAddress(name, hub));
  if (first === undefined || others.length !== (isPair ? 1 : 0)) return undefined;
  const known = others.filter((other) => other !== undefined);
  return known.length === others.length ? [first, ...known] : undefined;
}

/** Returns the name of one model, or of a pair, by the addresses. */
export const nameOf = (addresses: readonly HubAddress[]): string =>
  (addresses.length > 1 ? PAIR : '') + addresses.map(addressOf).join(',');

export const addressOf = ({ hub, id, dtype }: HubAddress): string => hub + id + (dtype === undefined ? '' : `#${dtype}`);

/**
 * Says what a person pasted: an id, or the address of a model's page.
 * @param hub that is meant where only an id is given
 * @returns undefined where it is neither
 */
export function readAddress(pasted: string, hub = HUB): HubAddress | undefined {
  const [place = '', dtype] = pasted.trim().split('#');
  const tail = dtype ? { dtype } : {};
  if (isHubId(place)) return { hub: hubHost(hub).url, id: place, ...tail };
  if (!URL.canParse(place) || !/^https?:\/\//u.test(place)) return undefined;
  const { origin, pathname } = new URL(place);
  const id = pathname.replace(/\/(?:tree|blob|resolve)\/.*$/u, '').split('/').filter(Boolean).slice(-2).join('/');
  const before = pathname.slice(0, pathname.indexOf(id));
  return isHubId(id) ? { hub: hubHost(origin + before).url, id, ...tail } : undefined;
}
