/**
 * Takes a picture of every state of the built page, on a phone, a tablet and a desktop, light and dark, to be looked at:
 * `npm run build`, then `node --import tsx test/e2e/states.ts <folder for the pictures> [built folder]`. The model is
 * the tiny one, or the one named by MODEL.
 */
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { openResearch } from './page-object.ts';
import { drawn } from './pictures.ts';
import { openStaticHost, type HostFault } from './static-host.ts';

const [folder, built = 'dist'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Say in which folder the pictures shall be.');
const model = process.env['MODEL'] ?? 'tiny';
const article = [
  'The committee decided to postpone the meeting until next week.',
  'Several members had asked for more time to read the report.',
  'She was surprised by how quickly the children learned to swim.',
].join(' ');
const sizes = [[390, 844], [820, 1180], [1440, 900]] as const;
const failed: string[] = [];

const host = await openStaticHost(built);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
await mkdir(folder, { recursive: true });

async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, height] of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await drawn(page);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Brings one state about and takes its pictures; one that does not come is told at the end and costs none of the others. */
async function state(
  page: Page,
  name: string,
  bring: () => Promise<unknown>,
  leave: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  try {
    await bring();
    await shoot(page, name);
    await leave();
  } catch (cause) {
    failed.push(`${name}: ${cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)}`);
  }
}

/** A fresh visit. `prepare` comes before the page, `fault` is what goes wrong with the host's answers. */
async function visit(prepare = '', fault?: (path: string) => HostFault | undefined): Promise<{ page: Page; context: BrowserContext }> {
  host.fault = fault;
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (prepare !== '') await page.addInitScript(prepare);
  await page.goto(`${host.url}?model=${model}`);
  return { page, context };
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Your text' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** Waits for the rewrites of what is asked now: a change hides the button at once. */
const decoded = (page: Page) => button(page, 'More rewrites of this sentence').waitFor({ timeout: 120_000 });

/** Tells the page what a browser does that can install pages. */
const installable = "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => ({ outcome: 'dismissed' }) }))";
const drag = (type: string, file: string): string => `{
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(${file});
  dispatchEvent(new DragEvent('${type}', { dataTransfer, bubbles: true, cancelable: true }));
}`;

const { page, context } = await visit();
const escape = async (): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('dialog[open], :popover-open') === null);
};
await state(page, '01-empty', () => page.getByRole('heading', { name: 'Five ways to say it' }).waitFor());
await state(page, '02-research', async () => {
  await openResearch(page);
  await page.getByLabel('Threshold').fill('20');
}, escape);
await state(page, '03-rewrites', async () => {
  await field(page).fill(article);
  await field(page).press('Control+Home');
  // The browser tells the page where the caret is only after the key.
  await page.getByRole('heading', { name: 'Sentence 1 of 3' }).waitFor();
  await decoded(page);
});
await state(page, '04-word', async () => {
  await button(page, 'postpone: free').click();
  await page.getByRole('region', { name: 'About “postpone”' }).waitFor();
  await decoded(page);
});
await state(page, '05-lit', () => button(page, 'meeting: free').hover());
await state(page, '06-locked-more-different-details', async () => {
  await button(page, 'Lock rewrite 1').click();
  await button(page, 'More different from rewrite 1').click();
  await decoded(page);
  await button(page, 'Details of rewrite 1').click();
}, () => button(page, 'Lock rewrite 1').click());
await state(page, '07-conflict', async () => {
  await page.getByLabel('Other words or phrases').fill('postpone it');
  await button(page, 'Require').click();
  await decoded(page);
}, async () => {
  await button(page, 'Clear all').click();
  await decoded(page);
});
await state(page, '08-preset', async () => {
  await button(page, 'Shorter').click();
  await decoded(page);
}, async () => {
  await button(page, 'Shorter').click();
  await decoded(page);
});
await state(page, '09-review-empty', async () => {
  await button(page, 'Review and export').click();
  await page.getByRole('heading', { name: 'Nothing to review yet' }).waitFor();
}, escape);
await state(page, '10-replaced', () => button(page, 'Use this: rewrite 1').click());
await state(page, '11-review', async () => {
  await button(page, 'Review and export').click();
  await button(page, 'Restore the original of sentence 1').waitFor();
}, escape);
await state(page, '12-documents', async () => {
  await button(page, /^Documents\. Open now/u).click();
  await button(page, 'Open a file').waitFor();
}, escape);
await state(page, '13-measure', async () => {
  await openResearch(page);
  await button(page, 'Measure and rate').click();
  await page.getByRole('row', { name: /^Tree edits/u }).getByRole('cell', { name: /\d/u }).first().waitFor();
});
await state(page, '14-rate', () => page.getByText('Rate', { exact: true }).click());
await state(page, '15-rating', () => button(page, 'Begin').click(), escape);
await state(page, '16-keys', async () => {
  await button(page, 'Settings').focus();
  await page.keyboard.press('?');
}, escape);
await state(page, '17-engine', () => button(page, /^The model:/u).click(), escape);
await state(page, '18-install-and-file-problem', async () => {
  await page.evaluate(installable);
  await page.evaluate(drag('drop', "new File([new Uint8Array([137, 80, 0, 255])], 'holiday picture.png')"));
  await page.getByRole('alert').waitFor();
}, async () => {
  while ((await button(page, 'Dismiss').count()) > 0) await button(page, 'Dismiss').first().click();
});
await state(
  page,
  '19-drop',
  () => page.evaluate(drag('dragenter', "new File(['A text.'], 'a.txt')")),
  () => page.evaluate(drag('dragleave', "new File(['A text.'], 'a.txt')")),
);
await state(page, '20-offline', async () => {
  await context.setOffline(true);
  await page.getByText('You are offline.').first().waitFor();
}, () => context.setOffline(false));
await state(page, '21-german', async () => {
  await button(page, 'Settings').click();
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await escape();
});
await context.close();

