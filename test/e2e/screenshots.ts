/**
 * Takes the screenshots of README and manifest from the built page: `npm run build`, then `node --import tsx
 * test/e2e/screenshots.ts [folder]`. The model is the bundled one, or the one named by MODEL; the pictures go to `public/screenshots/`.
 */
import process from 'node:process';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';
import { openResearch } from './page-object.ts';
import { takePictures } from './pictures.ts';

const folder = process.argv[2] ?? 'public/screenshots';
const model = process.env['MODEL'] ?? 'base';

const server = await preview({ preview: { host: '127.0.0.1', port: 0 }, logLevel: 'error' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
// One visit for all of them: the model is loaded once.
const context = await browser.newContext({ serviceWorkers: 'allow' });
// The loader of these sources names functions with a helper that the page does not have.
await context.addInitScript('globalThis.__name = (named) => named');
const page = await context.newPage();
page.setDefaultTimeout(240_000);
await page.setViewportSize({ width: 1440, height: 900 });
await page.goto(`${server.resolvedUrls?.local[0] ?? ''}?model=${model}`);
// The command line's budget, whatever this machine is busy with.
await openResearch(page);
await page.getByLabel('Ban sets').fill('5');
await page.getByLabel('Samples a set').fill('8');
await page.keyboard.press('Escape');
await takePictures(page, folder);
await browser.close();
await server.close();
