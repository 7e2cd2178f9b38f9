import { pairNames } from './pair-name.ts';
import { HUB, hubHost } from './request.ts';

/** A model on a hub, in one line: `https://huggingface.co/owner/name#q8`, as the address of its page with the export behind it. */
export interface HubAddress {
  /** Address of the host, with a `/` at the end. */
  readonly hub: string;
  /** owner/name */
  readonly id: string;
  /** Which of its exports; the first that it has when undefined. */
  readonly dtype?: string;
}

const ID = /^[\w-][\w.-]*\/[\w-][\w.-]*$/u;

/** Whether a name may be that of a model on a hub. */
export const isHubId = (name: string): boolean => ID.test(name);

export const addressOf = ({ hub, id, dtype }: HubAddress): string => hub + id + (dtype === undefined ? '' : `#${dtype}`);

/**
 * What a person pasted: an id, or the address of a model's page.
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

/** The addresses in a model's name: its own, or those of the two of a pair; none where it is no name of a hub's. @throws OtherwiseError `bad-request` */
export function addressesIn(model: string, hub?: string): readonly HubAddress[] {
  const names = pairNames(model.trim()) ?? [model];
  const found = names.flatMap((name) => readAddress(name, hub) ?? []);
  return found.length === names.length ? found : [];
}