/** A state of a page of its own, with a text in it. */
async function fresh(
  name: string,
  seen: (page: Page) => Promise<unknown>,
  prepare = '',
  fault?: (path: string) => HostFault | undefined,
): Promise<void> {
  const own = await visit(prepare, fault);
  await state(own.page, name, async () => {
    await field(own.page).fill(article);
    await seen(own.page);
  });
  await own.context.close();
}

const weights = (path: string): boolean => path.startsWith(`models/${model}/weights`);
const never = new Promise<void>(() => undefined);
await fresh(
  '22-loading',
  (own) => own.getByText('Downloading the model').first().waitFor(),
  '',
  (path) => (weights(path) ? { wait: never } : undefined),
);
await fresh('23-stopped', (own) => button(own, 'Cancel').click(), '', (path) => (weights(path) ? { wait: never } : undefined));
await fresh(
  '24-failed',
  (own) => own.getByRole('heading', { name: 'The model is missing' }).waitFor(),
  '',
  (path) => (weights(path) ? { status: 404 } : undefined),
);
await fresh(
  '25-no-storage',
  (own) => own.getByText('This window keeps nothing').first().waitFor(),
  "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };",
);
await fresh(
  '26-no-wasm',
  (own) => own.getByRole('heading', { name: 'The model does not run here' }).waitFor(),
  "Reflect.deleteProperty(globalThis, 'WebAssembly');",
);
await fresh(
  '27-metered',
  (own) => button(own, 'Load the model').waitFor(),
  "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });",
);

await fresh('28-careful', (own) => own.getByText('The page broke off').first().waitFor(), "localStorage.setItem('otherwise-deaths', '5');");

await browser.close();
await host.close();
for (const line of failed) process.stderr.write(`${line}\n`);
process.exit(failed.length > 0 ? 1 : 0);
