/** Draws the PNG icons of the installed app from `public/icons/icon.svg`: `node --import tsx test/e2e/icons.ts`. */
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumArguments, chromiumPath } from '../browser/chromium.ts';

const source = await readFile('public/icons/icon.svg', 'utf8');
/** A maskable icon and Apple's are cut to a shape by the system: they fill the square, the drawing stays in the inner 80 %. */
const square = source.replace('rx="112"', 'rx="0"');
const icons = [
  { name: 'icon-192', size: 192, svg: source },
  { name: 'icon-512', size: 512, svg: source },
  { name: 'icon-maskable-512', size: 512, svg: square },
  { name: 'apple-touch-icon', size: 180, svg: square },
];

const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
for (const { name, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
