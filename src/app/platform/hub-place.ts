import type { HubAddress } from '../../engine/files/hub/address.ts';
import type { HubPlace } from '../../engine/files/hub/place.ts';
import { keptListing, LISTING, PART } from '../../engine/files/hub/remote.ts';

/** Name of the Cache that holds models of hubs; it begins as that of the other models does, with which it is counted and deleted. */
const STORE = 'otherwise-files-hub-1';
/** A host that nobody asks: entries are named by addresses. `ROOT/<host>/<owner>/<name>/<file>?piece=n` */
const ROOT = 'https://stored.invalid/';

type Bytes = Uint8Array<ArrayBuffer>;

const folderOf = ({ hub, id }: HubAddress): string => `${ROOT}${encodeURIComponent(hub)}/${id}/`;

/** Returns the files of a hub's model in the browser's store. A file lies there in pieces as it arrived. */
export function cachePlace(address: HubAddress): HubPlace {
  const folder = folderOf(address);
  const key = (name: string, piece: number): string => `${folder}${name}?piece=${piece}`;
  const open = (): Promise<Cache> => caches.open(STORE);
  const pieces = async (name: string): Promise<Response[]> => {
    const store = await open();
    const found: Response[] = [];
    for (;;) {
      const piece = await store.match(key(name, found.length));
      if (piece === undefined) return found;
      found.push(piece);
    }
  };
  const put = async (name: string, piece: number, bytes: Bytes): Promise<void> =>
    (await open()).put(key(name, piece), new Response(bytes, { headers: { 'Content-Length': String(bytes.byteLength) } }));
  const read = async (name: string): Promise<Bytes | undefined> => {
    const found = await pieces(name);
    if (found.length === 0) return undefined;
    return new Uint8Array(await new Blob(await Promise.all(found.map((one) => one.blob()))).arrayBuffer());
  };
  const remove = async (name: string): Promise<void> => {
    const store = await open();
    for (let piece = 0; await store.delete(key(name, piece)); piece += 1);
  };
  return {
    read,
    size: async (name) => (await pieces(name)).reduce((sum, { headers }) => sum + Number(headers.get('Content-Length')), 0),
    append: async (name, bytes) => put(name, (await pieces(name)).length, bytes),
    async rename(from, to) {
      const bytes = await read(from);
      if (bytes === undefined) return;
      await remove(to);
      await put(to, 0, bytes);
      await remove(from);
    },
    remove,
  };
}

/** The address that stands for a hub where a model came from a folder of this machine: nobody is ever asked. */
export const FOLDER = 'https://folder.invalid/';
/** Bytes of a file that are stored at once. */
const STEP = 16 * 1024 * 1024;

/**
 * Takes an export from a folder into the store, as if a hub had sent it.
 * @param name of the folder
 * @param files by their paths below it
 * @returns its address
 */
export async function storeFolder(name: string, files: ReadonlyMap<string, File>): Promise<HubAddress> {
  const address = { hub: FOLDER, id: `folder/${name.replace(/[^\w.-]/gu, '-').replace(/^\.+/u, '') || 'model'}` };
  await deleteStoredModel(address);
  const place = cachePlace(address);
  const wanted = [...files].filter(([path]) => /(?:\.json|\.jinja|\.onnx(?:_data(?:_\d+)?)?)$/u.test(path));
  for (const [path, file] of wanted)
    for (let at = 0; at < file.size; at += STEP) await place.append(path, new Uint8Array(await file.slice(at, at + STEP).arrayBuffer()));
  const listing = { sha: 'folder', siblings: wanted.map(([rfilename, { size }]) => ({ rfilename, size })) };
  await place.append(LISTING, new TextEncoder().encode(JSON.stringify(listing)));
  return address;
}

/** A model of a hub that is stored. */
export interface StoredModel {
  readonly address: HubAddress;
  readonly bytes: number;
  readonly licence: string | undefined;
  /** Tells whether nothing of it is unfinished. */
  readonly whole: boolean;
}

/** Returns the models of hubs that are stored, by their ids; none where storage is refused. */
export async function storedModels(): Promise<StoredModel[]> {
  try {
    const store = await caches.open(STORE);
    const byFolder = new Map<string, string[]>();
    for (const { url } of await store.keys()) {
      const [, folder = ''] = /^https:\/\/stored\.invalid\/([^/]+\/[^/]+\/[^/]+)\//u.exec(url) ?? [];
      byFolder.set(folder, [...(byFolder.get(folder) ?? []), url]);
    }
    const found = [...byFolder].map(async ([folder, urls]): Promise<StoredModel> => {
      const [host = '', owner = '', name = ''] = folder.split('/');
      const address = { hub: decodeURIComponent(host), id: `${owner}/${name}` };
      const sizes = await Promise.all(urls.map(async (url) => Number((await store.match(url))?.headers.get('Content-Length') ?? 0)));
      const whole = urls.some((url) => url.includes('.onnx?')) && !urls.some((url) => url.includes(`${PART}?`));
      const licence = (await keptListing(cachePlace(address)))?.licence;
      return { address, bytes: sizes.reduce((sum, size) => sum + size, 0), licence, whole };
    });
    return (await Promise.all(found)).sort((a, b) => (a.address.id < b.address.id ? -1 : 1));
  } catch {
    return [];
  }
}

/** Deletes a stored model. */
export async function deleteStoredModel(address: HubAddress): Promise<void> {
  const store = await caches.open(STORE);
  for (const entry of await store.keys()) if (entry.url.startsWith(folderOf(address))) await store.delete(entry);
}
