/** Space the page uses and may use, bytes. */
export interface StorageUse {
  readonly used: number;
  readonly quota: number;
  /** Whether the browser promised not to clear it under pressure. */
  readonly persisted: boolean;
}

/** The browser's own estimate; undefined where it gives none or refuses. */
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

/** Whether the files of a model are in a store of the service worker. */
export async function holdsModel(model: string): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  try {
    for (const name of (await caches.keys()).filter((name) => name.startsWith('otherwise-files'))) {
      const keys = await (await caches.open(name)).keys();
      if (keys.some((request) => request.url.includes(`/models/${model}/`) && request.url.includes('.bin'))) return true;
    }
  } catch {
    // Storage is refused: nothing is held.
  }
  return false;
}
