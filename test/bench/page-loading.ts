/**
 * Measures the memory that the page takes in Chromium while it loads a model and rewrites its first sentence:
 * `node src/setup/otherwise.mjs --script test/bench/page-loading.ts [--model base] [--rounds 5] [--beside CHECKOUT]`.
 * Both checkouts have to be built (`npm run build`); they take turns, each time in a fresh browser without a graphics device. Prints a JSON
 * object a visit, and at last the ratios of this checkout's medians to the other's. `peak`: the most MiB that the page's process, its
 * worker included, held at any time; `after`: what it holds once the rewrites are there. Linux only: it reads `/proc`.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { median } from '../../src/core/metrics/histogram.ts';
import { openStaticHost } from '../e2e/static-host.ts';

/** The memory and time of one visit. */
interface Visit {
  readonly peak: number;
  readonly after: number;
  readonly seconds: number;
}

const options = { model: { type: 'string' }, rounds: { type: 'string' }, beside: { type: 'string' } } as const;
const { model = 'base', rounds = '5', beside } = parseArgs({ options }).values;
/** Milliseconds until something is taken for broken. */
const PATIENCE = 300_000;
const SENTENCE = 'We will let you know as soon as the parcel arrives.';

/** Gives the MiB of a process by a name of the kernel's. */
const residentOf = (pid: string, name: string): number =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Finds the process of the page: of the browser's renderers the one that held most. */
async function pageProcess(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => String(id));
  return renderers.toSorted((a, b) => residentOf(b, 'VmHWM') - residentOf(a, 'VmHWM'))[0] ?? '';
}

/** Opens the built page of a checkout in a fresh browser and waits for the first rewrites. */
async function visit(checkout: string): Promise<Visit> {
  const host = await openStaticHost(`${checkout.replace(/\/$/u, '')}/dist`);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArguments, '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const began = performance.now();
    await page.goto(`${host.url}?model=${model}`);
    await page.getByRole('textbox', { name: 'Your text' }).fill(SENTENCE);
    await page.locator('#rewrites li').first().waitFor({ timeout: PATIENCE });
    await page.locator('#rewrites[aria-busy="false"]').waitFor({ timeout: PATIENCE });
    const seconds = (performance.now() - began) / 1000;
    const pid = await pageProcess(browser);
    return { peak: residentOf(pid, 'VmHWM'), after: residentOf(pid, 'VmRSS'), seconds };
  } finally {
    await browser.close();
    await host.close();
  }
}

const own = fileURLToPath(new URL('../../', import.meta.url));
const checkouts = [own, ...(beside === undefined ? [] : [beside])];
const visits = checkouts.map((): Visit[] => []);
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [i, checkout] of checkouts.entries()) {
    const one = await visit(checkout);
    visits[i]?.push(one);
    process.stdout.write(`${JSON.stringify({ checkout: i === 0 ? 'this' : 'other', model, ...one })}\n`);
  }
}
const [these = [], others = []] = visits;
const middle = (some: readonly Visit[], kind: keyof Visit): number => median(some.map((one) => one[kind])) ?? NaN;
const ratio = (kind: keyof Visit): number => Number((middle(these, kind) / middle(others, kind)).toFixed(3));
if (beside !== undefined)
  process.stdout.write(`${JSON.stringify({ peak: ratio('peak'), after: ratio('after'), seconds: ratio('seconds') })}\n`);
