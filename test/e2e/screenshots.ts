/**
 * Takes the screenshots of README and manifest from the built page: `npm run build`, then `node --import tsx
 * test/e2e/screenshots.ts [folder]`. The model is the bundled one, or the one named by MODEL; the pictures go to `public/screenshots/`.
 */
import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { openResearch } from './page-object.ts';

const folder = process.argv[2] ?? 'public/screenshots';
const model = process.env['MODEL'] ?? 'base';
const article = [
  'The committee decided to postpone the meeting until next week.',
  'Several members had asked for more time to read the report.',
  'She was surprised by how quickly the children learned to swim.',
].join(' ');

const shots = [
  { name: 'desktop-light', width: 1440, height: 900, scheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, scheme: 'dark' },
  { name: 'tablet-light', width: 820, height: 1180, scheme: 'light' },
  { name: 'tablet-dark', width: 820, height: 1180, scheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, scheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark' },
] as const;

/** Waits until the sentence in focus has its rewrites. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More rewrites' }).waitFor({ timeout: 240_000 });
}

const server = await preview({ preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
const address = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
// One visit for all of them: the model is loaded once.
const context = await browser.newContext({ serviceWorkers: 'allow' });
const page = await context.newPage();
await mkdir(folder, { recursive: true });
await page.setViewportSize({ width: 1440, height: 900 });
await page.goto(`${address}?model=${model}`);
// The command line's budget, whatever this machine is busy with.
await openResearch(page);
await page.getByLabel('Ban sets').fill('5');
await page.getByLabel('Samples a set').fill('8');
await page.keyboard.press('Escape');
await page.getByRole('textbox', { name: 'Your text' }).fill(article);
await page.getByRole('textbox', { name: 'Your text' }).press('Control+Home');
await settled(page);
await page.getByRole('button', { name: 'postpone: free' }).click();
await page.waitForTimeout(1000);
await settled(page);
await page.mouse.move(0, 0);
for (const { name, width, height, scheme } of shots) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForTimeout(400);
  await page.evaluate(() => {
    (globalThis as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 0);
  });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
await browser.close();
await server.close();
