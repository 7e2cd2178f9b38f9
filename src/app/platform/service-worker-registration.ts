const RELOADED = 'otherwise-isolated-once';
/**
 * The longest time that the page waits for its service worker on a first visit, ms. A model that is loaded without the worker is not
 * stored for the next visit. The worker installs in seconds, while a model takes minutes on a slow network.
 */
const PATIENCE = 60_000;

/** The worker this page was loaded by, which has its build. */
const { controller: ours = null } = (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker ?? {};

/**
 * Registers the service worker. `onUpdate` is called when a new build waits, and again when it was `taken` by another tab, after which what
 * this page has not fetched of its own build is gone; `apply` switches to it and reloads. Nothing reloads by itself: an
 * update never comes in the middle of work.
 */
export async function registerServiceWorker(url: string, onUpdate: (apply: () => void, taken: boolean) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  let current = ours;
  let asked = false;
  const look = (): void => {
    const { controller } = navigator.serviceWorker;
    if (controller === null || controller === current) return;
    if (asked) location.reload();
    else if (current !== null) onUpdate(() => location.reload(), true);
    current = controller;
  };
  navigator.serviceWorker.addEventListener('controllerchange', look);
  const registration = await navigator.serviceWorker.register(url, { updateViaCache: 'none' });
  const offer = (worker: ServiceWorker): void => {
    onUpdate(() => {
      asked = true;
      worker.postMessage('skip-waiting');
    }, false);
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
  look();
  await untilControlled(registration);
}

/**
 * Waits until the first service worker controls this page, or fails to install, but not longer than PATIENCE. It does not wait where an
 * active worker was bypassed (Shift+Reload).
 */
async function untilControlled({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ?? installing ?? waiting;
  if (navigator.serviceWorker.controller || worker === null || worker.state === 'activated') return;
  await new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    worker.addEventListener('statechange', () => {
      if (worker.state === 'redundant') resolve();
    });
    setTimeout(resolve, PATIENCE);
  });
}

/**
 * On hosts that send no isolation headers the service worker adds them, from the second load on. Reloads once when that would help.
 * @returns true when the page is about to reload
 */
export function reloadForIsolation(): boolean {
  if (crossOriginIsolated || !('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return false;
  try {
    if (sessionStorage.getItem(RELOADED)) return false;
    sessionStorage.setItem(RELOADED, '1');
  } catch {
    return false;
  }
  location.reload();
  return true;
}
