import { tick } from 'svelte';

type Change = () => void | Promise<void>;

let waiting: Change | undefined;

/** Carries out the change that waits for the browser's picture of the page before it. */
function carryOut(): void | Promise<void> {
  const change = waiting;
  waiting = undefined;
  return change?.();
}

/**
 * Changes the page so that it fades from the one state into the other, where the browser can do that and the user wants
 * motion; else at once. The change comes a frame later then, but before anything else the user does (see `watchInput`).
 */
export function fade(change: Change): void {
  void carryOut();
  if (!('startViewTransition' in document) || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    void change();
    return;
  }
  waiting = change;
  const transition = document.startViewTransition(async () => {
    await carryOut();
    await tick();
  });
  // A transition that is cut short by the next one or by a hidden page is none of anybody's business; the change is made all the same.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
}

/** Makes sure that a change which waits for its frame is made before the next key, click or farewell. @returns a function that ends it */
export function watchInput(): () => void {
  const events = ['keydown', 'pointerdown', 'beforeinput', 'pagehide', 'visibilitychange'];
  const now = (): void => void carryOut();
  for (const event of events) addEventListener(event, now, { capture: true });
  return () => {
    for (const event of events) removeEventListener(event, now, { capture: true });
  };
}
