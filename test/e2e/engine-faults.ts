import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { StaticHost } from './static-host.ts';

const prelude = readFileSync(new URL('engine-prelude.js', import.meta.url));

/** What the sabotaged engine does when told. `slow`: waits so many ms after every run of the graph. */
export type Order = 'lose-device' | 'invalid-work' | 'die' | 'throw' | { readonly slow: number };

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
