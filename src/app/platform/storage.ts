import { isPackaged, readListed } from '../../engine/files/list.ts';

/** Tells whether models are stored apart from the page; an extension has them in its package. */
export const storesModels = !isPackaged(location);

/** Space the page uses and may use, bytes. */
export interface StorageUse {
  readonly used: number;
  readonly quota: number;
  /** Tells whether the browser promised not to clear it under pressure. */
  readonly persisted: boolean;
}

/** Returns the browser's own estimate; undefined where it gives none or refuses. */
export async function storageUse(): Promise<StorageUse | undefined> {
  try {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { used: usage, quota, persisted: await navigator.storage.persisted().catch(() => false) };
  } catch {
    return undefined;
  }
}

/** Asks the browser to keep models and text; some browsers ask the user. @returns whether it will */
export async function keepStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** Deletes every stored model and runtime file; the shell and the text stay. @returns whether none is left */
export async function deleteModels(): Promise<boolean> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith('otherwise-files'));
    await Promise.all(names.map((name) => caches.delete(name)));
    return true;
  } catch {
    return false;
  }
}

/** The stores of models and runtime files. They are the service worker's; none where storage is refused. */
async function stores(): Promise<Cache[]> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith('otherwise-files'));
    return await Promise.all(names.map((name) => caches.open(name)));
  } catch {
    return [];
  }
}

/** The weights of a model: their addresses as they are stored, and all bytes of its files; undefined where it can't be told. */
async function weightsOf(model: string): Promise<{ readonly stored: readonly string[]; readonly bytes: number } | undefined> {
  const folder = new URL(`models/${model}/`, document.baseURI);
  const answer = await fetch(new URL('manifest.json', folder)).catch(() => undefined);
  const manifest: unknown = answer?.ok === true ? await answer.json().catch(() => undefined) : undefined;
  const listed = readListed(manifest);
  if (listed.size === 0) return undefined;
  const shards = [...listed].filter(([file]) => file.endsWith('.bin'));
  const stored = shards.map(([file, { sha256 }]) => `${new URL(file, folder).href}?sha256=${sha256}`);
  return { stored, bytes: [...listed.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Tells whether all weights of a model are on this machine. */
export async function holdsModel(model: string): Promise<boolean> {
  // One of a hub is chosen once it is stored.
  if (model.includes(':')) return true;
  const weights = await weightsOf(model);
  if (weights === undefined || !storesModels) return weights !== undefined;
  const keys = await Promise.all((await stores()).map((store) => store.keys().catch(() => [])));
  const kept = new Set(keys.flat().map(({ url }) => url));
  return weights.stored.every((url) => kept.has(url));
}

/** Says how much a model is to download, bytes; undefined where it can't be told. */
export async function modelBytes(model: string): Promise<number | undefined> {
  return (await weightsOf(model))?.bytes;
}

/** Says what the stored models and runtime files take, bytes. */
export async function storedBytes(): Promise<number> {
  let bytes = 0;
  for (const store of await stores()) {
    for (const response of await store.matchAll().catch(() => [])) {
      bytes += Number(response.headers.get('Content-Length') ?? (await response.blob().catch(() => undefined))?.size ?? 0);
    }
  }
  return bytes;
}
