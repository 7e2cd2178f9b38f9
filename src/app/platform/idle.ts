/**
 * Runs `task` once the browser has nothing better to do, `pause` ms from now at the earliest; in a hidden tab never.
 * @returns a function that calls it off
 */
export function whenIdle(task: () => void, pause: number): () => void {
  let handle: number | undefined;
  const timer = setTimeout(() => {
    const run = (): void => {
      if (document.visibilityState === 'visible') task();
    };
    if (typeof requestIdleCallback === 'function') handle = requestIdleCallback(run, { timeout: 2000 });
    else run();
  }, pause);
  return () => {
    clearTimeout(timer);
    if (handle !== undefined) cancelIdleCallback(handle);
  };
}
