/**
 * Measures the cost of the built page to its user, in Chromium: its main thread's tasks while it decodes, its memory over many sentences,
 * and how soon a chip shows what still holds.
 *
 *     npm run build && node src/setup/otherwise.mjs --script test/bench/page.ts [--model NAME] [--sentences N] [--parts tasks,chip,heap]
 *     [--trace FOLDER] [--json]
 *
 * `tasks`, by what is done meanwhile: how many tasks there were, how many of them took more than 50 ms by the wall and of processor time,
 * and the longest with what took the time in them; on a machine with other work the wall tells of that work, too. --trace keeps the
 * traces, which the browser's own tools open. `chip`: milliseconds from the event to the first card, of chips on sentences that were
 * rewritten (`held`: whether that card was made before) and of sentences that were not (`cold`, from the key). `heap`: MiB after a
 * collection, of the page and of the engine's worker, after every fiftieth of N sentences that are all different, with few samples
 * each; `ratio` is the last over the fiftieth. A page keeps what it made of the last 2500 sentences, which is in its heap.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { OtherwisePage } from '../e2e/page-object.ts';
import serve from '../e2e/preview.ts';
import { CATEGORIES, type Task, tasksBeside, type TraceEvent } from './main-thread.ts';
import { type Heap, Heaps } from './page-heap.ts';

/** A task that is longer is felt, milliseconds. */
const LONG = 50;
/** Tasks that are told of. */
const TOLD = 5;
/** Sentences of a text; heaps are compared at multiples of it. */
const TEXT = 25;
/** The sentence that the last one is compared with. */
const BASIS = 50;
/** Milliseconds until something is taken for broken. */
const PATIENCE = 300_000;
const MARK = 'otherwise: traced';

const who = ['The committee', 'My sister', 'Every teacher', 'The old farmer', 'Our neighbour', 'A young doctor', 'The new director'];
const does = ['quickly explained', 'never finished', 'finally accepted', 'carefully prepared', 'suddenly changed', 'openly criticised',
  'simply forgot', 'already described', 'often mentioned', 'gladly supported', 'hardly noticed'];
const what = ['the long report', 'the annual budget', 'a difficult question', 'the small garden', 'an important meeting',
  'the broken window', 'a strange story', 'the next journey', 'the local school',
  'a simple answer', 'the whole plan', 'an early breakfast', 'the heavy parcel'];

/** The sentence of a number; those of the first thousand are all different. */
const sentence = (i: number): string =>
  `${who[i % who.length]} ${does[i % does.length]} ${what[i % what.length]} before the end of the week.`;
const sentences = (from: number, count: number): string => Array.from({ length: count }, (_, i) => sentence(from + i)).join(' ');

const field = (page: Page) => page.getByRole('textbox', { name: 'Your text' });
const more = (page: Page) => page.getByRole('button', { name: 'More rewrites of this sentence' });
const everything = (page: Page) => page.getByRole('button', { name: /^Rewrite all/u });
const decoded = (page: Page): Promise<void> => more(page).waitFor({ timeout: PATIENCE });
const say = (line: string): void => { process.stderr.write(`${line}\n`); };

/** The page with a model that is loaded, on a profile of its own. */
async function opened(browser: Browser, model: string): Promise<{ page: Page; otherwise: OtherwisePage }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // The loader of these sources names functions with a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  const site = process.env['OTHERWISE_SITE'] ?? '';  
  await page.goto(`${site}?model=${model}`);
  await page.locator('.pill[data-status=ready]').waitFor({ timeout: PATIENCE });
  return { page, otherwise: new OtherwisePage(page, context, site) };
}

interface Traced {
  readonly tasks: number;
  readonly long: number;
  readonly longOfProcessor: number;
  readonly longest: readonly Task[];
}

/** Traces the page's main thread during `work`. `keep`: a file for the trace. */
async function traced(page: Page, work: () => Promise<void>, keep: string | undefined): Promise<Traced> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser of its own.');
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate((mark) => { performance.mark(mark); }, MARK);
  await work();
  const bytes = await browser.stopTracing();
  if (keep !== undefined) writeFileSync(keep, bytes);
  const { traceEvents } = JSON.parse(bytes.toString('utf8')) as { traceEvents: TraceEvent[] };
  const tasks = tasksBeside(traceEvents, MARK);
  return {
    tasks: tasks.length, long: tasks.filter(({ wall }) => wall > LONG).length,
    longOfProcessor: tasks.filter(({ cpu }) => cpu > LONG).length, longest: tasks.slice(0, TOLD),
  };
}

/** Rewrites a sentence that is written in the place of the whole text. */
async function rewrite(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Control+Enter');
  await decoded(page);
}

/** The actions that are measured while sentences are decoded, by name, in this order. */
const works: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async sentences(page) {
    for (let i = 0; i < 4; i += 1) await rewrite(page, sentence(900 + i));
  },
  async chips(page) {
    for (const at of [1, 2, 4]) {
      await page.getByRole('toolbar', { name: 'Words of the sentence' }).getByRole('button').nth(at).click();
      await decoded(page);
    }
  },
  async typing(page) {
    await field(page).fill(sentences(800, 20));
    await everything(page).click();
    await field(page).press('Control+End');
    await field(page).pressSequentially(' The children learned to swim and then they went home.', { delay: 60 });
  },
  async 'rewrite all'(page) {
    await field(page).press('Control+Home');
    await everything(page).waitFor({ timeout: PATIENCE });
  },
};

