const OPEN = 'otherwise-open-document';

/** Talks to the other tabs of this page. Where the browser can't, nothing is heard. @returns a function that tells them something */
export function listenToTabs(listener: (message: unknown) => void): (message: unknown) => void {
  if (typeof BroadcastChannel !== 'function') return () => undefined;
  const channel = new BroadcastChannel('otherwise');
  channel.onmessage = (event) => listener(event.data as unknown);
  return (message) => channel.postMessage(message);
}

/** The document this tab had open before it was reloaded. */
export function documentOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(OPEN) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberDocumentOfTab(id: string): void {
  try {
    sessionStorage.setItem(OPEN, id);
  } catch {
    // Storage is refused: the newest document is opened after a reload.
  }
}

/** A name nobody else has. Not randomUUID: that one is missing on pages served without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Does a task that one tab does at a time. Where the browser has no locks, nothing is known of other tabs.
 * @returns whether it was this one's to do
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
