import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { StaticHost } from './static-host.ts';

const prelude = readFileSync(new URL('engine-prelude.js', import.meta.url));

/**
 * The harms that the sabotaged engine does when told. `fill-memory`: it gets no more memory; `slow`: it waits so many ms after every run of
 * the graph; `hold`: stands still for good, deaf to everything, when that stage of loading begins.
 */
export type Order =
  | 'lose-device'
  | 'invalid-work'
  | 'die'
  | 'throw'
  | 'fill-memory'
  | { readonly slow: number }
  | { readonly hold: 'unpack' | 'compile' | 'self-test' };

/**
 * Puts the prelude into the engine's worker of a host. Before the first visit: afterwards the script is stored. `graphics`: the software
 * adapter poses as hardware.
 */
export function sabotageEngine(host: StaticHost, graphics = false): void {
  const before = Buffer.from(`globalThis.posesAsHardware = ${String(graphics)};\n`);
  host.tamper = (path, bytes) => (/^assets\/paraphrase\.worker-.*\.js$/u.test(path) ? Buffer.concat([before, prelude, bytes]) : bytes);
}

/** Gives the living engine an order. */
export async function order(page: Page, what: Order): Promise<void> {
  await page.evaluate((message) => {
    const channel = new BroadcastChannel('faults');
    channel.postMessage(message);
    channel.close();
  }, what);
}

/** Gives every engine that begins an order, `times` of them at most. @returns a function that takes it back */
export async function standingOrder(page: Page, what: Order, times = Infinity): Promise<() => Promise<void>> {
  await page.evaluate(([message, most]) => {
    const channel = new BroadcastChannel('faults');
    let left = most;
    channel.onmessage = ({ data }) => {
      if (data === 'begun' && left-- > 0) channel.postMessage(message);
    };
    Object.assign(globalThis, { standing: channel });
  }, [what, times] as const);
  return () => page.evaluate(() => (globalThis as unknown as { standing: BroadcastChannel }).standing.close());
}