async function tasksOf(page: Page, folder: string | undefined): Promise<Record<string, Traced>> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const found: Record<string, Traced> = {};
  for (const [name, work] of Object.entries(works)) {
    found[name] = await traced(page, () => work(page), folder && join(folder, `${name.replace(' ', '-')}.json`));
    say(`${name}: ${found[name].tasks} tasks, ${found[name].long} above ${LONG} ms (${found[name].longOfProcessor} of processor time)`);
    for (const { wall, cpu, parts } of found[name].longest) say(`  ${wall} ms (${cpu} of processor): ${JSON.stringify(parts)}`);
  }
  return found;
}

interface FirstCard {
  readonly ms: number;
  /** Tells whether it was made before: it came before anything was decoded. */
  readonly held: boolean;
}

/** Gives the time from the next event of a kind to the first card: a cached one, or the result's. */
async function firstCard(page: Page, kind: 'click' | 'keydown', act: () => Promise<void>): Promise<FirstCard> {
  await page.evaluate((event) => {
    const pane = {
      hasCard: () => document.querySelector('#rewrites ol:not(.stale) h3') !== null,
      isBusy: () => document.querySelector('#rewrites')?.getAttribute('aria-busy') === 'true',
      // Below a result stands a form.
      isResult: () => document.querySelector('#rewrites form') !== null,
    };
    const place = globalThis as unknown as { card: Promise<FirstCard> };
    place.card = new Promise((resolve) => {
      addEventListener(event, ({ timeStamp }) => {
        let isGone = !pane.isResult();
        const observer = new MutationObserver(() => {
          isGone ||= !pane.isResult();
          if (!isGone || !pane.hasCard()) return;
          observer.disconnect();
          resolve({ ms: Math.round((performance.now() - timeStamp) * 10) / 10, held: !pane.isBusy() });
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      }, { capture: true, once: true });
    });
  }, kind);
  await act();
  return page.evaluate(() => (globalThis as unknown as { card: Promise<FirstCard> }).card);
}

/** Measures chips of sentences that were rewritten, and the same sentences before. */
async function chips(page: Page): Promise<{ chips: FirstCard[]; cold: number[] }> {
  const [clicked, cold]: [FirstCard[], number[]] = [[], []];
  for (let i = 0; i < 3; i += 1) {
    await field(page).fill(sentence(700 + i));
    cold.push((await firstCard(page, 'keydown', () => field(page).press('Control+Enter'))).ms);
    await decoded(page);
    for (const at of [1, 2, 4, 5]) {
      const chip = page.getByRole('toolbar', { name: 'Words of the sentence' }).getByRole('button').nth(at);
      clicked.push(await firstCard(page, 'click', () => chip.click()));
      await decoded(page);
      await page.getByRole('button', { name: 'Clear all' }).click();
      await decoded(page);
    }
  }
  const told = clicked.map(({ ms, held }) => `${ms}${held ? '' : ' (nothing held)'}`);
  say(`chip: first card after ${told.join(', ')} ms, of a sentence that is new after ${cold.join(', ')} ms`);
  return { chips: clicked, cold };
}

interface Size {
  readonly sentences: number;
  readonly page: Heap;
  readonly worker: Heap;
}

/** Goes through so many sentences, a text after the other. */
async function heapOf(page: Page, otherwise: OtherwisePage, count: number): Promise<{ sizes: Size[]; ratio: Record<string, number> }> {
  const heaps = await Heaps.of(page);
  await otherwise.takeWhatComes();
  const sizes: Size[] = [];
  for (let done = 0; done < count; done += TEXT) {
    await field(page).fill(sentences(done, TEXT));
    await everything(page).click();
    await everything(page).waitFor({ timeout: PATIENCE });
    if ((done + TEXT) % BASIS !== 0) continue;
    sizes.push({ sentences: done + TEXT, page: inMiB(await heaps.page()), worker: inMiB(await heaps.worker('paraphrase')) });
    say(JSON.stringify(sizes.at(-1)));
  }
  const [basis, last] = [sizes[0], sizes.at(-1)];
  if (basis === undefined || last === undefined) throw new Error(`It takes ${BASIS} sentences at least.`);
  const over = (world: 'page' | 'worker', what: keyof Heap): number => rounded(last[world][what] / basis[world][what]);
  const ratio = {
    page: over('page', 'used'), worker: over('worker', 'used'),
    pageOutside: over('page', 'outside'), workerOutside: over('worker', 'outside'),
  };
  return { sizes, ratio };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
const inMiB = ({ used, outside }: Heap): Heap => ({ used: rounded(used / 2 ** 20), outside: rounded(outside / 2 ** 20) });

async function main(): Promise<void> {
  const { values } = parseArgs({ options: {
    model: { type: 'string', default: 'tiny' }, sentences: { type: 'string', default: '500' }, trace: { type: 'string' },
    parts: { type: 'string', default: 'tasks,chip,heap' }, json: { type: 'boolean', default: false },
  } });
  if (!existsSync('dist/index.html')) throw new Error('There is no built page: run `npm run build` first.');
  process.env['OTHERWISE_BUILT'] = '1';
  const close = await serve();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
  try {
    const parts = new Set(values.parts.split(','));
    const { page, otherwise } = await opened(browser, values.model);
    if (values.model === 'tiny') await otherwise.lowerTheBar();
    const report = {
      model: values.model, browser: browser.version(),
      ...(parts.has('tasks') && { tasks: await tasksOf(page, values.trace) }),
      ...(parts.has('chip') && { chip: await chips(page) }),
      ...(parts.has('heap') && { heap: await heapOf(page, otherwise, Number(values.sentences)) }),
    };
    process.stdout.write(`${JSON.stringify(report, null, values.json ? 0 : 2)}\n`);
  } finally {
    await browser.close();
    await close();
  }
}

await main();
