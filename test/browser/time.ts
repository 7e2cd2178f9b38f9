import { vi } from 'vitest';

/** Puts the page's timers into the test's hands: they run as usual until `allTime`. `vi.useRealTimers` undoes it. */
export function takeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
}

/** Waits for what the browser does when it is idle: callbacks come in the order in which they were asked for. */
const idle = (): Promise<unknown> => new Promise((resolve) => {
  requestIdleCallback(resolve);
});

/** Lets everything happen that waits for a time, however long, or for an idle browser: what does not come then never comes. */
export async function allTime(): Promise<void> {
  // What comes first may ask for more.
  for (let round = 0; round < 3; round += 1) {
    await vi.advanceTimersByTimeAsync(600_000);
    await idle();
  }
}
