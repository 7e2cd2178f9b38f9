const OPEN = 'otherwise-open-document';

/** Talks to the other tabs of this page. Where the browser can't, nothing is heard. @returns a function that tells them something */
export function listenToTabs(listener: (message: unknown) => void): (message: unknown) => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel('otherwise');
  channel.onmessage = (event) => listener(event.data as unknown);
  return (message) => channel.postMessage(message);
}

/** Returns the id of the document that this tab had open before it was reloaded; undefined where there was none. */
export function documentOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(OPEN) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the id of the document that this tab has open, for `documentOfTab` after a reload. */
export function rememberDocumentOfTab(id: string): void {
  try {
    sessionStorage.setItem(OPEN, id);
  } catch {
    // Storage is refused: the newest document is opened after a reload.
  }
}

/** Makes a name that nobody else has, 24 hex digits. It does not use randomUUID, which is missing on pages served without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Runs a task unless another tab is running one of the same name. Where the browser has no locks, it always runs it.
 * @returns whether the task was run here
 */
export async function alone(name: string, task: () => Promise<void>): Promise<boolean> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return task().then(() => true);
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await task();
    return true;
  });
}
