import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const article = [
  'The committee decided to postpone the meeting until next week.',
  'Several members had asked for more time to read the report.',
  'She was surprised by how quickly the children learned to swim.',
].join(' ');

/** The pictures of README and manifest. */
export const pictures = [
  { name: 'desktop-light', width: 1440, height: 900, scheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, scheme: 'dark' },
  { name: 'tablet-light', width: 820, height: 1180, scheme: 'light' },
  { name: 'tablet-dark', width: 820, height: 1180, scheme: 'dark' },
  { name: 'phone-light', width: 390, height: 844, scheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark' },
] as const;

/** Waits until the sentence in focus has its rewrites. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#rewrites')?.getAttribute('aria-busy') === 'false');
  await page.getByRole('button', { name: 'More rewrites' }).waitFor({ timeout: 240_000 });
}

/** Waits until the page is drawn in its new size and colours, and nothing fades any more. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const isMoving = ({ playState, effect }: Animation): boolean =>
      playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
    await document.fonts.ready;
    await frame();
    await frame();
    while (document.getAnimations().some(isMoving)) await frame();
  });

/** Writes the text of the pictures into an open page, avoids a word of it, and takes the pictures. */
export async function takePictures(page: Page, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.getByRole('textbox', { name: 'Your text' }).fill(article);
  await page.getByRole('textbox', { name: 'Your text' }).press('Control+Home');
  // The browser tells the page where the caret is only after the key.
  await page.getByRole('heading', { name: 'Sentence 1 of 3' }).waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'postpone: free' }).click();
  await settled(page);
  await page.mouse.move(0, 0);
  for (const { name, width, height, scheme } of pictures) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    // A word that has the focus has its phrase marked in every card.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo(0, 0);
    });
    await drawn(page);
    await page.screenshot({ path: `${folder}/${name}.png` });
  }
}
